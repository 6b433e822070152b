import { hasValues } from '../../db/has-values.ts'
import type { Context, GuestActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { nextModified } from '../../db/edit-row.ts'
import { logins, users } from '../../db/schema/users.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { emailKey, lockAccount } from '../auth/account.ts'
import type { OneTimeTokens } from '../auth/one-time-tokens.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { findRecipient } from '../notifications/account-mail.ts'

/**
 * Confirms a new email address by its link. The person then signs in with it.
 * @throws AppError `invalid_token`; `conflict` where the email is now in use
 */
export async function verifyEmail(
  ctx: Context<GuestActor>,
  links: OneTimeTokens,
  token: string,
): Promise<void> {
  const { db, now } = ctx
  const link = await links.find(ctx, token, 'verify_email')
  if (!link) throw new AppError('invalid_token')
  const { scope, clientId, userId } = link
  await withScope(db, scope, async (tx) => {
    await lockAccount(tx, link)
    const person = await findRecipient(tx, link)
    const isSpent = await links.redeem(tx, token, clientId, now)
    const email = person?.pendingEmail
    if (!isSpent || !email || email !== link.email) throw new AppError('invalid_token')
    const key = emailKey(email)
    await tx.update(logins).set({ emailKey: key }).where(hasValues(logins, { clientId, userId }))
    // A trigger changes the security version, so reset links sent to the old email become invalid.
    await tx
      .update(users)
      .set({ email, emailKey: key, pendingEmail: null, lastModified: nextModified(users.lastModified, now) })
      .where(hasValues(users, { clientId, id: userId }))
    await recordAudit(tx, auditOf({ actor: link, now }, 'email.verified', 'user', { clientId, id: userId }))
    await notifyOwner(tx, link, 'email_changed', now)
  })
}
