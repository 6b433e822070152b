import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { Email } from '../fields.ts'
import { limits } from '../limits.ts'
import type { MessageKey } from '../messages.ts'
import { languages, looks } from '../vocabulary.ts'

export const TwoStepMethod = v.object({ id: v.string(), type: v.picklist(['totp', 'recovery-codes']) })

/** What a signed-in front end needs to know of its client's look and languages. */
export const SessionConfig = v.object({
  look: v.picklist(looks),
  isPulse: v.boolean(),
  isBatbooth: v.boolean(),
  language: v.picklist(languages),
  region: v.string(),
})

/** Long passwords are accepted to 1,024 bytes; whoever sends more is told so before anything is hashed. */
const withinPasswordBytes = v.check(
  (text: string) => new TextEncoder().encode(text).length <= limits.passwordBytes.max,
  'too_long' satisfies MessageKey,
)

export const LoginInput = v.strictObject({
  email: Email,
  password: v.pipe(v.string(), v.minLength(1, 'password_required' satisfies MessageKey), withinPasswordBytes),
  twoFARememberToken: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
})
export type LoginInput = v.InferOutput<typeof LoginInput>

export const LoginAnswer = v.object({
  token: v.string(),
  twoFAMethods: v.array(TwoStepMethod),
  authenticated: v.boolean(),
  config: SessionConfig,
})

export const loginEndpoint = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Starts a session from an email address and a password.',
  access: 'public',
  body: LoginInput,
  response: LoginAnswer,
  errors: ['unauthenticated', 'account_unavailable'],
})

export const validateTokenEndpoint = endpoint({
  method: 'GET',
  path: '/validate_token',
  summary: 'Tells whether the session is alive, and what it still owes.',
  access: 'half_session',
  whilePasswordDue: true,
  response: v.object({
    validated: v.literal(true),
    config: SessionConfig,
    authenticated: v.boolean(),
    twoFAMethods: v.array(TwoStepMethod),
  }),
  errors: [],
})

export const logoutEndpoint = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session everywhere at once.',
  access: 'half_session',
  whilePasswordDue: true,
  response: 'none',
  errors: [],
})
