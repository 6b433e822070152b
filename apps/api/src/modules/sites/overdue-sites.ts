import { and, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { OpenHours } from '@gatehouse/validation/endpoints/sites'
import { sites } from '../../db/schema/sites.ts'
import { presence } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { lastClosing, overdueBefore, type OverdueRule } from './overdue.ts'
import { instant } from '../../db/sql-values.ts'

/** Nobody is overdue at an empty site. Most sites of a large installation are empty. */
const someoneAtSite = new QueryBuilder()
  .select({ one: sql`1` })
  .from(presence)
  .where(and(eq(presence.clientId, sites.clientId), eq(presence.siteId, sites.id)))

/** When sites with the same zone and opening hours closed last. Sites that never close have none. */
export interface Closing {
  /** The `hours_key` of the sites. */
  key: string
  at: Date
}

interface Hours extends Record<string, unknown> {
  key: string
  timeZone: string
  openingHours: OpenHours[]
}

/** So many different hours are looked up and sent along for all clients together. */
const MOST_HOURS = 1000

/**
 * The last closings of the chosen sites where somebody is, and perhaps of others. They come from the same function as everywhere, and are
 * computed once for all sites with the same hours, before the query that needs them.
 * @param isOneSite whether `chosen`, a condition on `sites`, chooses one
 */
export async function findClosings(
  tx: Transaction,
  chosen: SQL | undefined,
  now: Date,
  isOneSite = false,
): Promise<Closing[]> {
  const ofAll = tx.scope?.kind === 'installation' && !isOneSite ? await findAllHours(tx) : undefined
  const hours = ofAll ?? (await findHours(tx, chosen))
  const closings: Closing[] = []
  for await (const { key, ...own } of takeTurns(hours)) {
    const at = lastClosing(own, now)
    if (at) closings.push({ key, at })
  }
  return closings
}

function findHours(tx: Transaction, chosen: SQL | undefined): Promise<Hours[]> {
  return tx
    .selectDistinctOn([sites.hoursKey], {
      key: sql<string>`${sites.hoursKey}`,
      timeZone: sites.timeZone,
      openingHours: sites.openingHours,
    })
    .from(sites)
    .where(and(chosen, isNotNull(sites.hoursKey), exists(someoneAtSite)))
}

/**
 * Those of all active sites: the index is read once for each of them, however many sites have them.
 * @returns undefined where there are too many, so that only those of sites with people are worth it
 */
async function findAllHours(tx: Transaction): Promise<Hours[] | undefined> {
  const isIt = sql`status = 'active' and hours_key is not null`
  const rows = await tx.execute<Hours>(sql`
    with recursive hours as (
      (select hours_key as key from sites where ${isIt} order by hours_key limit 1)
      union all
      select (select hours_key from sites where ${isIt} and hours_key > hours.key order by hours_key limit 1)
      from hours where hours.key is not null)
    select hours.key, example.time_zone as "timeZone", example.opening_hours as "openingHours"
    from hours cross join lateral (
      select time_zone, opening_hours from sites where ${isIt} and hours_key = hours.key limit 1) as example
    limit ${MOST_HOURS + 1}`)
  return rows.length > MOST_HOURS ? undefined : [...rows]
}

/** How long ago somebody must have come to a site to be overdue, whatever its hours, as a value of a query that reads `sites`. */
export const overdueByHours = (now: Date): SQL<Date> =>
  sql<Date>`${instant(now)} - make_interval(hours => ${sites.overdueAfterHours})`

/**
 * `overdueBefore` for one site, or for each of the chosen ones, as a value of a query that reads `sites`.
 */
export async function findOverdueBefore(
  tx: Transaction,
  site: OverdueRule | undefined,
  chosen: SQL | undefined,
  now: Date,
): Promise<SQL<Date>> {
  if (site) return instant(overdueBefore(site, now))
  const closings = await findClosings(tx, chosen, now)
  if (closings.length === 0) return overdueByHours(now)
  // The subquery makes PostgreSQL read the text once, not for each row. A site whose hours are not in it has no closing, or nobody is there.
  const byKey = JSON.stringify(Object.fromEntries(closings.map(({ key, at }) => [key, at])))
  const closingOf = sql`(select ${byKey}::jsonb) ->> ${sites.hoursKey}::text`
  return sql<Date>`greatest(${overdueByHours(now)}, (${closingOf})::timestamptz)`
}
