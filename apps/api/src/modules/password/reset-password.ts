import { and, eq } from 'drizzle-orm'
import type { Context, Guest } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { users } from '../../db/schema/users.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { OneTimeTokens } from '../auth/one-time-tokens.ts'
import type { Passwords } from '../auth/passwords.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { findRecipient } from '../notifications/recipient.ts'
import { assertStrongPassword, findOwnWords } from './own-words.ts'
import { setPassword } from './set-password.ts'

export interface ResetParts {
  passwords: Passwords
  links: OneTimeTokens
}

/** Whether a reset link is still good: its token, its time, and the account that it is for. */
export async function isResetTokenGood(
  { db, now }: Context<Guest>,
  links: OneTimeTokens,
  token: string,
): Promise<boolean> {
  const link = await links.find(db, token, 'password_reset', now)
  if (!link) return false
  return withScope(db, link.scope, async (tx) => (await findRecipient(tx, link)) !== undefined, {
    readOnly: true,
  })
}

/**
 * Sets a new password by an emailed link. A password that is refused leaves the link good; a second step that is set up is
 * still owed at the next login.
 * @returns the address's key, under which the browser is known from now on
 * @throws AppError `invalid_token`, `weak_password`
 */
export async function resetPassword(
  { db, now }: Context<Guest>,
  { passwords, links }: ResetParts,
  token: string,
  password: string,
): Promise<string> {
  const link = await links.find(db, token, 'password_reset', now)
  if (!link) throw new AppError('invalid_token')
  const { scope, clientId, userId } = link
  const own = await withScope(
    db,
    scope,
    async (tx) => ((await findRecipient(tx, link)) ? findOwnWords(tx, link) : undefined),
    { readOnly: true },
  )
  if (!own) throw new AppError('invalid_token')
  assertStrongPassword(password, own, 'password')
  const passwordHash = await passwords.hash(password)
  return withScope(db, scope, async (tx) => {
    if (!(await links.spend(tx, token, clientId, now))) throw new AppError('invalid_token')
    await setPassword(tx, { clientId, userId, passwordHash, now })
    await recordAudit(tx, {
      clientId,
      actor: { kind: 'staff', id: userId },
      action: 'password.reset',
      target: { kind: 'user', id: userId },
      at: now,
    })
    await notifyOwner(tx, link, 'password_reset', now)
    const [user] = await tx
      .select({ emailKey: users.emailKey })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
    return user?.emailKey ?? ''
  })
}
