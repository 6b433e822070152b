import { availableParallelism } from 'node:os'
import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { limits } from '@gatehouse/validation/limits'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, ownerOf, type StaffActor } from '../../context.ts'
import { isOneOf } from '../../db/is-one-of.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import { DatabaseBusyError } from '../../db/query-errors.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { findBreakdown } from '../rollups/find-breakdown.ts'
import { findFigures } from '../rollups/find-figures.ts'
import { findSeries } from '../rollups/find-series.ts'
import { medianStay, staysByRange } from '../rollups/stay-histogram.ts'
import { type Closing, findClosings, overdueByHours } from '../sites/overdue-sites.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { findReportZone, resolveSite, type VisibleSite } from '../sites/queries.ts'
import { countDevices, countPendingUsers } from './attention.ts'
import type { Everywhere, OnSiteEverywhere } from './on-site-everywhere.ts'
import { periodAt } from './period.ts'
import { busiestSince, cutPeriod } from './time-series.ts'

/** Two, but one core is left to check-ins. */
export const READS_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
/** Of one person: so many as can be read within the longest wait, also on a busy machine. */
export const WAITING_READS = 40

/**
 * Figures are read at the same time for so few requests of a node, so that many readers do not slow check-ins down. Clients take turns, and in
 * a client its people do.
 */
const reads = createSemaphore({
  permits: READS_AT_ONCE,
  maxWaiting: WAITING_READS,
  maxWaitMs: 5000,
  createError: () => new DatabaseBusyError('Too many read the figures of Home'),
})

/**
 * The figures of Home for all sites that the person may see, or for one of them. One site counts in its own zone, several in the client's.
 * They come from roll-ups and presence only, never from the records of visits.
 * @throws AppError `not_found` for a site that the person may not see
 */
export function findDashboard(
  ctx: Context<StaffActor>,
  onSiteEverywhere: OnSiteEverywhere,
  query: DashboardQuery,
): Promise<Dashboard> {
  return reads.run(() => readDashboard(ctx, onSiteEverywhere, query), ownerOf(ctx.actor))
}

interface DashboardQuery {
  period: DashboardPeriod
  site?: string | undefined
}

async function readDashboard(
  { db, actor, now }: Context<StaffActor>,
  onSiteEverywhere: OnSiteEverywhere,
  query: DashboardQuery,
): Promise<Dashboard> {
  const { scope } = actor
  const everywhere =
    scope.kind === 'installation' && query.site === undefined
      ? await onSiteEverywhere.find(db, scope, now)
      : undefined
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const { site } = await resolveSite(tx, actor, 'see', query)
      const timeZone = await findReportZone(tx, actor, site)
      const period = periodAt(query.period, now, timeZone)
      const chosen = and(
        isAccessibleSite(actor, 'see'),
        site && and(eq(sites.clientId, site.clientId), eq(sites.id, site.id)),
      )
      const { edges, previous } = cutPeriod(query.period, now, timeZone, period)
      const since = busiestSince(query.period, now, timeZone, period)
      const [onSite, devices, pendingUsers, figures, series, breakdown] = await Promise.all([
        everywhere && canList(everywhere)
          ? listBusiest(tx, everywhere)
          : findOnSite(tx, actor, site, chosen, now),
        countDevices(tx, chosen),
        countPendingUsers(tx, actor),
        findFigures(tx, actor, site, period),
        findSeries(tx, actor, site, { edges, previous, busiestSince: since, timeZone }),
        findBreakdown(tx, actor, site, period.from),
      ])
      const momentOf = (edge: number | undefined) => new Date(edge ?? period.from).toISOString()
      return {
        as_of: now.toISOString(),
        time_zone: timeZone,
        from: period.from.toISOString(),
        check_ins: { count: figures.check_ins, previous: figures.previous_check_ins },
        median_stay_minutes: medianStay(figures.stays),
        refused: figures.refused,
        devices,
        pending_users: pendingUsers,
        series:
          series.parts?.map((part, index) => ({
            from: momentOf(edges[index]),
            to: momentOf(edges[index + 1]),
            ...part,
            previous_from: momentOf(previous[index]),
            previous_to: momentOf(previous[index + 1]),
          })) ?? null,
        busiest_hours: series.busiest_hours && { from: since.toISOString(), hours: series.busiest_hours },
        stays: staysByRange(figures.stays),
        by_site: breakdown?.by_site ?? null,
        by_role: breakdown?.by_role ?? null,
        by_method: breakdown?.by_method ?? null,
        ...onSite,
        sites: await withClients(tx, actor, onSite.sites),
      }
    },
    // One snapshot, so that the charts add up to the figures.
    { readOnly: true, isolation: 'repeatable read' },
  )
}

type SiteNow = Omit<Dashboard['sites'][number], 'client_name'>
type OnSite = Pick<Dashboard, 'on_site' | 'has_more_sites'> & { sites: SiteNow[] }

/** The sites with the names of their clients, where there may be several. */
async function withClients(
  tx: Transaction,
  { scope }: StaffActor,
  found: readonly SiteNow[],
): Promise<Dashboard['sites']> {
  const ids = found.map(({ id }) => id)
  const named =
    scope.kind === 'installation'
      ? await tx
          .select({ id: sites.id, name: clients.name })
          .from(sites)
          .innerJoin(clients, eq(clients.id, sites.clientId))
          .where(isOneOf(sites.id, ids))
      : []
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return found.map((site) => Object.assign(site, { client_name: names.get(site.id) ?? null }))
}

/** Who is on the chosen sites. The sites with most people are listed, then others by name, up to the limit; all are sorted by name. */
async function findOnSite(
  tx: Transaction,
  { scope }: StaffActor,
  site: VisibleSite | undefined,
  chosen: SQL | undefined,
  now: Date,
): Promise<OnSite> {
  const rows = await tx.execute<SiteNow & Record<string, unknown> & { total: OnSite['on_site'] }>(
    onSiteQuery(scope, site, chosen, await findClosings(tx, chosen, now, site !== undefined), now),
  )
  return {
    on_site: rows[0]?.total ?? { visits: 0, people: 0, overdue: 0 },
    ...listed(rows),
  }
}

/** Without the one that is one too many. */
function listed(rows: readonly SiteNow[]): Omit<OnSite, 'on_site'> {
  const shown = rows.map(({ id, name, visits, people, overdue }) => ({ id, name, visits, people, overdue }))
  const hasMore = shown.length === limits.homeSites + 1
  if (hasMore) shown.splice(indexOfQuietest(shown), 1)
  return { sites: shown, has_more_sites: hasMore }
}

/** So many sites with as many people as the last one that is listed are told apart by their names. */
const MOST_ALIKE = 2000

/** Whether there are people at as many sites as Home lists. Else sites without anybody are listed too. */
const canList = ({ busiest }: Everywhere) => busiest.length > limits.homeSites && busiest.length <= MOST_ALIKE

/** The same for all clients together, with the sites by what the node has kept of them. */
async function listBusiest(tx: Transaction, { total, busiest }: Everywhere): Promise<OnSite> {
  const counted = busiest.map(({ clientId, ...counts }) => ({ client_id: clientId, ...counts }))
  const rows = await tx.execute<SiteNow & Record<string, unknown>>(sql`
    with busiest as (
      select ${sites.id}, ${sites.name}, ${sites.foldedName}, visits, people, overdue
      from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
        as busy (client_id uuid, id uuid, visits int, people int, overdue int)
      join ${sites} on ${sites.clientId} = busy.client_id and ${sites.id} = busy.id
      order by people desc, ${sites.foldedName}, ${sites.id} limit ${limits.homeSites + 1})
    select id, name, visits, people, overdue from busiest order by folded_name, id`)
  return { on_site: total, ...listed(rows) }
}

/**
 * The statement of `findOnSite`. Names are read of the busiest sites only.
 */
export function onSiteQuery(
  scope: StaffActor['scope'],
  site: VisibleSite | undefined,
  chosen: SQL | undefined,
  closings: readonly Closing[],
  now: Date,
): SQL {
  const most = limits.homeSites + 1
  const isInScope = and(
    scope.kind === 'client' ? eq(presence.clientId, scope.clientId) : undefined,
    site && and(eq(presence.clientId, site.clientId), eq(presence.siteId, site.id)),
  )
  // Of all clients there are more sites than people: the closings are joined after those without anybody are gone. Else once for each site.
  const isOfAll = scope.kind === 'installation' && !site
  const closingOf = (key: SQL) => sql`left join closing on closing.key = ${key}`
  const overdueBefore = (rule: SQL) => sql`greatest(${rule}, closing.at)`
  const rule = overdueByHours(now)
  return sql`
    with closing as materialized (select * from jsonb_to_recordset(${JSON.stringify(closings)}::jsonb) as closing (key uuid, at timestamptz)),
    present as materialized (
      select seen.client_id, seen.id as site_id, count(*)::int as visits, sum(1 + person.dependents)::int as people,
        (count(*) filter (where person.signed_in_at < ${isOfAll ? overdueBefore(sql`seen.overdue_before`) : sql`seen.overdue_before`}))::int as overdue
      from (select * from ${presence} where ${isInScope ?? sql`true`}) as person
      join (
        select ${sites.clientId}, ${sites.id}, ${sites.hoursKey}, ${isOfAll ? rule : overdueBefore(rule)} as overdue_before
        from ${sites} ${isOfAll ? sql`` : closingOf(sql`${sites.hoursKey}`)}
        where ${chosen}) as seen
        on seen.client_id = person.client_id and seen.id = person.site_id
      ${isOfAll ? closingOf(sql`seen.hours_key`) : sql``}
      group by seen.client_id, seen.id),
    busy as (select * from present order by people desc fetch first ${most} rows with ties),
    busiest as (
      select busy.client_id, ${sites.id}, ${sites.name}, ${sites.foldedName}, visits, people, overdue
      from busy join ${sites} on ${sites.clientId} = busy.client_id and ${sites.id} = busy.site_id
      order by people desc, ${sites.foldedName}, ${sites.id} limit ${most}),
    listed as (
      select id, name, folded_name, visits, people, overdue from busiest
      union all
      (select ${sites.id}, ${sites.name}, ${sites.foldedName}, 0, 0, 0 from ${sites}
        where ${chosen} and not exists (
          select from present where present.client_id = ${sites.clientId} and present.site_id = ${sites.id})
        order by ${sites.foldedName}, ${sites.id} limit ${most} - (select count(*) from busiest)))
    select id, name, visits, people, overdue, (
      select jsonb_build_object('visits', coalesce(sum(visits), 0), 'people', coalesce(sum(people), 0),
        'overdue', coalesce(sum(overdue), 0)) from present) as total
    from listed order by folded_name, id`
}

/** The index of the site with the fewest people; of several, the last by name. */
function indexOfQuietest(shown: SiteNow[]): number {
  const fewest = Math.min(...shown.map(({ people }) => people))
  return shown.findLastIndex(({ people }) => people === fewest)
}
