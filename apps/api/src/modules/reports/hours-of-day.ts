import { HOUR_MS } from '../../lib/durations.ts'
import type { ReportRange } from './period.ts'

/** An hour as the clock of a zone shows it. */
export interface ClockHour extends ReportRange {
  /** `02:00` */
  clock: string
  /** `+11:00` */
  offset: string
}

/** No zone changes its offset within a quarter hour. */
const QUARTER_MS = HOUR_MS / 4

/**
 * The hours of a day by its clock: 23, 24 or 25 of them, without a gap. An hour that the clock shows twice is there twice, with both offsets; a
 * clock that is set by half an hour makes one of them shorter.
 */
export function hoursOfDay({ from, to }: ReportRange, timeZone: string): ClockHour[] {
  const starts: { at: number; clock: string; offset: string }[] = []
  for (let at = from.getTime(); at < to.getTime(); at += QUARTER_MS) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
    const offset = local.offset
    if (local.minute === 0 || starts.at(-1)?.offset !== offset)
      starts.push({ at, clock: local.toPlainTime().toString({ smallestUnit: 'minute' }), offset })
  }
  return starts.map(({ at, clock, offset }, place) => ({
    from: new Date(at),
    to: new Date(starts[place + 1]?.at ?? to.getTime()),
    clock,
    offset,
  }))
}

/** What happened in an hour: `hour` counts from 1, and 0 is before the day. */
export type HourChanges = {
  hour: number
  arrived: number
  departed: number
  /** The most people, and people with dependants, after any change of the hour; and those after its last one. */
  most: number
  most_heads: number
  last: number
  last_heads: number
}

export type CountedHour = ClockHour &
  Record<'atStart' | 'arrived' | 'left' | 'most' | 'mostWithDependents', number>

/** Counts each hour of a day: one without changes has as many people as the one before left. */
export function countHours(hours: readonly ClockHour[], changes: readonly HourChanges[]): CountedHour[] {
  const byHour = new Map(changes.map((change) => [change.hour, change]))
  let people = byHour.get(0)?.last ?? 0
  let heads = byHour.get(0)?.last_heads ?? 0
  return hours.map((hour, place) => {
    const change = byHour.get(place + 1)
    const counted = {
      ...hour,
      atStart: people,
      arrived: change?.arrived ?? 0,
      left: change?.departed ?? 0,
      most: Math.max(people, change?.most ?? 0),
      mostWithDependents: Math.max(heads, change?.most_heads ?? 0),
    }
    people = change?.last ?? people
    heads = change?.last_heads ?? heads
    return counted
  })
}
