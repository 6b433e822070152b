import { and, eq } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { lockAccount } from '../auth/account.ts'
import { editColumns, findEditBlock, isVisibleUser } from './policy.ts'

export type LockedUser = typeof users.$inferSelect

/**
 * Locks a user whom the person may change, until the transaction ends.
 * @throws AppError `not_found` for a user whom the person may not see; `type_too_high`, `other_sites`
 */
export async function lockEditableUser(tx: Transaction, actor: StaffActor, id: string): Promise<LockedUser> {
  const isChosen = and(isVisibleUser(actor), eq(users.id, id))
  const [found] = await tx.select({ clientId: users.clientId }).from(users).where(isChosen)
  if (!found) throw new AppError('not_found')
  await lockAccount(tx, { clientId: found.clientId, userId: id })
  const [row] = await tx
    .select({ user: users, ...editColumns(actor) })
    .from(users)
    .where(isChosen)
  if (!row) throw new AppError('not_found')
  const code = findEditBlock(row)
  if (code !== undefined) throw new AppError(code)
  return row.user
}
