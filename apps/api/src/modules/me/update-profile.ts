import type { ProfileInput } from '@gatehouse/validation/endpoints/me'
import { and, eq } from 'drizzle-orm'
import type { Context, Staff } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { recordEvent } from '../../db/outbox.ts'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { emailKey } from '../auth/email-key.ts'
import { dropTokens } from '../auth/one-time-tokens.ts'
import type { Passwords } from '../auth/passwords.ts'
import type { PersonKeys } from '../check-in/person-key.ts'
import { notifyOwner } from '../notifications/notify.ts'
import { assertCurrentPassword, assertStillProven } from '../password/check-current.ts'

export interface ProfileParts {
  passwords: Passwords
  personKeys: PersonKeys
}

/**
 * Changes the own details. Another email needs the current password and waits until its link is opened; that somebody else
 * has it already is not told here, but to whoever opens the link. The address of now leaves one that waits as it is.
 * @throws AppError `wrong_password` and `invalid_phone` at their fields, `too_many_requests`
 */
export async function updateProfile(
  ctx: Context<Staff>,
  { passwords, personKeys }: ProfileParts,
  input: ProfileInput,
): Promise<void> {
  const { db, actor, now } = ctx
  const { clientId, userId } = actor
  const before = await withScope(db, actor.ownScope, (tx) => getOwnRowOrThrow(tx, actor), { readOnly: true })
  const isNewAddress = emailKey(input.email) !== before.emailKey
  let proven: number | undefined
  if (isNewAddress) {
    proven = await assertCurrentPassword(ctx, passwords, input.password)
    await ctx.limits.take('verifyMail', userId)
  }
  const mobile = mobileOf(input.mobile, before.region)
  const { first_name: firstName, last_name: lastName, language } = input
  await withScope(db, actor.ownScope, async (tx) => {
    if (proven !== undefined) await assertStillProven(tx, actor, proven)
    await tx
      .update(users)
      .set({
        firstName,
        lastName,
        mobile,
        language,
        personKey: mobile === '' ? null : personKeys(clientId, { firstName, lastName, mobile }),
        ...(isNewAddress ? { pendingEmail: input.email } : { email: input.email }),
        lastModified: now,
      })
      .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
    if (isNewAddress) {
      // Whichever link went out before leads to an address that is no longer wanted.
      await dropTokens(tx, actor, 'verify_email')
      await recordEvent(tx, { clientId, type: 'mail.verify_email', subject: userId, at: now, payload: {} })
      await notifyOwner(tx, actor, 'email_change_requested', now)
    }
    await recordAudit(tx, {
      clientId,
      actor: { kind: 'staff', id: userId },
      action: 'profile.updated',
      target: { kind: 'user', id: userId },
      at: now,
      details: { email_change_requested: isNewAddress },
    })
  })
}

async function getOwnRowOrThrow(tx: Transaction, { clientId, userId }: Staff) {
  const [row] = await tx
    .select({ emailKey: users.emailKey, region: clients.region })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
  if (!row) throw new AppError('unauthenticated')
  return row
}

function mobileOf(text: string | null, region: string): string {
  if (text === null || text === '') return ''
  const mobile = toE164(text, region)
  if (mobile !== undefined) return mobile
  const refusal = new AppError('invalid_phone')
  throw new AppError('invalid_phone', { fields: { mobile: refusal.message } })
}
