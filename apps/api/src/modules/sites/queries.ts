import type { OptionsPage } from '@gatehouse/validation/list-endpoint'
import { and, type AnyColumn, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { hasValues } from '../../db/has-values.ts'
import { clientOf, type Context, type ReadingActor, type StaffActor } from '../../context.ts'
import { chosenFirst, type OptionsSearch, readOptions } from '../../db/options.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { isOneOf } from '../../db/sql-values.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { matchesSearch } from '../../db/search.ts'
import { isAccessibleSite, isCheckOutSite, type SiteRight } from './policy.ts'

/**
 * Checks that the sign-in policy lets the person check out others, at one of these sites.
 * @throws AppError `forbidden`
 */
export async function assertChecksOut(tx: Transaction, actor: StaffActor, site?: SQL): Promise<void> {
  const [found] = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(and(site, isCheckOutSite(actor)))
    .limit(1)
  if (!found) throw new AppError('forbidden')
}

/** The first matches of a search among a person's sites, by name, after a chosen one. */
export function searchSites(
  tx: Transaction,
  actor: ReadingActor,
  right: SiteRight,
  { search, chosen, limit }: OptionsSearch & { limit: number },
): Promise<VisibleSite[]> {
  const isChosen = chosen === undefined ? undefined : eq(sites.id, chosen)
  const isFound = matchesSearch(search, { texts: [sites.foldedName] })
  return selectSites(
    tx,
    and(isAccessibleSite(actor, right), isFound && or(isChosen, isFound)),
    ...chosenFirst(isChosen),
  ).limit(limit)
}

/** Other sites of the same client. The person need not see the site `id`. */
function isBeside(id: string): SQL {
  const its = sql`(select its.client_id from ${sites} its where its.id = ${id})`
  return sql`${sites.clientId} = ${its} and ${sites.id} <> ${id}`
}

/**
 * The options of a filter by site: the first few of these sites, and whether there are more.
 * @param asked.beside a site id: only the other sites of its client are read
 */
export async function findSiteOptions(
  ctx: Context<ReadingActor>,
  { beside, ...asked }: OptionsSearch & { beside?: string | undefined },
  offered = isAccessibleSite,
): Promise<OptionsPage> {
  const isOffered = offered(ctx.actor, 'see')
  const { items, has_more } = await readOptions(ctx, asked, {
    id: sites.id,
    texts: [sites.foldedName],
    rows: (tx, where, isChosen) => {
      const isOther = beside === undefined ? undefined : or(isChosen, isBeside(beside))
      return selectSites(tx, and(isOffered, where, isOther), ...chosenFirst(isChosen))
    },
  })
  return {
    has_more,
    items: items.map(({ id, name, clientName, status }) => ({
      id,
      name,
      client_name: ctx.actor.scope.kind === 'client' ? undefined : clientName,
      archived: status === 'archived' || undefined,
    })),
  }
}

export type VisibleSite = Awaited<ReturnType<typeof selectSites>>[number]

/**
 * The site, if it is active or, with `offered`, among those.
 * @throws AppError `not_found`, also for a site of another client and for one at which the person
 *   does not have the right
 */
export async function getSiteOrThrow(
  tx: Transaction,
  actor: ReadingActor,
  right: SiteRight,
  siteId: string,
  offered = isAccessibleSite,
): Promise<VisibleSite> {
  const [site] = await selectSites(tx, and(eq(sites.id, siteId), offered(actor, right)))
  if (!site) throw new AppError('not_found')
  return site
}

/** The managed site chosen in a form. @throws AppError `not_found` at the field of the site */
export async function getChosenSite(
  tx: Transaction,
  actor: ReadingActor,
  siteId: string,
): Promise<VisibleSite> {
  const site = (await findManagedSites(tx, actor, [siteId])).get(siteId)
  if (!site) throw unknownSite()
  return site
}

/** The sites among these that the person manages, by id; of one client, if it is given. */
export async function findManagedSites(
  tx: Transaction,
  actor: ReadingActor,
  ids: readonly string[],
  clientId?: string,
): Promise<ReadonlyMap<string, VisibleSite>> {
  if (ids.length === 0) return new Map()
  const isOfClient = clientId === undefined ? undefined : eq(sites.clientId, clientId)
  const where = and(isOneOf(sites.id, ids), isOfClient, isAccessibleSite(actor, 'manage'))
  const found = await selectSites(tx, where)
  return new Map(found.map((site) => [site.id, site]))
}

/** The error of a form whose site is gone or not available to the person. */
export const unknownSite = () => new AppError('not_found', { fields: { site_id: 'site_unknown' } })

export type WithSite<Query> = Omit<Query, 'site'> & { site: VisibleSite | undefined }

/**
 * Resolves the site of a query, if it has one. For records it may be archived
 * (`hasReadableRecords`).
 * @returns the query with the site instead of its id
 * @throws AppError `not_found` as `getSiteOrThrow`
 */
export async function resolveSite<Query extends { site?: string | undefined }>(
  tx: Transaction,
  actor: ReadingActor,
  right: SiteRight,
  query: Query,
  offered = isAccessibleSite,
): Promise<WithSite<Query>> {
  const { site: id } = query
  return {
    ...query,
    site: id === undefined ? undefined : await getSiteOrThrow(tx, actor, right, id, offered),
  }
}

/** The time zone of figures and lists: that of the one site, else of the person's client. */
export async function findReportZone(
  tx: Transaction,
  actor: ReadingActor,
  site: Pick<VisibleSite, 'timeZone'> | undefined,
): Promise<string> {
  if (site) return site.timeZone
  const [client] = await tx
    .select({ timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, clientOf(actor)))
  return client?.timeZone ?? 'UTC'
}

/** Joins a table with `client_id` and `site_id` to its site. */
export function isSiteOf(table: { clientId: AnyColumn; siteId: AnyColumn }): SQL | undefined {
  return hasValues(sites, { clientId: table.clientId, id: table.siteId })
}

function selectSites(tx: Transaction, where: SQL | undefined, ...first: SQL[]) {
  return tx
    .select({
      clientId: sites.clientId,
      clientName: clients.name,
      id: sites.id,
      name: sites.name,
      status: sites.status,
      timeZone: sites.timeZone,
      offlineUsers: sites.offlineUsers,
      openingHours: sites.openingHours,
      overdueAfterHours: sites.overdueAfterHours,
    })
    .from(sites)
    .innerJoin(clients, eq(clients.id, sites.clientId))
    .where(where)
    .orderBy(...first, asc(sites.foldedName), asc(sites.id))
}
