import { hasValues } from '../../db/has-values.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { accessEntries, users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/**
 * Joins the possible hosts of a site: its Managers and Staff with an active account. An admin
 * without an entry works at no site, and entries of the other types belong to screens.
 */
export function selectHosts(tx: Transaction) {
  return tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(accessEntries)
    .innerJoin(users, hasValues(users, { clientId: accessEntries.clientId, id: accessEntries.userId }))
    .$dynamic()
}

export function isHostOf({ clientId, siteId }: Record<'clientId' | 'siteId', string>) {
  return and(
    hasValues(accessEntries, { clientId, siteId }),
    inArray(accessEntries.userType, ['Manager', 'Staff']),
    eq(users.status, 'active'),
  )
}

/** Whether this user can be a host at the site. */
export async function isHost(
  tx: Transaction,
  site: { clientId: string; siteId: string },
  userId: string,
): Promise<boolean> {
  const found = await selectHosts(tx).where(and(isHostOf(site), eq(accessEntries.userId, userId)))
  return found.length > 0
}
