import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Staff } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { VisibleSites } from './policy.ts'

/** The active sites that a person may see, by name. */
export async function findSites(tx: Transaction, actor: Staff, visible: VisibleSites) {
  if (visible !== 'all' && visible.length === 0) return []
  return selectSites(tx, actor, visible === 'all' ? undefined : inArray(sites.id, visible))
}

export type VisibleSite = Awaited<ReturnType<typeof findSites>>[number]

/**
 * One of them.
 * @throws AppError `not_found`, also for a site of another client and for one that the person may not see
 */
export async function getSiteOrThrow(
  tx: Transaction,
  actor: Staff,
  visible: VisibleSites,
  siteId: string,
): Promise<VisibleSite> {
  if (visible !== 'all' && !visible.includes(siteId)) throw new AppError('not_found')
  const [site] = await selectSites(tx, actor, eq(sites.id, siteId))
  if (!site) throw new AppError('not_found')
  return site
}

/** The zone in which figures and lists are told: one site's own, for several that of the person's client. */
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

function selectSites(tx: Transaction, actor: Staff, which: SQL | undefined) {
  return tx
    .select({
      clientId: sites.clientId,
      id: sites.id,
      name: sites.name,
      timeZone: sites.timeZone,
      offlineUsers: sites.offlineUsers,
      overdueAfterHours: sites.overdueAfterHours,
      clientTimeZone: clients.timeZone,
    })
    .from(sites)
    .innerJoin(clients, eq(clients.id, sites.clientId))
    .where(
      and(
        actor.siteAdmin ? undefined : eq(sites.clientId, actor.clientId),
        eq(sites.status, 'active'),
        which,
      ),
    )
    .orderBy(asc(sites.foldedName), asc(sites.id))
}
