import { and, asc, eq } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** The query for the id of a client's active user with this name and mobile; to be awaited, or put into another query. */
export function knownUserId(tx: Transaction, clientId: string, personKey: string) {
  return tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.personKey, personKey), eq(users.status, 'active')))
    .orderBy(asc(users.id))
    .limit(1)
}

/** The client's active user with this name and mobile: whoever gives them at the door is that user. */
export async function findKnownUser(
  tx: Transaction,
  clientId: string,
  personKey: string,
): Promise<{ id: string } | undefined> {
  const [found] = await knownUserId(tx, clientId, personKey)
  return found
}
