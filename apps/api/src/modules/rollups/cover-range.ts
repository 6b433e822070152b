import { type Granularity, granularities } from '../../db/schema/rollups.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** A time range in epoch milliseconds, read from roll-ups of one granularity or from deltas. */
export interface Piece {
  granularity: Granularity | 'instant'
  from: number
  to: number
}

const QUARTER_HOUR = 15 * 60_000

/** The start of the quarter hour, day or month of a time, in UTC. */
const floors: Record<Granularity, (time: number) => number> = {
  quarter_hour: (time) => Math.floor(time / QUARTER_HOUR) * QUARTER_HOUR,
  day: (time) => Math.floor(time / DAY_MS) * DAY_MS,
  month: (time) => startOfMonth(time, 0),
}

/** The first such start at or after a time. */
const ceilings: Record<Granularity, (time: number) => number> = {
  quarter_hour: (time) => Math.ceil(time / QUARTER_HOUR) * QUARTER_HOUR,
  day: (time) => Math.ceil(time / DAY_MS) * DAY_MS,
  month: (time) => (startOfMonth(time, 0) === time ? time : startOfMonth(time, 1)),
}

function startOfMonth(time: number, months: number): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
}

/**
 * Cuts a range into the fewest pieces: whole months, then whole days at both ends, then quarter
 * hours, and the rest as instants. The pieces cover the range exactly, without overlap.
 */
export function coverRange(
  from: number,
  to: number,
  levels: readonly Granularity[] = granularities.toReversed(),
): Piece[] {
  if (from >= to) return []
  const [granularity, ...finer] = levels
  if (!granularity) return [{ granularity: 'instant', from, to }]
  const first = ceilings[granularity](from)
  const last = floors[granularity](to)
  if (first >= last) return coverRange(from, to, finer)
  return [
    ...coverRange(from, first, finer),
    { granularity, from: first, to: last },
    ...coverRange(last, to, finer),
  ]
}
