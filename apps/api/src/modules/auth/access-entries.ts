import { limits, serverLimits } from '@gatehouse/validation/limits'
import { userTypes } from '@gatehouse/validation/vocabulary'
import { and, asc, eq } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import type { StaffActor } from '../../context.ts'
import { rankIn } from '../../db/rank-in.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { isSiteOf } from '../sites/queries.ts'
import type { Person } from './account.ts'

/** What the entries of a person say about more than one site. */
export type EntryFlags = Pick<StaffActor, 'hasManagerEntry' | 'hasStaffEntry'>

/**
 * The access entries of a person, without those of archived sites: the highest types first, each by the name of the site. A person has no more
 * than are read here. A site admin needs none, however many sites there are.
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

/** Whether the person $2 of the client $1 has an entry of the type for an active site: there is an index for each type. */
const hasEntry = (userType: 'Manager' | 'Staff') => `exists (
  select from access_entries entry
  join sites site on site.client_id = entry.client_id and site.id = entry.site_id and site.status = 'active'
  where entry.client_id = $1 and entry.user_id = $2 and entry.user_type = '${userType}')`

/** The flags of the person $2 of the client $1, as columns. */
export const entryFlags = `${hasEntry('Manager')} as "hasManagerEntry", ${hasEntry('Staff')} as "hasStaffEntry"`

const summaryQuery = `
  select ${entryFlags}, to_json(array(
    select entry.site_id from access_entries entry
    join sites site on site.client_id = entry.client_id and site.id = entry.site_id and site.status = 'active'
    where entry.client_id = $1 and entry.user_id = $2
    order by entry.site_id limit ${serverLimits.tokenSites})) as "siteIds"`

/** The flags, and the ids of the sites that a session token names. */
export async function findAccessSummary(
  tx: Transaction,
  { clientId, userId }: Person,
): Promise<EntryFlags & { siteIds: string[] }> {
  const [found] = await tx.prepared<EntryFlags & { siteIds: string[] }>(summaryQuery, [clientId, userId])
  if (!found) throw new Error('A query without a table has a row')
  return found
}
