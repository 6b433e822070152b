import type { UserType } from '@gatehouse/validation/vocabulary'
import { and, eq, exists, not, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { hasValues } from '../../db/has-values.ts'
import type { KeyActor, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { accessEntries, users } from '../../db/schema/users.ts'

/**
 * What a person may do with a site.
 * - `watch`: watch its board
 * - `see`: see it in the portal
 * - `manage`: manage it
 */
export type SiteRight = 'watch' | 'see' | 'manage'

/** The user types whose entry for a site gives the right. Admins have every right. */
const userTypesWith: Record<SiteRight, UserType[]> = {
  watch: ['Manager', 'Staff', 'Device', 'Guest'],
  see: ['Manager', 'Staff'],
  manage: ['Manager'],
}

/** The actor whose rights a condition is about. */
export type SiteReader =
  | Pick<StaffActor, 'admin' | 'siteAdmin' | 'clientId' | 'userId'>
  | Pick<KeyActor, 'admin' | 'siteAdmin' | 'clientId'>

/**
 * The sites at which a person has a right, active or archived, as a condition on `sites`: all for a
 * site admin, those of the client for an admin, else those of the person's access entries. The
 * number of parameters does not depend on the number of sites. Only lists that show archived sites
 * use it; records use `hasReadableRecords`, everything else `isAccessibleSite`.
 */
export function hasRightAtSite(actor: SiteReader, right: SiteRight): SQL | undefined {
  if (actor.siteAdmin) return undefined
  const isOfClient = eq(sites.clientId, actor.clientId)
  if (actor.admin) return isOfClient
  return and(
    isOfClient,
    sql`exists (
      select from access_entries own_entries
      where own_entries.client_id = ${actor.clientId} and own_entries.user_id = ${actor.userId}
        and own_entries.site_id = ${sites.id} and own_entries.user_type in ${userTypesWith[right]})`,
  )
}

/** The active sites at which a person has a right, as a condition on `sites`. */
export function isAccessibleSite(actor: SiteReader, right: SiteRight): SQL | undefined {
  return and(eq(sites.status, 'active'), hasRightAtSite(actor, right))
}

/** The active sites where the sign-in policy lets a person check out others. Never null. */
export function isCheckOutSite(actor: SiteReader): SQL<boolean> {
  const [seen, managed] = [isAccessibleSite(actor, 'see'), isAccessibleSite(actor, 'manage')]
  if (actor.admin || actor.siteAdmin) return sql`(${managed})`
  return sql`(case (select ${clients.checkOutOthers} from ${clients} where ${eq(clients.id, sites.clientId)})
    when 'Staff' then ${seen} when 'Manager' then ${managed} else false end)`
}

/**
 * The sites whose records a person may read, as a condition on `sites`: the active ones at which
 * they have the right. Admins may also read the records of archived sites, because history stays
 * valid.
 */
export function hasReadableRecords(actor: SiteReader, right: SiteRight): SQL | undefined {
  return readsAllRecords(actor) ? hasRightAtSite(actor, right) : isAccessibleSite(actor, right)
}

/** Whether a person may read the records of all sites in their scope. */
export const readsAllRecords = ({ admin, siteAdmin }: Pick<SiteReader, 'admin' | 'siteAdmin'>): boolean =>
  admin || siteAdmin

/** Users with an entry for an active site at which a person has a right, as a condition. */
export function hasEntryAtSite(actor: SiteReader, right: SiteRight): SQL {
  return exists(entriesOfUser().where(and(isEntryOfUser, isAccessibleSite(actor, right))))
}

/** The users with an entry for one site, as a condition on `users`. */
export const hasEntryAt = ({ clientId, id }: { clientId: string; id: string }): SQL =>
  sql`exists (select from ${accessEntries} where ${isEntryOfUser}
    and ${accessEntries.clientId} = ${clientId} and ${accessEntries.siteId} = ${id})`

/**
 * The users with an entry for a site at which a person does not have a right, as a condition on
 * `users`. Archived sites count, because restoring one gives its people their rights back.
 */
export function hasEntryElsewhere(actor: SiteReader, right: SiteRight): SQL {
  const hasRight = hasRightAtSite(actor, right)
  if (!hasRight) return sql`false`
  return exists(entriesOfUser().where(and(isEntryOfUser, not(hasRight))))
}

const isSiteOfEntry = hasValues(sites, { clientId: accessEntries.clientId, id: accessEntries.siteId })
export const isEntryOfUser = hasValues(accessEntries, { clientId: users.clientId, userId: users.id })

function entriesOfUser() {
  return new QueryBuilder()
    .select({ one: sql`1` })
    .from(accessEntries)
    .innerJoin(sites, isSiteOfEntry)
}
