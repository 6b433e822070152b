import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { CurrentPassword, Email, FirstName, IfMatchHeaders, LastName, OneTimeToken } from '../fields.ts'
import { limits } from '../limits.ts'
import type { FieldCode } from '../field-codes.ts'
import { languages, userTypes } from '../vocabulary.ts'

export const Profile = v.object({
  id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  pending_email: v.nullable(v.string()),
  mobile: v.nullable(v.string()),
  language: v.picklist(languages),
  client_id: v.string(),
  client_name: v.string(),
  admin: v.boolean(),
  site_admin: v.boolean(),
  /** Whether a Manager may approve accounts and allow others to. Administrators always may. */
  approval_access: v.boolean(),
  change_password: v.boolean(),
  access: v.array(v.object({ site_id: v.string(), site_name: v.string(), user_type: v.picklist(userTypes) })),
  last_modified: v.string(),
})
export type Profile = v.InferOutput<typeof Profile>

export const getProfileEndpoint = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'Returns the caller’s profile with flags and access entries.',
  access: 'pre_2fa',
  whilePasswordDue: true,
  response: Profile,
})

export const ProfileInput = v.strictObject({
  first_name: FirstName,
  last_name: LastName,
  email: Email,
  /** Empty or null for none, otherwise a number of the client's region or an international one. */
  mobile: v.nullable(
    v.pipe(v.string(), v.trim(), v.maxLength(limits.phoneCharacters, 'phone_too_long' satisfies FieldCode)),
  ),
  language: v.picklist(languages),
  /** The current password, required where the email changes. */
  password: v.optional(v.nullable(CurrentPassword)),
})
export type ProfileInput = v.InferOutput<typeof ProfileInput>

export const updateProfileEndpoint = endpoint({
  method: 'PUT',
  path: '/me',
  summary:
    'Updates the caller’s profile. A new email stays in `pending_email` until its link is opened. If the ' +
    'installation sends no email, it is refused with `mail_not_set_up`.',
  access: 'person',
  headers: IfMatchHeaders,
  body: ProfileInput,
  response: Profile,
  errors: ['mail_not_set_up', 'wrong_password', 'invalid_phone', 'conflict', 'changed_meanwhile'],
})

export const verifyEmailEndpoint = endpoint({
  method: 'POST',
  path: '/me/verify-email/:token',
  summary: 'Confirms a new email with the link that was sent to it. No session is required.',
  access: 'public',
  params: v.object({ token: OneTimeToken }),
  response: 'none',
  errors: ['invalid_token', 'conflict'],
})
