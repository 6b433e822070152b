import { and, asc, eq, type Placeholder, type SQLWrapper } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import type { SharedDatabase } from '../../db/tenancy.ts'

/** The query for a client's active user with this name and mobile, for use in a larger query. A visitor who gives both at sign-in is that user. */
export function knownUser(
  db: SharedDatabase,
  { clientId, personKey }: Record<'clientId' | 'personKey', Placeholder | SQLWrapper>,
) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.personKey, personKey), eq(users.status, 'active')))
    .orderBy(asc(users.id))
    .limit(1)
}
