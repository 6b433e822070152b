import { limits, serverLimits } from '@gatehouse/validation/limits'
import { userTypes } from '@gatehouse/validation/vocabulary'
import { and, asc, eq } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import type { StaffActor } from '../../context.ts'
import { rankIn } from '../../db/name-order.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { isSiteOf } from '../sites/queries.ts'
import type { Person } from './account.ts'

/** What a person's access entries say across all sites. */
export type EntryFlags = Pick<StaffActor, 'hasManagerEntry' | 'hasStaffEntry'>

/**
 * A person's access entries except those for archived sites, ordered by type (highest first) and
 * then by site name. The list is not paged because their number per person is limited. A site_admin
 * needs none.
 */
export async function listAccessEntries(tx: Transaction, person: Pick<StaffActor, 'siteAdmin'> & Person) {
  if (person.siteAdmin) return []
  return tx
    .select({ siteId: accessEntries.siteId, siteName: sites.name, userType: accessEntries.userType })
    .from(accessEntries)
    .innerJoin(sites, isSiteOf(accessEntries))
    .where(
      and(
        hasValues(accessEntries, { clientId: person.clientId, userId: person.userId }),
        eq(sites.status, 'active'),
      ),
    )
    .orderBy(rankIn(userTypes, accessEntries.userType), asc(sites.foldedName), asc(sites.id))
    .limit(limits.accessEntries.most)
}

/** Whether person $2 of client $1 has such an entry for an active site. Each type has an index. */
const hasEntry = (userType: 'Manager' | 'Staff') => `exists (
  select from access_entries entry
  join sites site on site.client_id = entry.client_id and site.id = entry.site_id and site.status = 'active'
  where entry.client_id = $1 and entry.user_id = $2 and entry.user_type = '${userType}')`

/** The flags of person $2 of client $1, as columns. */
export const entryFlags = `${hasEntry('Manager')} as "hasManagerEntry", ${hasEntry('Staff')} as "hasStaffEntry"`

const summaryQuery = `
  select ${entryFlags}, to_json(array(
    select entry.site_id from access_entries entry
    join sites site on site.client_id = entry.client_id and site.id = entry.site_id and site.status = 'active'
    where entry.client_id = $1 and entry.user_id = $2
    order by entry.site_id limit ${serverLimits.tokenSites})) as "siteIds"`

/** The flags, and the site ids that go into the session token. */
export async function findAccessSummary(
  tx: Transaction,
  { clientId, userId }: Person,
): Promise<EntryFlags & { siteIds: string[] }> {
  const [found] = await tx.prepared<EntryFlags & { siteIds: string[] }>(summaryQuery, [clientId, userId])
  if (!found) throw new Error('A query without a table has a row')
  return found
}
