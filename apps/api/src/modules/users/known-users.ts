import { and, asc, eq } from 'drizzle-orm'
import type { Placeholders } from '../../db/prepared-query.ts'
import { users } from '../../db/schema/users.ts'
import type { SharedDatabase } from '../../db/tenancy.ts'

/**
 * The query for the id of a client's active user with this name and mobile, for use in a larger query. A visitor who gives both at
 * sign-in is that user.
 */
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
