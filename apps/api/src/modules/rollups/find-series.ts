import { serverLimits } from '@gatehouse/validation/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { wallClock } from '../../db/wall-clock.ts'
import type { VisibleSite } from '../sites/queries.ts'
import { coverRange } from './cover-range.ts'
import {
  countedRows,
  countRollups,
  countSources,
  FAR_FUTURE,
  type PieceRow,
  pieceRows,
  piecesAs,
  valueOf,
} from './find-figures.ts'

/** The boundaries of a period's parts in epoch ms. All but first and last lie on quarter hours. */
export interface SeriesRanges {
  edges: readonly number[]
  previous: readonly number[]
  /** The start of the time in which the busiest hours are counted. */
  busiestSince: Date
  timeZone: string
}

/** A field is null where too many roll-ups would have to be read. */
interface Series {
  /** In order. The last part also has times of a node with a fast clock. */
  parts: { visitors: number; staff: number; previous: number }[] | null
  busiest_hours: { weekday: number; hour: number; check_ins: number }[] | null
}

interface Row extends Record<string, unknown> {
  period: 'current' | 'previous' | 'busiest'
  /** The number of the part, from 1, or the day of the week. */
  place: number
  hour: number | null
  visitors: number
  staff: number
}

/** Check-ins over time and by hour of the week, from the same roll-ups as the figures. */
export async function findSeries(
  tx: Transaction,
  actor: StaffActor,
  site: VisibleSite | undefined,
  ranges: SeriesRanges,
): Promise<Series> {
  const pieces = cut(ranges)
  const until = ranges.edges.at(-1)
  const most = serverLimits.rollupsOfChart / (await countSources(tx, actor, site))
  const canTellParts = countRollups(pieces.parts, until) <= most
  const canTellHours = countRollups([...pieces.parts, ...pieces.busiest], until) <= most
  if (!canTellParts) return { parts: null, busiest_hours: null }
  const read = canTellHours ? pieces : { ...pieces, busiest: [] }
  const rows = await tx.execute<Row>(seriesQuery(actor, site, ranges, read))
  const at = (period: Row['period'], place: number) =>
    rows.find((row) => row.period === period && row.place === place)
  return {
    parts: ranges.edges.slice(1).map((_, index) => {
      const current = at('current', index + 1)
      const before = at('previous', index + 1)
      return {
        visitors: current?.visitors ?? 0,
        staff: current?.staff ?? 0,
        previous: (before?.visitors ?? 0) + (before?.staff ?? 0),
      }
    }),
    busiest_hours: canTellHours
      ? rows.flatMap(({ period, place, hour, visitors, staff }) =>
          period === 'busiest' && hour !== null && visitors + staff > 0
            ? [{ weekday: place, hour, check_ins: visitors + staff }]
            : [],
        )
      : null,
  }
}

interface SeriesPieces {
  parts: PieceRow[]
  /** Empty where the parts are quarter hours, from which the busiest hours are computed too. */
  busiest: PieceRow[]
}

function cut({ edges, previous, busiestSince }: SeriesRanges): SeriesPieces {
  const since = busiestSince.getTime()
  const current = [...edges.slice(0, -1), FAR_FUTURE]
  // Quarter hours serve both, so they are read once, except for a year, which has too many.
  return since === edges[0]
    ? { parts: [quarterHours('current', current), quarterHours('previous', previous)].flat(), busiest: [] }
    : {
        parts: [...partPieces('current', current), ...partPieces('previous', previous)],
        busiest: quarterHours('busiest', [since, FAR_FUTURE]),
      }
}

/** The statement of `findSeries`. */
export function seriesQuery(
  actor: StaffActor,
  site: VisibleSite | undefined,
  ranges: SeriesRanges,
  { parts, busiest }: SeriesPieces = cut(ranges),
): SQL {
  const { edges, previous, busiestSince, timeZone } = ranges
  const clock = wallClock(sql`at`, timeZone, { from: busiestSince, to: new Date(edges.at(-1) ?? 0) })
  const ofWeek = sql`period = ${busiestSince.getTime() === edges[0] ? 'current' : 'busiest'}`
  return sql`
    with ${piecesAs([...parts, ...busiest])},
    counted as materialized (
      select period, at, ${valueOf('visitor')} as visitors, ${valueOf('user')} as staff
      from (${countedRows(actor, site)}) as counted)
    select period, place, hour, sum(visitors)::int as visitors, sum(staff)::int as staff
    from (
      select period, width_bucket(at, case period when 'current' then ${startsOf(edges)} else ${startsOf(previous)} end) as place,
        null::int as hour, visitors, staff
      from counted where period <> 'busiest'
      union all
      select 'busiest', extract(isodow from clock)::int, extract(hour from clock)::int, visitors, staff
      from counted cross join lateral (select ${clock}) as zoned (clock) where ${ofWeek}) as placed
    group by 1, 2, 3 order by 2, 3`
}

/** The starts of the parts. `width_bucket` returns how many of them are at or before a time. */
function startsOf(edges: readonly number[]): SQL {
  const starts = edges.slice(0, -1).map((edge) => new Date(edge).toISOString())
  return sql`${`{${starts.join(',')}}`}::timestamptz[]`
}

const rangeOf = (edges: readonly number[]) => ({
  from: edges[0] ?? FAR_FUTURE,
  to: edges.at(-1) ?? FAR_FUTURE,
})

/** The fewest pieces of all parts. None crosses an edge. */
function partPieces(period: string, edges: readonly number[]) {
  const pieces = edges.slice(1).flatMap((to, index) => coverRange(edges[index] ?? to, to))
  return pieceRows(period, rangeOf(edges), pieces)
}

function quarterHours(period: string, edges: readonly number[]) {
  const { from, to } = rangeOf(edges)
  return pieceRows(period, { from, to }, coverRange(from, to, ['quarter_hour']))
}
