import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { errorCodes } from '@gatehouse/validation/error-codes'

/**
 * Makes sure that no other user of the client, active or awaiting approval, has this person key, until the transaction ends: two who
 * want the same one take turns. A unique index would say the same, but databases exist in which two users share a key.
 * @throws AppError `conflict` at `mobile`
 */
export async function claimPersonKey(
  tx: Transaction,
  { clientId, userId, personKey }: { clientId: string; userId: string; personKey: string },
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`person key ${clientId} ${personKey}`}, 0))`,
  )
  const [taken] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        eq(users.personKey, personKey),
        ne(users.id, userId),
        inArray(users.status, ['active', 'pending']),
      ),
    )
    .limit(1)
  if (taken) throw new AppError('conflict', { fields: { mobile: errorCodes.conflict.message } })
}
