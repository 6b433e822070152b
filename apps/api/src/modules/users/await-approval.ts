import { and, eq, inArray } from 'drizzle-orm'
import { recordNotices } from '../../db/outbox.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** Triggers end the sessions and the links. */
export const awaiting = { status: 'pending', statusReason: '', accessPinHash: null } as const

/**
 * Lets active users of a client wait for an approval again. One notification stands for all of them.
 * The caller has set `last_modified`.
 */
export async function awaitApproval(
  tx: Transaction,
  clientId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  const [first] = ids
  if (first === undefined) return
  await tx
    .update(users)
    .set(awaiting)
    .where(and(eq(users.clientId, clientId), inArray(users.id, [...ids])))
  await recordNotices(tx, [
    { clientId, event: 'approval_waiting', subject: first, at, payload: { user: first } },
  ])
}
