import { availableParallelism } from 'node:os'
import type { Dashboard, DashboardPeriod } from '@gatehouse/validation/endpoints/dashboard'
import { limits } from '@gatehouse/validation/limits'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, ownerOf, type StaffActor } from '../../context.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import { DatabaseBusyError } from '../../db/query-errors.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { findBreakdown } from '../rollups/find-breakdown.ts'
import { findFigures } from '../rollups/find-figures.ts'
import { findSeries } from '../rollups/find-series.ts'
import { medianStay, staysByRange } from '../rollups/stay-histogram.ts'
import { findOverdueBefore } from '../sites/overdue-sites.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { findReportZone, isSiteOf, resolveSite, type VisibleSite } from '../sites/queries.ts'
import { countDevices, countPendingUsers } from './attention.ts'
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
  query: { period: DashboardPeriod; site?: string | undefined },
): Promise<Dashboard> {
  return reads.run(() => readDashboard(ctx, query), ownerOf(ctx.actor))
}

function readDashboard(
  { db, actor, now }: Context<StaffActor>,
  query: { period: DashboardPeriod; site?: string | undefined },
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
        site && and(eq(sites.clientId, site.clientId), eq(sites.id, site.id)),
      )
      const { edges, previous } = cutPeriod(query.period, now, timeZone, period)
      const since = busiestSince(query.period, now, timeZone, period)
      const [onSite, devices, pendingUsers, figures, series, breakdown] = await Promise.all([
        findOnSite(tx, site, chosen, now),
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
      }
    },
    // One snapshot, so that the charts add up to the figures.
    { readOnly: true, isolation: 'repeatable read' },
  )
}

type OnSite = Pick<Dashboard, 'on_site' | 'sites' | 'has_more_sites'>
type SiteNow = Dashboard['sites'][number]

/** Who is on the chosen sites. The sites with most people are listed, then others by name, up to the limit; all are sorted by name. */
async function findOnSite(
  tx: Transaction,
  site: VisibleSite | undefined,
  chosen: SQL | undefined,
  now: Date,
): Promise<OnSite> {
  const overdueBefore = await findOverdueBefore(tx, site, chosen, now)
  const most = limits.homeSites + 1
  const rows = await tx.execute<SiteNow & Record<string, unknown> & { total: OnSite['on_site'] }>(sql`
    with present as materialized (
      select ${sites.id}, ${sites.name}, ${sites.foldedName}, count(*)::int as visits, sum(1 + ${presence.dependents})::int as people,
        (count(*) filter (where ${presence.signedInAt} < ${overdueBefore}))::int as overdue
      from ${presence} join ${sites} on ${isSiteOf(presence)} where ${chosen}
      group by ${sites.clientId}, ${sites.id}),
    busiest as (select * from present order by people desc, folded_name, id limit ${most}),
    listed as (
      select * from busiest
      union all
      (select ${sites.id}, ${sites.name}, ${sites.foldedName}, 0, 0, 0 from ${sites}
        where ${chosen} and not exists (select from present where present.id = ${sites.id})
        order by ${sites.foldedName}, ${sites.id} limit ${most} - (select count(*) from busiest)))
    select id, name, visits, people, overdue, (
      select jsonb_build_object('visits', coalesce(sum(visits), 0), 'people', coalesce(sum(people), 0),
        'overdue', coalesce(sum(overdue), 0)) from present) as total
    from listed order by folded_name, id`)
  const shown = rows.map(({ id, name, visits, people, overdue }) => ({ id, name, visits, people, overdue }))
  const hasMore = shown.length === most
  if (hasMore) shown.splice(indexOfQuietest(shown), 1)
  return {
    on_site: rows[0]?.total ?? { visits: 0, people: 0, overdue: 0 },
    sites: shown,
    has_more_sites: hasMore,
  }
}

/** The index of the site with the fewest people; of several, the last by name. */
function indexOfQuietest(shown: SiteNow[]): number {
  const fewest = Math.min(...shown.map(({ people }) => people))
  return shown.findLastIndex(({ people }) => people === fewest)
}
