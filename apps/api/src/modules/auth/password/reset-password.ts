import type { Context, GuestActor } from '../../../context.ts'
import { auditOf, recordAudit } from '../../../db/audit.ts'
import { withScope, withReadScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { DeviceCookies } from '../device-cookies.ts'
import { isUsable, lockAccount } from '../account.ts'
import type { OneTimeTokens } from '../one-time-tokens.ts'
import type { Passwords } from '../passwords.ts'
import { notifyOwner } from '../../notifications/notify.ts'
import { findRecipient } from '../../notifications/account-mail.ts'
import { assertStrongPassword, findOwnWords, setPassword } from './new-password.ts'

export interface ResetDeps {
  passwords: Passwords
  links: OneTimeTokens
  deviceCookies: DeviceCookies
}

/** Whether a reset link is valid: its token, its expiry, and its account. */
export async function isResetTokenGood(
  ctx: Context<GuestActor>,
  links: OneTimeTokens,
  token: string,
): Promise<boolean> {
  const link = await links.find(ctx, token, 'password_reset')
  if (!link) return false
  return withReadScope(ctx.db, link.scope, async (tx) => (await findRecipient(tx, link)) !== undefined)
}

/**
 * Sets a new password by an emailed link. The link stays valid if the password is refused. The next
 * login still requires the second factor.
 * @returns for a browser its device cookie entry: the owner opened the email, so an attack's rate
 * limits must not block the login from this browser
 */
export async function resetPassword(
  ctx: Context<GuestActor>,
  { passwords, links, deviceCookies }: ResetDeps,
  { token, password, isBrowser }: { token: string; password: string; isBrowser: boolean },
): Promise<string | undefined> {
  const { db, now } = ctx
  const link = await links.find(ctx, token, 'password_reset')
  if (!link) throw new AppError('invalid_token')
  const { scope, clientId, userId } = link
  const own = await withReadScope(db, scope, async (tx) =>
    (await findRecipient(tx, link)) ? findOwnWords(tx, link) : undefined,
  )
  if (!own) throw new AppError('invalid_token')
  assertStrongPassword(password, own, 'password')
  const passwordHash = await passwords.hash(password)
  return withScope(db, scope, async (tx) => {
    const account = await lockAccount(tx, link)
    if (!account || !isUsable(account) || !(await links.redeem(tx, token, clientId, now)))
      throw new AppError('invalid_token')
    await setPassword(tx, { clientId, userId, passwordHash, now })
    await recordAudit(tx, auditOf({ actor: link, now }, 'password.reset', 'user', { clientId, id: userId }))
    await notifyOwner(tx, link, 'password_reset', now)
    return isBrowser ? deviceCookies.record(tx, link, undefined, now) : undefined
  })
}
