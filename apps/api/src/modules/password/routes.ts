import {
  changePasswordEndpoint,
  countBreachesEndpoint,
  forgotPasswordEndpoint,
  resetPasswordEndpoint,
  validateResetTokenEndpoint,
} from '@gatehouse/validation/endpoints/password'
import type { Router } from '../../plugins/route.ts'
import type { KnownDevices } from '../auth/known-device.ts'
import type { BreachLookup } from './breach-lookup.ts'
import { changePassword } from './change-password.ts'
import { requestReset } from './request-reset.ts'
import { isResetTokenGood, type ResetParts, resetPassword } from './reset-password.ts'

export interface PasswordParts extends ResetParts {
  breaches: BreachLookup
  knownDevices: KnownDevices
}

export function registerPassword({ route }: Router, parts: PasswordParts): void {
  const { passwords, links, breaches, knownDevices } = parts
  route(changePasswordEndpoint, ({ body, ctx }) => changePassword(ctx, passwords, body))
  route(countBreachesEndpoint, ({ body }) => breaches.count(body.password))
  route(forgotPasswordEndpoint, ({ body, ctx }) => requestReset(ctx, body.email))
  route(validateResetTokenEndpoint, async ({ params, ctx }) => ({
    validated: await isResetTokenGood(ctx, links, params.token),
  }))
  route(resetPasswordEndpoint, async ({ params, body, ctx, request, reply }) => {
    const key = await resetPassword(ctx, parts, params.token, body.password)
    // Whoever opens the owner's mail is the owner: an attack on the account does not keep them from signing in here.
    knownDevices.note(request, reply, key, ctx.now)
  })
}
