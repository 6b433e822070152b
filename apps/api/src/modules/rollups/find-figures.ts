import { serverLimits } from '@gatehouse/validation/limits'
import { count, type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'
import { sites } from '../../db/schema/sites.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { isAccessibleSite, readsAllRecords } from '../sites/policy.ts'
import type { VisibleSite } from '../sites/queries.ts'
import { coverRange, type Piece } from './cover-range.ts'
import type { StayHistogram } from './stay-histogram.ts'
import { json } from '../../db/sql-values.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** A half-open interval: `to` is exclusive. */
export interface TimeRange {
  from: Date
  to: Date
}

export interface Ranges {
  /** The start of the period. It has no end: times of a node with a fast clock count too. */
  from: Date
  /** The period to compare with. */
  previous: TimeRange
  /** The periods before it, latest first, which are left out where there are too many to read. */
  earlier?: readonly TimeRange[]
}

/** The figures of one period. */
export interface Figures {
  check_ins: number
  refused: Record<RefusalReason, number>
  stays: StayHistogram
}

interface Row extends Record<string, unknown>, Record<RefusalReason, number> {
  period: string
  check_ins: number
  stays: StayHistogram
}

/**
 * The figures of the sites that a person may see, or of one of them, for each period, latest first.
 * One statement reads the roll-ups and the deltas that are not yet folded, so a concurrent fold
 * doesn't change the result.
 */
export async function findFigures(
  tx: Transaction,
  actor: StaffActor,
  site: VisibleSite | undefined,
  ranges: Ranges,
): Promise<[current: Figures, previous: Figures, ...earlier: Figures[]]> {
  const earlier = earlierPieces(ranges)
  const most = serverLimits.rollupsOfChart / (await countSources(tx, actor, site))
  const read = countRollups(earlier) <= most ? ranges : { ...ranges, earlier: [] }
  const rows = await tx.execute<Row>(figuresQuery(actor, site, read))
  const figuresOf = (period: string): Figures => {
    const row: Partial<Row> = rows.find((found) => found.period === period) ?? {}
    const { check_ins = 0, stays = {}, banned = 0, high = 0, low = 0, failed_answer = 0 } = row
    return { check_ins, stays, refused: { banned, high, low, failed_answer } }
  }
  return [
    figuresOf('current'),
    figuresOf('previous'),
    ...(read.earlier ?? []).map((_, index) => figuresOf(String(index))),
  ]
}

/** The statement of `findFigures`. */
export function figuresQuery(actor: StaffActor, site: VisibleSite | undefined, ranges: Ranges): SQL {
  const sum = (...keys: string[]) => sql`sum(${sql.join(keys.map(valueOf), sql` + `)})::int`
  return sql`
    with ${piecesAs(piecesOf(ranges))}, counted as materialized (${countedRows(actor, site)}),
    bins as (
      select period, jsonb_object_agg(key, n) as stays from (
        select period, key, sum(value::int) as n from counted, jsonb_each_text(stays) group by 1, 2) as summed
      group by 1),
    sums as (
      select period, ${sum('visitor', 'user')} as check_ins, ${sum('banned')} as banned, ${sum('high')} as high,
        ${sum('low')} as low, ${sum('failed_answer')} as failed_answer
      from counted group by 1)
    select sums.*, coalesce(bins.stays, '{}') as stays from sums left join bins using (period)`
}

/** The number under a key in `counts`. */
export const valueOf = (key: string) => sql`coalesce((counts ->> ${sql.raw(`'${key}'`)})::int, 0)`

/** A piece of a period as a row: roll-ups, folded deltas ("instant"), or unfolded deltas. */
export interface PieceRow {
  period: string
  granularity: Piece['granularity'] | 'unfolded'
  starts: Date
  ends: Date
}

/** The end of an open period. */
export const FAR_FUTURE = Date.UTC(9999, 0, 1)

/** The pieces of a range in epoch milliseconds as rows, plus one for the unfolded deltas. */
export function pieceRows(
  period: string,
  range: { from: number; to: number },
  pieces: readonly Piece[] = coverRange(range.from, range.to),
): PieceRow[] {
  return [...pieces, { granularity: 'unfolded' as const, ...range }].map(({ granularity, from, to }) => ({
    period,
    granularity,
    starts: new Date(from),
    ends: new Date(to),
  }))
}

function piecesOf(ranges: Ranges): PieceRow[] {
  const { from, previous } = ranges
  return [
    ...pieceRows('current', { from: from.getTime(), to: FAR_FUTURE }),
    ...pieceRows('previous', { from: previous.from.getTime(), to: previous.to.getTime() }),
    ...earlierPieces(ranges),
  ]
}

const earlierPieces = ({ earlier = [] }: Ranges): PieceRow[] =>
  earlier.flatMap(({ from, to }, index) =>
    pieceRows(String(index), { from: from.getTime(), to: to.getTime() }),
  )

const lengths: Record<PieceRow['granularity'], number> = {
  quarter_hour: DAY_MS / 96,
  day: DAY_MS,
  month: 30 * DAY_MS,
  instant: Infinity,
  unfolded: Infinity,
}

/** The most roll-ups of one scope in pieces. Nothing was counted after `until`. */
export function countRollups(pieces: readonly PieceRow[], until = FAR_FUTURE): number {
  return pieces.reduce(
    (sum, { granularity, starts, ends }) =>
      sum + (Math.min(ends.getTime(), until) - starts.getTime()) / lengths[granularity],
    0,
  )
}

/** The number of scopes to read: one for a site, a client or all, else one per visible site. */
export async function countSources(
  tx: Transaction,
  actor: StaffActor,
  site: VisibleSite | undefined,
): Promise<number> {
  if (site || readsAllRecords(actor)) return 1
  const [found] = await tx.select({ sites: count() }).from(sites).where(isAccessibleSite(actor, 'see'))
  return Math.max(1, found?.sites ?? 0)
}

/** The common table expression `piece`, which the queries below read. */
export const piecesAs = (pieces: readonly PieceRow[]): SQL => sql`piece as materialized (
  select * from jsonb_to_recordset(${json(pieces)})
    as piece (period text, granularity text, starts timestamptz, ends timestamptz))`

/**
 * The roll-ups and deltas of the pieces, for the sites that a person may see or for one of them.
 * `at` is the start of the roll-up or the time of the delta.
 */
export const countedRows = (actor: StaffActor, site: VisibleSite | undefined): SQL =>
  sql`(${sourceOf(actor, site)}) union all (${deltasOf(actor, site)})`

/** The smallest set of roll-ups that covers the sites. */
function sourceOf(actor: StaffActor, site: VisibleSite | undefined): SQL {
  if (site) return rollupsOf(sql`piece`, sql`${site.clientId}::uuid`, sql`${site.id}::uuid`)
  const { scope } = actor
  if (!readsAllRecords(actor))
    return rollupsOf(
      sql`sites cross join piece`,
      sql`sites.client_id`,
      sql`sites.id`,
      isAccessibleSite(actor, 'see'),
    )
  if (scope.kind === 'installation') return installationTotals
  const clientId = sql`${scope.clientId}::uuid`
  return rollupsOf(sql`piece`, clientId, clientId)
}

/** `offset 0` forces an index search per piece: the planner can't know how short the pieces are. */
function rollupsOf(from: SQL, clientId: SQL, scopeId: SQL, condition: SQL = sql`true`): SQL {
  return sql`
    select piece.period, r.at, r.counts, r.stays from ${from} cross join lateral (
      select starts_at as at, counts, stays from rollups
      where client_id = ${clientId} and scope_id = ${scopeId} and granularity = piece.granularity
        and starts_at >= piece.starts and starts_at < piece.ends offset 0) as r
    where ${condition}`
}

const installationTotals = sql`
  select piece.period, r.at, r.counts, r.stays from piece cross join lateral (
    select starts_at as at, counts, stays from installation_rollups
    where granularity = piece.granularity and starts_at >= piece.starts and starts_at < piece.ends offset 0) as r`

/** The deltas of a `piece`. */
export const deltasOfPiece = sql`
  select client_id, site_id, at, counts, stays from rollup_deltas
  where is_folded and piece.granularity = 'instant' and at >= piece.starts and at < piece.ends
  union all
  select client_id, site_id, at, counts, stays from rollup_deltas
  where not is_folded and piece.granularity = 'unfolded' and at >= piece.starts and at < piece.ends`

function deltasOf(actor: StaffActor, site: VisibleSite | undefined): SQL {
  const deltas = sql`
    select piece.period, d.at, d.counts, d.stays from piece cross join lateral (
      ${deltasOfPiece} offset 0) as d`
  if (site) return sql`${deltas} where d.client_id = ${site.clientId} and d.site_id = ${site.id}`
  if (readsAllRecords(actor))
    return actor.scope.kind === 'installation'
      ? deltas
      : sql`${deltas} where d.client_id = ${actor.scope.clientId}`
  return sql`${deltas} join sites on sites.client_id = d.client_id and sites.id = d.site_id
    where ${isAccessibleSite(actor, 'see')}`
}
