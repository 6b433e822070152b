import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
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
  change_password: v.boolean(),
  access: v.array(v.object({ site_id: v.string(), site_name: v.string(), user_type: v.picklist(userTypes) })),
})
export type Profile = v.InferOutput<typeof Profile>

export const getProfileEndpoint = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'The signed-in person with flags and access entries.',
  access: 'half_session',
  whilePasswordDue: true,
  response: Profile,
  errors: [],
})
