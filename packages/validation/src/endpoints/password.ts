import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { CurrentPassword, Email, NewPassword, OneTimeToken } from '../fields.ts'

export const changePasswordEndpoint = endpoint({
  method: 'PUT',
  path: '/password',
  summary: 'Changes the caller’s password. Ends all other sessions and forgets all remembered devices.',
  access: 'person',
  whilePasswordDue: true,
  body: v.strictObject({ password: CurrentPassword, newPassword: NewPassword }),
  response: 'none',
  errors: ['wrong_password', 'weak_password'],
})

/**
 * The source of a count: a service of known breaches, or the bundled list of common passwords,
 * which has no counts and returns 1.
 */
export const breachSources = ['service', 'bundled'] as const

export const BreachCount = v.object({ count: v.number(), source: v.picklist(breachSources) })
export type BreachCount = v.InferOutput<typeof BreachCount>

export const countBreachesEndpoint = endpoint({
  method: 'PUT',
  path: '/password/breach',
  summary: 'Returns how often a password appears in known breaches. The password does not leave the server.',
  access: 'public',
  limit: { rule: 'breachLookup' },
  body: v.strictObject({ password: CurrentPassword }),
  response: BreachCount,
})

export const forgotPasswordEndpoint = endpoint({
  method: 'POST',
  path: '/password/forgot',
  summary:
    'Emails a link to set a new password if the address is known. The response is the same for every ' +
    'address.',
  access: 'public',
  limit: { rule: 'forgotPerNetwork' },
  body: v.strictObject({ email: Email }),
  response: 'none',
})

const tokenParams = v.object({ token: OneTimeToken })

export const validateResetTokenEndpoint = endpoint({
  method: 'POST',
  path: '/password/validate/:token',
  summary: 'Checks whether a reset link is valid.',
  access: 'public',
  params: tokenParams,
  response: v.object({ validated: v.boolean() }),
})

export const resetPasswordEndpoint = endpoint({
  method: 'POST',
  path: '/password/reset/:token',
  summary: 'Sets a new password with a reset link. Ends all sessions and forgets all remembered devices.',
  access: 'public',
  params: tokenParams,
  body: v.strictObject({ password: NewPassword }),
  response: 'none',
  errors: ['invalid_token', 'weak_password'],
})
