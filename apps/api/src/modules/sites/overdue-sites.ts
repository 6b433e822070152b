import { and, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { lastClosing, overdueBefore, type OverdueRule } from './overdue.ts'

/** Nobody is overdue at an empty site. Most sites of a large installation are empty. */
const someoneAtSite = new QueryBuilder()
  .select({ one: sql`1` })
  .from(presence)
  .where(and(eq(presence.clientId, sites.clientId), eq(presence.siteId, sites.id)))

/**
 * When sites with the same zone and opening hours closed last, by the `hours_key` of the sites: of
 * the chosen sites where somebody is. They come from the same function as everywhere.
 */
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

/** How long ago somebody must have come to a site to be overdue, whatever its hours, as a value of a query that reads `sites`. */
const overdueByHours = (now: Date): SQL<Date> =>
  sql<Date>`${now.toISOString()}::timestamptz - make_interval(hours => ${sites.overdueAfterHours})`

/**
 * `overdueBefore` for one site, or for each of the chosen ones, as a value of a query that reads `sites`.
 */
export async function findOverdueBefore(
  tx: Transaction,
  site: OverdueRule | undefined,
  chosen: SQL | undefined,
  now: Date,
): Promise<SQL<Date>> {
  if (site) return sql<Date>`${overdueBefore(site, now).toISOString()}::timestamptz`
  const closings = await findClosings(tx, chosen, now)
  if (closings.size === 0) return overdueByHours(now)
  // The subquery makes PostgreSQL read the text once, not for each row. A site whose hours are not in it has no closing, or nobody is there.
  const byKey = JSON.stringify(Object.fromEntries(closings))
  const closingOf = sql`(select ${byKey}::jsonb) ->> ${sites.hoursKey}::text`
  return sql<Date>`greatest(${overdueByHours(now)}, (${closingOf})::timestamptz)`
}
