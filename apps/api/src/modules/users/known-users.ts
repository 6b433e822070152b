import { and, asc, eq } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import type { SharedDatabase, Transaction } from '../../db/tenancy.ts'

/** The query for the id of a client's active user with this name and mobile, for use in a larger query. */
export function knownUserId(
  db: SharedDatabase,
  { clientId, personKey }: Placeholders<'clientId' | 'personKey'>,
) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.personKey, personKey), eq(users.status, 'active')))
    .orderBy(asc(users.id))
    .limit(1)
}

const selectKnownUser = preparedQuery(knownUserId)

/** The client's active user with this name and mobile. A visitor who gives both at sign-in is that user. */
export async function findKnownUser(
  tx: Transaction,
  clientId: string,
  personKey: string,
): Promise<{ id: string } | undefined> {
  const [found] = await selectKnownUser(tx, { clientId, personKey })
  return found
}

/** Stores when and where a user was last seen. */
export async function touchLastSeen(
  tx: Transaction,
  { clientId, userId, siteId }: { clientId: string; userId: string; siteId: string },
  at: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({ lastSeenAt: at, lastSeenSiteId: siteId })
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
}
