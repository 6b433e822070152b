import { limits } from '@gatehouse/validation/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { readRowsInParts } from '../../db/open-export.ts'
import { presence } from '../../db/schema/visits.ts'
import { sites } from '../../db/schema/sites.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import { DatabaseBusyError } from '../../db/query-errors.ts'
import { LIST_TTL_MS } from '../board/lifecycle.ts'
import type { ListVersion } from '../board/queries.ts'
import { type Closing, findClosings, overdueByHours } from '../sites/overdue.ts'
import { json, millisOf } from '../../db/sql-values.ts'

/** Of more sites than this, all are counted anew: that costs less than looking each up. */
const MOST_CHANGED = 2000
/** Somebody who waits longer is told to come back. */
const WAIT_MS = 5000

/** How many visits and people are somewhere now, and how many of the visits are overdue. */
export interface Count {
  visits: number
  people: number
  overdue: number
}

export interface CountedSite extends Count {
  clientId: string
  id: string
}

export interface Everywhere {
  total: Count
  /** The sites with most people: one more than Home lists, and those with as many people as the last of them. */
  busiest: CountedSite[]
}

interface KeptSite extends CountedSite {
  overdueAfterHours: number
  hoursKey: string | null
  /** The overdue ones signed in before this time. */
  before: number
  /** When the first of the others signed in. The count holds until that is overdue too. */
  next: number | null
}

interface Kept {
  version: ListVersion
  readAt: number
  sites: Map<string, KeptSite>
  /** What follows from the sites. */
  found: Everywhere
}

export interface OnSiteEverywhere {
  /** Who is on the active sites of all clients, as committed when it is asked. */
  find(db: Database, scope: InstallationScope, now: Date): Promise<Everywhere>
}

/**
 * Keeps for a node how many people are on each site, with the snapshot in which it was read. A request counts those
 * sites anew that a transaction has changed since, and those at which somebody has become overdue.
 */
export function createOnSiteEverywhere(): OnSiteEverywhere {
  let kept: Kept | undefined
  let forget: NodeJS.Timeout | undefined
  // One after the other, so that what is kept never goes back to an earlier snapshot.
  const turns = createSemaphore({
    permits: 1,
    maxWaitMs: WAIT_MS,
    createError: () => new DatabaseBusyError('Too many count who is on site'),
  })

  async function refresh(tx: Transaction, now: Date): Promise<Kept> {
    const before = kept && performance.now() - kept.readAt < LIST_TTL_MS ? kept : undefined
    const [{ version, changed }, closings] = await Promise.all([
      findChanged(tx, before?.version),
      findClosings(tx, sql`${sites.status} = 'active'`, now),
    ])
    const readAt = performance.now()
    const outdated = before && changed && [...changed, ...findOutdated(before.sites, closings, now)]
    if (!outdated || outdated.length > MOST_CHANGED) {
      const all = await countAll(tx, closings, now)
      return { version, readAt, sites: all, found: sum(all) }
    }
    const { sites: known } = before
    if (outdated.length === 0) return { ...before, version, readAt }
    const counted = await countSome(tx, outdated, closings, now)
    for (const { id } of outdated) known.delete(id)
    for (const site of counted) known.set(site.id, site)
    return { version, readAt, sites: known, found: sum(known) }
  }

  return {
    find: (db, scope, now) =>
      turns.run(async () => {
        kept = await withScope(db, scope, (tx) => refresh(tx, now), {
          readOnly: true,
          isolation: 'repeatable read',
          customPlans: true,
        }).catch((error: unknown) => {
          kept = undefined
          throw error
        })
        clearTimeout(forget)
        forget = setTimeout(() => (kept = undefined), LIST_TTL_MS).unref()
        return kept.found
      }),
  }
}

interface SiteKey {
  clientId: string
  id: string
}

/**
 * What the database shows now, and the sites that a transaction has changed which the version does not show.
 * @returns no sites where there is no version, another server has taken over, or too many have changed
 */
async function findChanged(
  tx: Transaction,
  version: ListVersion | undefined,
): Promise<{ version: ListVersion; changed: SiteKey[] | undefined }> {
  const shown = version?.snapshot ?? null
  const [found] = await tx.execute<ListVersion & { changed: SiteKey[] } & Record<string, unknown>>(sql`
    select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as "serverStartedAt", (
      select coalesce(json_agg(json_build_object('clientId', client_id, 'id', site_id)), '[]') from (
        select distinct client_id, site_id from board_changes
        where list = 'on_site' and transaction_id >= pg_snapshot_xmin(${shown}::pg_snapshot)
          and not pg_visible_in_snapshot(transaction_id, ${shown}::pg_snapshot)
        limit ${MOST_CHANGED + 1}) as change) as changed`)
  if (!found) throw new Error('The database has shown no state')
  const { snapshot, serverStartedAt, changed } = found
  const isComparable = serverStartedAt === version?.serverStartedAt && changed.length <= MOST_CHANGED
  return { version: { snapshot, serverStartedAt }, changed: isComparable ? changed : undefined }
}

/** The sites at which somebody is overdue by now who was not, or no longer, because the clock was set. */
function findOutdated(
  kept: ReadonlyMap<string, KeptSite>,
  closings: readonly Closing[],
  now: Date,
): KeptSite[] {
  const closedAt = new Map(closings.map(({ key, at }) => [key, at.getTime()]))
  return Array.from(kept.values()).filter(({ overdueAfterHours, hoursKey, before, next }) => {
    const rule = now.getTime() - overdueAfterHours * HOUR_MS
    const overdueBefore = Math.max(rule, (hoursKey !== null && closedAt.get(hoursKey)) || rule)
    return overdueBefore < before || (next !== null && next < overdueBefore)
  })
}

/** All active sites where somebody is. */
async function countAll(
  tx: Transaction,
  closings: readonly Closing[],
  now: Date,
): Promise<Map<string, KeptSite>> {
  const query = countQuery(
    closings,
    sql`(
      select ${sites.clientId}, ${sites.id}, ${sites.overdueAfterHours}, ${sites.hoursKey}, ${overdueByHours(now)} as rule
      from ${sites} where ${sites.status} = 'active') as seen
    join ${presence} person on person.client_id = seen.client_id and person.site_id = seen.id`,
  )
  const all = new Map<string, KeptSite>()
  for await (const rows of readRowsInParts(tx, query, (next) => tx.execute<Row>(next)))
    for (const row of rows) all.set(row.id, toKept(row))
  return all
}

async function countSome(
  tx: Transaction,
  chosen: readonly SiteKey[],
  closings: readonly Closing[],
  now: Date,
): Promise<KeptSite[]> {
  const asked = chosen.map(({ clientId, id }) => ({ client_id: clientId, id }))
  const rows = await tx.execute<Row>(
    countQuery(
      closings,
      sql`(select distinct * from jsonb_to_recordset(${json(asked)}) as asked (client_id uuid, id uuid)) as asked
      cross join lateral (
        select ${sites.clientId}, ${sites.id}, ${sites.overdueAfterHours}, ${sites.hoursKey}, ${overdueByHours(now)} as rule
        from ${sites} where ${sites.clientId} = asked.client_id and ${sites.id} = asked.id and ${sites.status} = 'active') as seen
      cross join lateral (
        select ${presence.signedInAt}, ${presence.dependents} from ${presence}
        where ${presence.clientId} = asked.client_id and ${presence.siteId} = asked.id) as person`,
    ),
  )
  return rows.map(toKept)
}

/** Counts the rows of `person` for each site of `seen`. */
function countQuery(closings: readonly Closing[], from: SQL): SQL {
  const overdueBefore = sql`greatest(seen.rule, closing.at)`
  const isOverdue = sql`person.signed_in_at < ${overdueBefore}`
  const inMilliseconds = (time: SQL) => sql`round${millisOf(time)}`
  return sql`
    select seen.client_id as "clientId", seen.id, seen.overdue_after_hours as "overdueAfterHours", seen.hours_key as "hoursKey",
      count(*)::int as visits, sum(1 + person.dependents)::int as people, (count(*) filter (where ${isOverdue}))::int as overdue,
      ${inMilliseconds(overdueBefore)} as before,
      ${inMilliseconds(sql`min(person.signed_in_at) filter (where not ${isOverdue})`)} as next
    from ${from}
    left join jsonb_to_recordset(${json(closings)}) as closing (key uuid, at timestamptz)
      on closing.key = seen.hours_key
    group by seen.client_id, seen.id, seen.overdue_after_hours, seen.hours_key, seen.rule, closing.at`
}

interface Row extends Record<string, unknown>, KeptSite {}

const toKept = ({
  clientId,
  id,
  overdueAfterHours,
  hoursKey,
  visits,
  people,
  overdue,
  before,
  next,
}: Row): KeptSite => ({
  clientId,
  id,
  overdueAfterHours,
  hoursKey,
  visits,
  people,
  overdue,
  before,
  next,
})

function sum(all: ReadonlyMap<string, KeptSite>): Everywhere {
  const total = { visits: 0, people: 0, overdue: 0 }
  // In ascending order, without a comparison of our own: there may be very many.
  const counts = new Int32Array(all.size)
  let at = 0
  for (const { visits, people, overdue } of all.values()) {
    total.visits += visits
    total.people += people
    total.overdue += overdue
    counts[at++] = people
  }
  const fewest = counts.sort().at(-1 - limits.homeSites) ?? 0
  return { total, busiest: Array.from(all.values()).filter(({ people }) => people >= fewest) }
}
