import { hasValues } from '../../db/has-values.ts'
import { availableParallelism } from 'node:os'
import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import type { InputOf } from '@gatehouse/validation/endpoints/all'
import { limits } from '@gatehouse/validation/limits'
import { and, eq, type SQL, sql, count, isNotNull, isNull, not } from 'drizzle-orm'
import { type Context, ownerOf, type StaffActor } from '../../context.ts'
import { isOneOf } from '../../db/sql-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import { DatabaseBusyError } from '../../db/query-errors.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { findBreakdown } from '../rollups/find-breakdown.ts'
import { type Figures, findFigures } from '../rollups/find-figures.ts'
import { findSeries } from '../rollups/find-series.ts'
import { medianStay, staysByRange } from '../rollups/stay-histogram.ts'
import { findOverdueBefore } from '../sites/overdue.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { findReportZone, resolveSite, type VisibleSite, isSiteOf } from '../sites/queries.ts'
import { findPastOnSite } from './past-on-site.ts'
import { periodAt, busiestSince, cutPeriod, earlierPeriods, sameTimes } from './period.ts'
import { isDeviceOnline, isWarning } from '../../db/online-devices.ts'
import { devices } from '../../db/schema/devices.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { users } from '../../db/schema/users.ts'
import { canApprove, isListedUser } from '../users/policy.ts'

/** The paired devices at the chosen sites by status, counted as in the list of sign-in methods. */
async function countDevices(tx: Transaction, chosen: SQL | undefined): Promise<Dashboard['devices']> {
  const countOf = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [counted] = await tx
    .select({
      total: count(),
      online: countOf(isDeviceOnline),
      offline: countOf(and(isNotNull(devices.lastSeenAt), not(isDeviceOnline))),
      low_pressure: countOf(isWarning),
    })
    .from(devices)
    .innerJoin(signInMethods, hasValues(signInMethods, { clientId: devices.clientId, id: devices.methodId }))
    .innerJoin(sites, isSiteOf(signInMethods))
    .where(and(isNull(signInMethods.retiredAt), chosen))
  return counted ?? { total: 0, online: 0, offline: 0, low_pressure: 0 }
}

/** The number of accounts at all sites that the actor may approve. */
async function countPendingUsers(tx: Transaction, actor: StaffActor): Promise<number> {
  const mayManage = actor.admin || actor.siteAdmin || actor.hasManagerEntry
  if (!mayManage || !(await canApprove(tx, actor))) return 0
  return tx.$count(users, and(isListedUser(actor), eq(users.status, 'pending')))
}

/** At most two, and one core stays free for check-ins. */
export const READS_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
/** Per person: as many as can be served within the longest wait, even on a busy machine. */
export const WAITING_READS = 40

/**
 * Limits concurrent dashboard reads per node, so that they do not slow check-ins down. Clients are
 * served in turn, and within a client its users.
 */
const reads = createSemaphore({
  permits: READS_AT_ONCE,
  maxWaiting: WAITING_READS,
  maxWaitMs: 5000,
  createError: () => new DatabaseBusyError('Too many read the figures of Home'),
})

type DashboardQuery = InputOf<'getDashboard'>['query']

/**
 * The figures of Home for all sites that the actor may see, or for one of them. One site is counted
 * in its own zone, several in the client's. Reads rollups and presence, and few visits for the trend.
 * @throws AppError `not_found` for a site that the actor may not see
 */
export const getDashboard = (ctx: Context<StaffActor>, query: DashboardQuery): Promise<Dashboard> =>
  reads.run(() => readDashboard(ctx, query), ownerOf(ctx.actor))

async function readDashboard(
  { db, actor, now }: Context<StaffActor>,
  query: DashboardQuery,
): Promise<Dashboard> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const { site } = await resolveSite(tx, actor, 'see', query)
      const timeZone = await findReportZone(tx, actor, site)
      const period = periodAt(query.period, now, timeZone)
      const chosen = and(
        isAccessibleSite(actor, 'see'),
        site && hasValues(sites, { clientId: site.clientId, id: site.id }),
      )
      const { edges, previous } = cutPeriod(query.period, now, timeZone, period)
      const since = busiestSince(query.period, now, timeZone, period)
      const earlier = earlierPeriods(query.period, now, timeZone)
      const [onSite, counted, pendingUsers, figures, series, breakdown] = await Promise.all([
        findOnSite(tx, actor, site, chosen, now),
        countDevices(tx, chosen),
        countPendingUsers(tx, actor),
        findFigures(tx, actor, site, { ...period, earlier }),
        findSeries(tx, actor, site, { edges, previous, busiestSince: since, timeZone }),
        findBreakdown(tx, actor, site, period.from),
      ])
      const [current, before] = figures
      const hasTrend = figures.length > 2
      const oldest = earlier.at(-1) ?? period.previous
      const pastOnSite = hasTrend
        ? await findPastOnSite(tx, {
            chosen,
            moments: sameTimes(query.period, now, timeZone),
            visitsPerDay:
              (DAY_MS * figures.reduce((sum, { check_ins }) => sum + check_ins, 0)) /
              (now.getTime() - oldest.from.getTime()),
          })
        : []
      const momentOf = (edge: number | undefined) => new Date(edge ?? period.from).toISOString()
      return {
        as_of: now.toISOString(),
        time_zone: timeZone,
        from: period.from.toISOString(),
        check_ins: { count: current.check_ins, previous: before.check_ins },
        median_stay_minutes: medianStay(current.stays),
        refused: current.refused,
        trend: hasTrend ? trendOf(figures, [onSite.on_site, ...pastOnSite]) : [],
        devices: counted,
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
        stays: staysByRange(current.stays),
        by_site: breakdown?.by_site ?? null,
        by_role: breakdown?.by_role ?? null,
        by_method: breakdown?.by_method ?? null,
        ...onSite,
        sites: await withClients(tx, actor, onSite.sites),
      }
    },
    // One snapshot, so that the charts add up to the totals.
    { readOnly: true, isolation: 'repeatable read' },
  )
}

/** Both are latest first, of the same periods. */
function trendOf(
  figures: readonly Figures[],
  onSite: readonly ({ people: number; overdue: number } | null)[],
): Dashboard['trend'] {
  const points = figures.map(({ check_ins, refused, stays }, index) => ({
    check_ins,
    median_stay_minutes: medianStay(stays),
    refused: Object.values(refused).reduce((sum, n) => sum + n, 0),
    people: onSite[index]?.people ?? null,
    overdue: onSite[index]?.overdue ?? null,
  }))
  const first = points.findLastIndex(
    ({ check_ins, refused, people }) => check_ins + refused + (people ?? 0) > 0,
  )
  return points.slice(0, first + 1).toReversed()
}

type SiteNow = Omit<Dashboard['sites'][number], 'client_name'>

/** Adds the names of the sites' clients, where there may be several. */
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

interface OnSite extends Pick<Dashboard, 'on_site' | 'has_more_sites'> {
  sites: SiteNow[]
}

/**
 * The people on the chosen sites, by site: the sites with most people, then others by name, up to
 * the limit. The result is sorted by name.
 */
async function findOnSite(
  tx: Transaction,
  { scope }: StaffActor,
  site: VisibleSite | undefined,
  chosen: SQL | undefined,
  now: Date,
): Promise<OnSite> {
  const most = limits.homeSites + 1
  const isInScope = and(
    scope.kind === 'client' ? eq(presence.clientId, scope.clientId) : undefined,
    site && hasValues(presence, { clientId: site.clientId, siteId: site.id }),
  )
  const overdueBefore = await findOverdueBefore(tx, site, chosen, now)
  const rows = await tx.execute<SiteNow & Record<string, unknown> & { total: OnSite['on_site'] }>(sql`
    with present as materialized (
      select seen.client_id, seen.id as site_id, count(*)::int as visits, sum(1 + person.dependents)::int as people,
        (count(*) filter (where person.signed_in_at < seen.overdue_before))::int as overdue
      from (select * from ${presence} where ${isInScope ?? sql`true`}) as person
      join (
        select ${sites.clientId}, ${sites.id}, ${overdueBefore} as overdue_before from ${sites}
        where ${chosen}) as seen
        on seen.client_id = person.client_id and seen.id = person.site_id
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
    from listed order by folded_name, id`)
  const shown: SiteNow[] = [...rows]
  // One more than the limit was read; drop one.
  const hasMore = shown.length === most
  if (hasMore) shown.splice(indexOfQuietest(shown), 1)
  return {
    on_site: rows[0]?.total ?? { visits: 0, people: 0, overdue: 0 },
    sites: shown,
    has_more_sites: hasMore,
  }
}

/** The index of the site with the fewest people; of equal ones the last by name. */
function indexOfQuietest(shown: SiteNow[]): number {
  const fewest = Math.min(...shown.map(({ people }) => people))
  return shown.findLastIndex(({ people }) => people === fewest)
}
