import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { lastClosing, overdueBefore, type OverdueRule } from './overdue.ts'

/** Names the opening hours that a site has in common with others. */
const hoursKey = sql<string>`${sites.timeZone} || ${sites.openingHours}::text`
const hasHours = sql`${sites.openingHours} <> '[]'`
/** Nobody is overdue at an empty site. Most sites of a large installation are empty. */
const someoneAtSite = new QueryBuilder()
  .select({ one: sql`1` })
  .from(presence)
  .where(and(eq(presence.clientId, sites.clientId), eq(presence.siteId, sites.id)))

/**
 * `overdueBefore` for one site, or for each of the chosen ones, as a value of a query that reads `sites`. The closings come from the same
 * function as everywhere: they are computed once for all sites with the same hours at which somebody is, before the query.
 */
export async function findOverdueBefore(
  tx: Transaction,
  site: OverdueRule | undefined,
  chosen: SQL | undefined,
  now: Date,
): Promise<SQL<Date>> {
  if (site) return sql<Date>`${overdueBefore(site, now).toISOString()}::timestamptz`
  const rules = await tx
    .selectDistinct({ key: hoursKey, timeZone: sites.timeZone, openingHours: sites.openingHours })
    .from(sites)
    .where(and(chosen, hasHours, exists(someoneAtSite)))
  const byHours = sql<Date>`${now.toISOString()}::timestamptz - make_interval(hours => ${sites.overdueAfterHours})`
  const closings = rules.flatMap(({ key, ...hours }) => {
    const closing = lastClosing(hours, now)
    return closing ? [[key, closing.toISOString()]] : []
  })
  if (closings.length === 0) return byHours
  // The subquery makes PostgreSQL read the text once, not for each row. A site whose hours are not in it has no closing, or nobody is there.
  const closingOf = sql`(select ${JSON.stringify(Object.fromEntries(closings))}::jsonb) ->> (${hoursKey})`
  return sql<Date>`greatest(${byHours}, case when ${hasHours} then (${closingOf})::timestamptz end)`
}
