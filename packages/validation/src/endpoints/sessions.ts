import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { CurrentPassword, Email } from '../fields.ts'
import { languages, looks } from '../vocabulary.ts'

export const TwoStepMethod = v.object({ id: v.string(), type: v.picklist(['totp', 'recovery-codes']) })

/** The look of the person's client, and the language and region of the screens. */
export const SessionConfig = v.object({
  look: v.picklist(looks),
  isPulse: v.boolean(),
  isBatbooth: v.boolean(),
  language: v.picklist(languages),
  region: v.string(),
})

export const LoginInput = v.strictObject({
  email: Email,
  password: CurrentPassword,
  twoFARememberToken: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(200)))),
})
export type LoginInput = v.InferOutput<typeof LoginInput>

export const LoginResponse = v.object({
  token: v.string(),
  twoFAMethods: v.array(TwoStepMethod),
  authenticated: v.boolean(),
  config: SessionConfig,
})

export const loginEndpoint = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Starts a session with an email address and a password.',
  access: 'public',
  body: LoginInput,
  response: LoginResponse,
  errors: ['unauthenticated', 'account_unavailable', 'account_locked'],
})

export const validateTokenEndpoint = endpoint({
  method: 'GET',
  path: '/validate_token',
  summary: 'Checks whether the session is active, and whether it is authenticated.',
  access: 'pre_2fa',
  whilePasswordDue: true,
  response: v.object({
    validated: v.literal(true),
    config: SessionConfig,
    authenticated: v.boolean(),
    twoFAMethods: v.array(TwoStepMethod),
  }),
})

export const renewTokenEndpoint = endpoint({
  method: 'POST',
  path: '/board/renew_token',
  summary:
    'Extends the session of a board account by 30 days and returns a new token. The previous token is ' +
    'valid until it expires.',
  access: 'board_only',
  background: true,
  response: v.object({ token: v.string() }),
})

export const logoutEndpoint = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session immediately, everywhere.',
  access: 'pre_2fa',
  whilePasswordDue: true,
  response: 'none',
})
