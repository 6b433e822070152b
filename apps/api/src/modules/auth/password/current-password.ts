import { fieldSentences } from '@gatehouse/validation/field-codes'
import { hasValues } from '../../../db/has-values.ts'
import type { Context, StaffActor } from '../../../context.ts'
import { users } from '../../../db/schema/users.ts'
import { type Transaction, withReadScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { lockAccount } from '../account.ts'
import type { Passwords } from '../passwords.ts'
import { assertSessionStillValid } from '../sessions.ts'

/**
 * Checks the current password of a signed-in person. Only wrong passwords count towards the limit.
 * @returns the account's security version at the check, which `assertStillProven` compares
 * @throws AppError `wrong_password` at the field `password`, `too_many_requests` after ten wrong
 * ones
 */
export async function assertCurrentPassword(
  { db, actor, limits }: Context<StaffActor>,
  passwords: Passwords,
  password: string | null | undefined,
): Promise<number> {
  const { clientId, userId } = actor
  if (password === null || password === undefined) throw wrongPassword('current_password_required')
  await limits.take('currentPassword', userId)
  const [user] = await withReadScope(db, actor.ownScope, (tx) =>
    tx
      .select({ passwordHash: users.passwordHash, securityVersion: users.securityVersion })
      .from(users)
      .where(hasValues(users, { clientId, id: userId })),
  )
  const matches = await passwords
    .matches(password, user?.passwordHash ?? undefined)
    .catch(async (error: unknown) => {
      // The server was too busy to hash, so the password was not tried.
      await limits.refund('currentPassword', userId)
      throw error
    })
  if (!matches || !user) throw wrongPassword()
  await limits.refund('currentPassword', userId)
  return user.securityVersion
}

/**
 * Locks the account in the transaction that grants something for a checked password, and asserts
 * that the password is still current.
 * @throws AppError `unauthenticated` where the session has ended, `wrong_password` where the
 * account has changed
 */
export async function assertStillProven(tx: Transaction, actor: StaffActor, version: number): Promise<void> {
  const account = await lockAccount(tx, actor)
  await assertSessionStillValid(tx, actor)
  if (account?.securityVersion !== version) throw wrongPassword()
}

function wrongPassword(
  key: 'current_password_required' | 'current_password_wrong' = 'current_password_wrong',
): AppError {
  return new AppError('wrong_password', { message: fieldSentences[key], fields: { password: key } })
}
