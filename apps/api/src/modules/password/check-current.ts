import { messages } from '@gatehouse/validation/messages'
import { and, eq } from 'drizzle-orm'
import type { Context, Staff } from '../../context.ts'
import { users } from '../../db/schema/users.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Passwords } from '../auth/passwords.ts'

/**
 * Makes sure that whoever sits at a signed-in screen knows its password. Right ones do not count.
 * @returns the hash that it was compared with, to be swapped for another one only while it is still in force
 * @throws AppError `wrong_password` at the field `password`, `too_many_requests` after ten wrong ones
 */
export async function assertCurrentPassword(
  { db, actor, limits }: Context<Staff>,
  passwords: Passwords,
  password: string | null | undefined,
): Promise<string> {
  const { clientId, userId } = actor
  if (password === null || password === undefined) throw wrongPassword(messages.current_password_required)
  await limits.take('currentPassword', userId)
  const [user] = await withScope(
    db,
    actor.ownScope,
    (tx) =>
      tx
        .select({ passwordHash: users.passwordHash })
        .from(users)
        .where(and(eq(users.clientId, clientId), eq(users.id, userId))),
    { readOnly: true },
  )
  const hashed = user?.passwordHash ?? undefined
  const matches = await passwords.matches(password, hashed).catch(async (error: unknown) => {
    // A server too busy to hash has not tried the password.
    await limits.giveBack('currentPassword', userId)
    throw error
  })
  if (!matches || hashed === undefined) throw wrongPassword()
  await limits.giveBack('currentPassword', userId)
  return hashed
}

function wrongPassword(message: string = new AppError('wrong_password').message): AppError {
  return new AppError('wrong_password', { message, fields: { password: message } })
}
