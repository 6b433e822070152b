import { and, type AnyColumn, asc, eq, type SQL } from 'drizzle-orm'
import type { StaffActor as Staff } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { isAccessibleSite, type SiteRight } from './policy.ts'

/** The active sites at which a person has a right, by name. */
export function findSites(tx: Transaction, actor: Staff, right: SiteRight) {
  return selectSites(tx, isAccessibleSite(actor, right))
}

export type VisibleSite = Awaited<ReturnType<typeof findSites>>[number]

/**
 * One of these sites.
 * @throws AppError `not_found`, also for a site of another client and for one at which the person does not have the right
 */
export async function getSiteOrThrow(
  tx: Transaction,
  actor: Staff,
  right: SiteRight,
  siteId: string,
): Promise<VisibleSite> {
  const [site] = await selectSites(tx, and(eq(sites.id, siteId), isAccessibleSite(actor, right)))
  if (!site) throw new AppError('not_found')
  return site
}

/** The time zone of figures and lists: that of the one site, or of the person's client for several sites. */
export async function findReportZone(
  tx: Transaction,
  actor: Staff,
  site: Pick<VisibleSite, 'timeZone'> | undefined,
): Promise<string> {
  if (site) return site.timeZone
  const [client] = await tx
    .select({ timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, actor.clientId))
  return client?.timeZone ?? 'UTC'
}

/** Joins a table with `client_id` and `site_id` to its site. */
export function isSiteOf(table: { clientId: AnyColumn; siteId: AnyColumn }): SQL | undefined {
  return and(eq(sites.clientId, table.clientId), eq(sites.id, table.siteId))
}

function selectSites(tx: Transaction, where: SQL | undefined) {
  return tx
    .select({
      clientId: sites.clientId,
      id: sites.id,
      name: sites.name,
      timeZone: sites.timeZone,
      offlineUsers: sites.offlineUsers,
      overdueAfterHours: sites.overdueAfterHours,
    })
    .from(sites)
    .where(where)
    .orderBy(asc(sites.foldedName), asc(sites.id))
}
