import type { OpenHours } from '@gatehouse/validation/endpoints/sites'
import { hasValues } from '../../db/has-values.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { and, exists, isNotNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { instant } from '../../db/sql-values.ts'

/** The opening hours of a site, in local time. */
interface SiteHours {
  timeZone: string
  openingHours: readonly OpenHours[]
}

export interface OverdueRule extends SiteHours {
  overdueAfterHours: number
}

/**
 * People who signed in before this moment and are still on site are overdue: their visit is too
 * long, or the site has closed since.
 */
export function overdueBefore(rule: OverdueRule, now: Date): Date {
  const byHours = now.getTime() - rule.overdueAfterHours * HOUR_MS
  return new Date(Math.max(byHours, lastClosing(rule, now)?.getTime() ?? byHours))
}

/** A site that opens once a week closed at most eight days ago, or nine if past midnight. */
const DAYS_BACK = 9

/**
 * The last time that a site closed. Adjoining hours are one period, so a site that is always open
 * never closes. In an hour that a zone skips or repeats, the latest reading counts.
 */
export function lastClosing({ timeZone, openingHours }: SiteHours, now: Date): Date | undefined {
  if (openingHours.length === 0) return undefined
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const spans = Array.from({ length: DAYS_BACK + 1 }, (_, daysAgo) => today.subtract({ days: daysAgo }))
    .flatMap((day) => openingHours.filter((hours) => hours.day === day.dayOfWeek).map(spanOn(day, timeZone)))
    .filter(({ opens }) => opens <= now.getTime())
  const isOpenAt = (time: number) => spans.some(({ opens, closes }) => opens <= time && time < closes)
  const closings = spans
    .map(({ closes }) => closes)
    .filter((time) => time <= now.getTime() && !isOpenAt(time))
  return closings.length === 0 ? undefined : new Date(Math.max(...closings))
}

const spanOn =
  (day: Temporal.PlainDate, timeZone: string) =>
  ({ opens, closes }: OpenHours) => {
    const lastDay = closes <= opens ? day.add({ days: 1 }) : day
    const at = (date: Temporal.PlainDate, time: string, disambiguation: 'earlier' | 'later') =>
      date.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds
    return { opens: at(day, opens, 'earlier'), closes: at(lastDay, closes, 'later') }
  }

/** Nobody is overdue at an empty site, and most sites of a large installation are empty. */
const someoneAtSite = new QueryBuilder()
  .select({ one: sql`1` })
  .from(presence)
  .where(hasValues(presence, { clientId: sites.clientId, siteId: sites.id }))

/** The last closing of the chosen sites with people on them, by `hours_key`. */
async function findClosings(tx: Transaction, chosen: SQL | undefined, now: Date): Promise<Map<string, Date>> {
  const hours = await tx
    .selectDistinctOn([sites.hoursKey], {
      key: sql<string>`${sites.hoursKey}`,
      timeZone: sites.timeZone,
      openingHours: sites.openingHours,
    })
    .from(sites)
    .where(and(chosen, isNotNull(sites.hoursKey), exists(someoneAtSite)))
  const closings = new Map<string, Date>()
  for await (const { key, ...own } of takeTurns(hours)) {
    const at = lastClosing(own, now)
    if (at) closings.set(key, at)
  }
  return closings
}

/** People who signed in before this are overdue by hours alone. SQL for a query on `sites`. */
const overdueByHours = (now: Date): SQL<Date> =>
  sql<Date>`${instant(now)} - make_interval(hours => ${sites.overdueAfterHours})`

/** `overdueBefore` for one site, or as SQL for each of the chosen ones in a query on `sites`. */
export async function findOverdueBefore(
  tx: Transaction,
  site: OverdueRule | undefined,
  chosen: SQL | undefined,
  now: Date,
): Promise<SQL<Date>> {
  if (site) return instant(overdueBefore(site, now))
  const closings = await findClosings(tx, chosen, now)
  if (closings.size === 0) return overdueByHours(now)
  // The subquery makes PostgreSQL parse the text once, not per row. A site whose hours are missing
  // from it has never closed or is empty.
  const byKey = JSON.stringify(Object.fromEntries(closings))
  const closingOf = sql`(select ${byKey}::jsonb) ->> ${sites.hoursKey}::text`
  return sql<Date>`greatest(${overdueByHours(now)}, (${closingOf})::timestamptz)`
}
