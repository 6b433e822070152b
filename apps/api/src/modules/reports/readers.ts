import { and, eq, exists, or, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries, users } from '../../db/schema/users.ts'

const managedSites = alias(sites, 'managed_sites')

const managerEntry = new QueryBuilder()
  .select({ one: sql`1` })
  .from(accessEntries)
  .innerJoin(
    managedSites,
    and(eq(managedSites.clientId, accessEntries.clientId), eq(managedSites.id, accessEntries.siteId)),
  )
  .where(
    and(
      eq(accessEntries.clientId, users.clientId),
      eq(accessEntries.userId, users.id),
      eq(accessEntries.userType, 'Manager'),
      eq(managedSites.status, 'active'),
    ),
  )

/** Whether a user may read reports: admins, and Managers of an active site, as a column or a condition on `users`. */
export const isReader = sql<boolean>`(${or(users.admin, users.siteAdmin, exists(managerEntry))})`
