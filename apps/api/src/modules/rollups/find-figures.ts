import { type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { isAccessibleSite, readsAllRecords } from '../sites/policy.ts'
import type { VisibleSite } from '../sites/queries.ts'
import { coverRange, type Piece } from './cover-range.ts'
import type { StayHistogram } from './stay-histogram.ts'
import { json } from '../../db/sql-values.ts'

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
}

export interface Figures {
  check_ins: number
  previous_check_ins: number
  refused: Record<RefusalReason, number>
  stays: StayHistogram
}

interface Row extends Record<string, unknown>, Record<RefusalReason, number> {
  check_ins: number
  previous_check_ins: number
  stays: StayHistogram
}

/**
 * The figures of the sites that a person may see, or of one of them. One statement reads the
 * roll-ups and the deltas that are not yet folded, so a concurrent fold doesn't change the result.
 */
export async function findFigures(
  tx: Transaction,
  actor: StaffActor,
  site: VisibleSite | undefined,
  ranges: Ranges,
): Promise<Figures> {
  const [row] = await tx.execute<Row>(figuresQuery(actor, site, ranges))
  if (!row) throw new Error('A query without groups answers one row')
  const { check_ins, previous_check_ins, stays, banned, high, low, failed_answer } = row
  return { check_ins, previous_check_ins, stays, refused: { banned, high, low, failed_answer } }
}

/** The statement of `findFigures`. */
export function figuresQuery(actor: StaffActor, site: VisibleSite | undefined, ranges: Ranges): SQL {
  const ofPeriod = (...keys: string[]) => sum(sql`period = 'current'`, sql.join(keys.map(valueOf), sql` + `))
  return sql`
    with ${piecesAs(piecesOf(ranges))}, counted as (${countedRows(actor, site)})
    select ${ofPeriod('visitor', 'user')} as check_ins,
      ${sum(sql`period = 'previous'`, sql`${valueOf('visitor')} + ${valueOf('user')}`)} as previous_check_ins,
      ${ofPeriod('banned')} as banned, ${ofPeriod('high')} as high, ${ofPeriod('low')} as low,
      ${ofPeriod('failed_answer')} as failed_answer,
      (select coalesce(jsonb_object_agg(key, n), '{}') from (
        select key, sum(value::int) as n from counted, jsonb_each_text(stays) where period = 'current' group by key) as bins
      ) as stays
    from counted`
}

/** The number under a key in `counts`. */
export const valueOf = (key: string) => sql`coalesce((counts ->> ${sql.raw(`'${key}'`)})::int, 0)`
const sum = (where: SQL, value: SQL) => sql`coalesce(sum(${value}) filter (where ${where}), 0)::int`

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

function piecesOf({ from, previous }: Ranges): PieceRow[] {
  return [
    ...pieceRows('current', { from: from.getTime(), to: FAR_FUTURE }),
    ...pieceRows('previous', { from: previous.from.getTime(), to: previous.to.getTime() }),
  ]
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
