import { fieldSentences } from '@gatehouse/validation/field-codes'
import type { Context, StaffActor } from '../../../context.ts'
import { auditOf, recordAudit } from '../../../db/audit.ts'
import { withScope, withReadScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { DeviceCookies } from '../device-cookies.ts'
import type { Passwords } from '../passwords.ts'
import { notifyOwner } from '../../notifications/notify.ts'
import { assertCurrentPassword, assertStillProven } from './current-password.ts'
import { assertStrongPassword, findOwnWords, setPassword } from './new-password.ts'

export interface ChangeDeps {
  passwords: Passwords
  deviceCookies: DeviceCookies
}

/**
 * Changes the person's password. This session continues; all others and all remembered devices end.
 * @returns for a browser its device cookie entry, as after a login
 */
export async function changePassword(
  ctx: Context<StaffActor>,
  { passwords, deviceCookies }: ChangeDeps,
  { password, newPassword, isBrowser }: { password: string; newPassword: string; isBrowser: boolean },
): Promise<string | undefined> {
  const { db, actor, now } = ctx
  const { clientId, userId, sessionId } = actor
  const version = await assertCurrentPassword(ctx, passwords, password)
  const own = await withReadScope(db, actor.ownScope, (tx) => findOwnWords(tx, actor))
  assertStrongPassword(newPassword, own, 'newPassword')
  if (newPassword === password) {
    const message = fieldSentences.password_reused
    throw new AppError('weak_password', { message, fields: { newPassword: 'password_reused' } })
  }
  const passwordHash = await passwords.hash(newPassword)
  return withScope(db, actor.ownScope, async (tx) => {
    await assertStillProven(tx, actor, version)
    await setPassword(tx, { clientId, userId, passwordHash, now, keepSessionId: sessionId })
    await recordAudit(tx, auditOf({ actor, now }, 'password.changed', 'user', { clientId, id: userId }))
    await notifyOwner(tx, actor, 'password_changed', now)
    return isBrowser ? deviceCookies.record(tx, actor, undefined, now) : undefined
  })
}
