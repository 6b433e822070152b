import { endpoints } from '@gatehouse/validation/endpoints/all'
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
  route(endpoints.changePassword, async ({ body, ctx, request, reply }) => {
    const device = await changePassword(ctx, deps, { ...body, isBrowser: isBrowser(request) })
    if (device !== undefined) deviceCookies.set(request, reply, device)
  })
  route(endpoints.countBreaches, ({ body }) => breaches.count(body.password))
  route(endpoints.forgotPassword, ({ body, ctx }) => requestReset(ctx, body.email))
  route(endpoints.validateResetToken, async ({ params, ctx }) => ({
    validated: await isResetTokenGood(ctx, links, params.token),
  }))
  route(endpoints.resetPassword, async ({ params, body, ctx, request, reply }) => {
    const device = await resetPassword(ctx, deps, {
      token: params.token,
      password: body.password,
      isBrowser: isBrowser(request),
    })
    if (device !== undefined) deviceCookies.set(request, reply, device)
  })
}
