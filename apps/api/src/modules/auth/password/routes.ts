import {
  changePasswordEndpoint,
  countBreachesEndpoint,
  forgotPasswordEndpoint,
  resetPasswordEndpoint,
  validateResetTokenEndpoint,
} from '@gatehouse/validation/endpoints/password'
import type { Router } from '../../../plugins/route.ts'
import { isBrowser } from '../authenticate.ts'
import type { BreachLookup } from './breach-lookup.ts'
import { changePassword } from './change-password.ts'
import { requestReset } from './request-reset.ts'
import { isResetTokenGood, type ResetDeps, resetPassword } from './reset-password.ts'

export interface PasswordDeps extends ResetDeps {
  breaches: BreachLookup
}

export function registerPassword({ route }: Router, deps: PasswordDeps): void {
  const { links, breaches, deviceCookies } = deps
  route(changePasswordEndpoint, async ({ body, ctx, request, reply }) => {
    const device = await changePassword(ctx, deps, { ...body, isBrowser: isBrowser(request) })
    if (device !== undefined) deviceCookies.set(request, reply, device)
  })
  route(countBreachesEndpoint, ({ body }) => breaches.count(body.password))
  route(forgotPasswordEndpoint, ({ body, ctx }) => requestReset(ctx, body.email))
  route(validateResetTokenEndpoint, async ({ params, ctx }) => ({
    validated: await isResetTokenGood(ctx, links, params.token),
  }))
  route(resetPasswordEndpoint, async ({ params, body, ctx, request, reply }) => {
    const device = await resetPassword(ctx, deps, {
      token: params.token,
      password: body.password,
      isBrowser: isBrowser(request),
    })
    if (device !== undefined) deviceCookies.set(request, reply, device)
  })
}
