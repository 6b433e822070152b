import { type SQL, sql } from 'drizzle-orm'
import { recordAudit } from '../../db/audit.ts'
import type { Database } from '../../db/client.ts'
import { DAY_MS } from '../../lib/durations.ts'
import type { ClientScope, InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { notifyOfFigures } from '../notifications/notify.ts'

/** A figure that is not what the records say. It holds ids and numbers only. */
export interface Difference extends Record<string, unknown> {
  /** The id of the site, or of the client for all of its sites; null for the whole installation. */
  scope_id: string | null
  granularity: string
  starts_at: string
  /** A key of `counts`, or `stay:` and a bin. */
  key: string
  /** What the roll-ups have too much, or too little where it is negative. */
  excess: number
}

interface Deps {
  db: Database
  clock: () => Date
  /** For the notices, because site admins belong to other clients, and for the totals. */
  installation: InstallationScope
}

const RECENT_DAYS = 7
/** Each older day is compared once in so many nights. */
const NIGHTS_A_ROUND = 28
/** What Home reads: the year and the year before it. */
export const oldestDays = 2 * 366
/** Folded deltas are kept for so long: Today and Day, with the day before, read them at their edges. They reach back two days, of up to 25 hours, in any zone. */
export const deltasKeptMs = 4 * DAY_MS
/** At most this many differences of a period are kept. */
const MAX_DIFFERENCES = 20
const limits = { statementTimeoutMs: 60_000, deadlineMs: 120_000, readOnly: true } as const

/**
 * Compares the roll-ups of a client with its records: the last days, and of the older ones those whose turn it is. A difference is told
 * in the bell and in the audit log. It is not repaired: the records may have been deleted, and counts survive them.
 */
export async function reconcileClient(
  { db, clock, installation }: Deps,
  scope: ClientScope,
): Promise<Difference[]> {
  const now = clock()
  const { clientId } = scope
  const first = await withScope(db, scope, findFirstMonth, limits)
  const found: Difference[] = []
  for (const day of daysToCompare(now).filter((start) => start >= first)) {
    found.push(...(await withScope(db, scope, (tx) => compareDay(tx, clientId, day), limits)))
    if (day > now.getTime() - deltasKeptMs + DAY_MS)
      found.push(...(await withScope(db, scope, (tx) => compareDeltas(tx, clientId, day), limits)))
  }
  for (const month of monthsToCompare(now))
    found.push(...(await withScope(db, scope, (tx) => compareMonth(tx, clientId, month), limits)))
  if (found.length > 0) {
    await withScope(db, installation, async (tx) => {
      await notifyOfFigures(tx, clientId, now)
      await recordAudit(tx, {
        clientId,
        actor: { kind: 'system', id: null },
        action: 'rollups.differ',
        target: { kind: 'client', id: clientId },
        at: now,
        details: { differences: found.length },
      })
    })
  }
  return found
}

/** Compares the roll-ups of the installation with those of all clients. A difference is told to the site admins. */
export async function reconcileInstallation({ db, clock, installation }: Deps): Promise<Difference[]> {
  const now = clock()
  const found: Difference[] = []
  for (const { from, to } of [...daysToCompare(now).map(dayFrom), ...monthsToCompare(now)])
    found.push(...(await withScope(db, installation, (tx) => compareTotals(tx, from, to), limits)))
  if (found.length > 0) await withScope(db, installation, (tx) => notifyOfFigures(tx, undefined, now))
  return found
}

const dayFrom = (start: number) => ({ from: start, to: start + DAY_MS })

/** The starts of days in UTC, in epoch milliseconds. */
function daysToCompare(now: Date): number[] {
  const today = Math.floor(now.getTime() / DAY_MS)
  return Array.from({ length: oldestDays }, (_, back) => today - back)
    .filter((day, back) => back <= RECENT_DAYS || day % NIGHTS_A_ROUND === today % NIGHTS_A_ROUND)
    .map((day) => day * DAY_MS)
}

/** This month, the one before, and an older one in turn. */
function monthsToCompare(now: Date): { from: number; to: number }[] {
  const turn = 2 + (Math.floor(now.getTime() / DAY_MS) % 24)
  return [0, 1, turn].map((back) => {
    const start = (months: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)
    return { from: start(-back), to: start(1 - back) }
  })
}

/** The first month that has records. Earlier ones may have been dropped, and their figures stay. */
async function findFirstMonth(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ month: string | null }>(sql`
    select min(replace(right(c.relname, 7), '_', '-')) as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'visits'::regclass`)
  return row?.month ? Date.parse(`${row.month}-01T00:00:00Z`) : Infinity
}

function compareDay(tx: Transaction, clientId: string, start: number): Promise<Difference[]> {
  const from = timestamp(start)
  const to = timestamp(start + DAY_MS)
  return findDifferences(
    tx,
    sql`select r.* from ${scopesOf(clientId)} cross join (values ('quarter_hour'), ('day')) as span (granularity)
        cross join lateral ${rollupsOf(clientId, sql`scope.id`, sql`span.granularity`, from, to)} as r
      union all ${sumsOf(clientId, deltasOf(clientId, start, sql`not is_folded`))}`,
    sumsOf(clientId, recordsOf(clientId, start)),
  )
}

/** Compares the deltas of a day, folded or not, with the records. */
function compareDeltas(tx: Transaction, clientId: string, start: number): Promise<Difference[]> {
  return findDifferences(
    tx,
    sumsOf(clientId, deltasOf(clientId, start, sql`true`)),
    sumsOf(clientId, recordsOf(clientId, start)),
  )
}

const sumsOf = (clientId: string, deltas: SQL) => sql`
  select scope_id, granularity, starts_at, counts, stays from gatehouse_sum_deltas(array(${deltas}))
  where client_id = ${clientId} and granularity <> 'month'`

const deltasOf = (clientId: string, start: number, where: SQL) => sql`
  select d from rollup_deltas d
  where client_id = ${clientId} and ${where} and at >= ${timestamp(start)} and at < ${timestamp(start + DAY_MS)}`

const recordsOf = (clientId: string, start: number) => sql`
  select d from gatehouse_deltas_of_records(${clientId}, ${timestamp(start)}, ${timestamp(start + DAY_MS)}) d`

function compareMonth(
  tx: Transaction,
  clientId: string,
  month: { from: number; to: number },
): Promise<Difference[]> {
  const rowsOf = (granularity: SQL) => sql`
    select r.scope_id, 'month' as granularity, ${timestamp(month.from)} as starts_at, r.counts, r.stays
    from ${scopesOf(clientId)} cross join lateral ${rollupsOf(
      clientId,
      sql`scope.id`,
      granularity,
      timestamp(month.from),
      timestamp(month.to),
    )} as r`
  return findDifferences(tx, rowsOf(sql`'month'`), rowsOf(sql`'day'`))
}

/** Compares the totals of a day and its quarter hours, or of a month. */
function compareTotals(tx: Transaction, start: number, end: number): Promise<Difference[]> {
  const from = timestamp(start)
  const to = timestamp(end)
  const spans = sql`(values ${end - start === DAY_MS ? sql`('quarter_hour'), ('day')` : sql`('month')`}) as span (granularity)`
  return findDifferences(
    tx,
    sql`select null::uuid as scope_id, r.* from ${spans} cross join lateral (
      select granularity, starts_at, counts, stays from installation_rollups
      where granularity = span.granularity and starts_at >= ${from} and starts_at < ${to} offset 0) as r`,
    sql`select null::uuid as scope_id, r.granularity, r.starts_at, r.counts, r.stays from clients cross join ${spans}
      cross join lateral ${rollupsOf(sql`clients.id`, sql`clients.id`, sql`span.granularity`, from, to)} as r`,
  )
}

const timestamp = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`

/** The sites of a client, and the client for all of them. */
const scopesOf = (clientId: string) => sql`(
  select id from sites where client_id = ${clientId} union all select ${clientId}::uuid) as scope`

const rollupsOf = (clientId: SQL | string, scopeId: SQL, granularity: SQL, from: SQL, to: SQL) => sql`(
  select scope_id, granularity, starts_at, counts, stays from rollups
  where client_id = ${clientId} and scope_id = ${scopeId} and granularity = ${granularity}
    and starts_at >= ${from} and starts_at < ${to} offset 0)`

/** What the first rows have more than the second ones, by key. One statement sees one state of the tables. */
function findDifferences(tx: Transaction, kept: SQL, expected: SQL): Promise<Difference[]> {
  const entriesOf = (rows: SQL, sign: SQL) => sql`
    select scope_id, granularity, starts_at, entry.key, ${sign} * entry.n as n from (${rows}) as rows
    cross join lateral (
      select key, value::int as n from jsonb_each_text(counts)
      union all select 'stay:' || key, value::int from jsonb_each_text(stays)) as entry`
  return tx.execute<Difference>(sql`
    select scope_id, granularity, starts_at::text, key, sum(n)::int as excess
    from (${entriesOf(kept, sql`1`)} union all ${entriesOf(expected, sql`-1`)}) as entries
    group by 1, 2, 3, 4 having sum(n) <> 0 order by 3, 2, 1, 4 limit ${MAX_DIFFERENCES}`)
}
