import type { Dashboard, DashboardPeriod } from '@gatehouse/validation/endpoints/dashboard'
import { and, count, eq, gte, lt, sql, type SQL, sum } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { sites } from '../../db/schema/sites.ts'
import { presence, visits } from '../../db/schema/visits.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { findReportZone, findSites, getSiteOrThrow, isSiteOf, type VisibleSite } from '../sites/queries.ts'
import { type Period, periodAt } from './period.ts'

/**
 * The figures of Home for all sites that the person may see, or for one of them. One site counts in its own zone, several in the client's.
 * @throws AppError `not_found` for a site that the person may not see
 */
export function findDashboard(
  { db, actor, now }: Context<StaffActor>,
  { period: name, site: siteId }: { period: DashboardPeriod; site?: string | undefined },
): Promise<Dashboard> {
  return withScope(
    db,
    actor.scope,
    async (tx) => {
      const site = siteId ? await getSiteOrThrow(tx, actor, 'see', siteId) : undefined
      const shown = site ? [site] : await findSites(tx, actor, 'see')
      const timeZone = await findReportZone(tx, actor, site)
      const period = periodAt(name, now, timeZone)
      const chosen = and(
        isAccessibleSite(actor, 'see'),
        site && and(eq(sites.clientId, site.clientId), eq(sites.id, site.id)),
      )
      const [onSite, checkIns, previous, stay, refused] = await Promise.all([
        countOnSite(tx, chosen, shown, now),
        countCheckIns(tx, chosen, period),
        countCheckIns(tx, chosen, period.previous),
        medianStay(tx, chosen, period),
        countRefused(tx, chosen, period),
      ])
      return {
        as_of: now.toISOString(),
        time_zone: timeZone,
        from: period.from.toISOString(),
        on_site: {
          visits: total(onSite, 'visits'),
          people: total(onSite, 'people'),
          overdue: total(onSite, 'overdue'),
        },
        check_ins: { count: checkIns, previous },
        median_stay_minutes: stay,
        refused,
        sites: onSite,
      }
    },
    { readOnly: true },
  )
}

type OnSite = Dashboard['sites'][number]

function total(sitesNow: OnSite[], figure: 'visits' | 'people' | 'overdue'): number {
  return sitesNow.reduce((before, site) => before + site[figure], 0)
}

/** A condition on `sites`: those that the figures are about. */
type ChosenSites = SQL | undefined

async function countOnSite(
  tx: Transaction,
  chosen: ChosenSites,
  shown: VisibleSite[],
  now: Date,
): Promise<OnSite[]> {
  const overdue = sql`${presence.signedInAt} < ${now.toISOString()}::timestamptz - make_interval(hours => ${sites.overdueAfterHours})`
  const rows = await tx
    .select({
      siteId: presence.siteId,
      visits: count(),
      people: sum(sql`1 + ${presence.dependents}`).mapWith(Number),
      overdue: sql<number>`count(*) filter (where ${overdue})`.mapWith(Number),
    })
    .from(presence)
    .innerJoin(sites, isSiteOf(presence))
    .where(chosen)
    .groupBy(presence.siteId)
  const bySite = new Map(rows.map((row) => [row.siteId, row]))
  return shown.map(({ id, name }) => {
    const { visits: here, people, overdue: late } = bySite.get(id) ?? { visits: 0, people: 0, overdue: 0 }
    return { id, name, visits: here, people, overdue: late }
  })
}

/** From a moment, up to and without another. */
type TimeRange = Pick<Period, 'from' | 'to'>

async function countCheckIns(tx: Transaction, chosen: ChosenSites, { from, to }: TimeRange): Promise<number> {
  const [row] = await tx
    .select({ visits: count() })
    .from(visits)
    .innerJoin(sites, isSiteOf(visits))
    .where(and(chosen, gte(visits.signedInAt, from), lt(visits.signedInAt, to)))
  return row?.visits ?? 0
}

/** The median in minutes of the stays that began in the period and have ended with a known time. */
async function medianStay(
  tx: Transaction,
  chosen: ChosenSites,
  { from, to }: TimeRange,
): Promise<number | null> {
  const stay = sql`extract(epoch from ${visits.signedOutAt} - ${visits.signedInAt}) / 60`
  const [row] = await tx
    .select({ minutes: sql<number | null>`percentile_cont(0.5) within group (order by ${stay})` })
    .from(visits)
    .innerJoin(sites, isSiteOf(visits))
    .where(and(chosen, gte(visits.signedInAt, from), lt(visits.signedInAt, to)))
  return row?.minutes ?? null
}

async function countRefused(
  tx: Transaction,
  chosen: ChosenSites,
  { from, to }: TimeRange,
): Promise<Dashboard['refused']> {
  const rows = await tx
    .select({ reason: refusedAttempts.reason, attempts: count() })
    .from(refusedAttempts)
    .innerJoin(sites, isSiteOf(refusedAttempts))
    .where(and(chosen, gte(refusedAttempts.attemptedAt, from), lt(refusedAttempts.attemptedAt, to)))
    .groupBy(refusedAttempts.reason)
  const figures = { banned: 0, high: 0, low: 0, failed_answer: 0 }
  for (const { reason, attempts } of rows) figures[reason] = attempts
  return figures
}
