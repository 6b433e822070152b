import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { daysBefore, startOfDay } from '../../lib/zoned-time.ts'
import { DAY_MS } from '../../lib/durations.ts'
import type { TimeRange } from '../rollups/find-figures.ts'

/** A period that ends now. */
interface Period {
  from: Date
  /** The preceding period of the same length. For Today, the same hours yesterday. */
  previous: TimeRange
}

const wholeDays: Record<Exclude<DashboardPeriod, 'today' | 'day'>, number> = {
  week: 7,
  month: 30,
  year: 365,
}
const QUARTER_HOUR_MS = 15 * 60_000

/**
 * The period of this name. Today and Day are exact to the millisecond. Longer periods start on a
 * quarter hour, because their first hours are read from rollups.
 */
export function periodAt(name: DashboardPeriod, now: Date, timeZone: string): Period {
  if (name === 'today') {
    const yesterday = daysBefore(now, 1, timeZone)
    return {
      from: startOfDay(now, timeZone),
      previous: { from: startOfDay(yesterday, timeZone), to: yesterday },
    }
  }
  if (name === 'day') {
    const from = new Date(now.getTime() - DAY_MS)
    return { from, previous: { from: new Date(from.getTime() - DAY_MS), to: from } }
  }
  const days = wholeDays[name]
  const from = quarterHourBefore(now, days, timeZone)
  return { from, previous: { from: quarterHourBefore(now, 2 * days, timeZone), to: from } }
}

const floorTo = (step: number, time: Date) => new Date(time.getTime() - (time.getTime() % step))

/** The same time of day a number of days earlier, rounded down to a quarter hour. */
const quarterHourBefore = (now: Date, days: number, timeZone: string): Date =>
  floorTo(QUARTER_HOUR_MS, daysBefore(now, days, timeZone))

/** The periods of a trend, with the current one. */
const trendLength: Record<DashboardPeriod, number> = { today: 14, day: 14, week: 14, month: 14, year: 5 }

/**
 * The periods of a trend before the previous one, latest first, as rollups have them: Today and Day
 * on quarter hours, the longer ones in UTC days.
 */
export function earlierPeriods(name: DashboardPeriod, now: Date, timeZone: string): TimeRange[] {
  const endOf = (ago: number): Date => {
    if (name === 'today') return quarterHourBefore(now, ago, timeZone)
    if (name === 'day') return floorTo(QUARTER_HOUR_MS, new Date(now.getTime() - ago * DAY_MS))
    return floorTo(DAY_MS, daysBefore(now, ago * wholeDays[name], timeZone))
  }
  return Array.from({ length: trendLength[name] - 2 }, (_, index) => {
    const to = endOf(index + 2)
    return { from: name === 'today' ? startOfDay(to, timeZone) : endOf(index + 3), to }
  })
}

/** The same time of day, one period ago and earlier, latest first. */
export function sameTimes(name: DashboardPeriod, now: Date, timeZone: string): Date[] {
  const days = name === 'today' || name === 'day' ? 1 : wholeDays[name]
  return Array.from({ length: trendLength[name] - 1 }, (_, index) =>
    daysBefore(now, (index + 1) * days, timeZone),
  )
}

/** The parts of a period and of the one before, as their edges. */
interface SeriesParts {
  /** Epoch milliseconds, one more than parts. The last ends the current hour, day or month. */
  edges: number[]
  /** The same edges in the period before. A part may be empty where the clocks change. */
  previous: number[]
}

const units = { today: 'hour', day: 'hour', week: 'day', month: 'day', year: 'month' } as const

/** Splits a period at the hours, days or months of a zone. */
export function cutPeriod(name: DashboardPeriod, now: Date, timeZone: string, period: Period): SeriesParts {
  const edges = [period.from.getTime()]
  const nextEdge = nextEdges[units[name]]
  while (last(edges) <= now.getTime()) edges.push(nextEdge(last(edges), timeZone))
  const { from, to } = period.previous
  const bounded = (time: number) => Math.min(Math.max(time, from.getTime()), to.getTime())
  const shifted = edges.slice(1, -1).map((edge) => bounded(before(name, edge, timeZone)))
  return { edges, previous: [from.getTime(), ...shifted, to.getTime()] }
}

function last(edges: readonly number[]): number {
  return edges.at(-1) ?? Infinity
}

/** The same moment in the period before. */
function before(name: DashboardPeriod, edge: number, timeZone: string): number {
  if (name === 'day') return edge - DAY_MS
  return daysBefore(new Date(edge), name === 'today' ? 1 : wholeDays[name], timeZone).getTime()
}

const zoned = (time: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone)

const nextEdges: Record<(typeof units)[DashboardPeriod], (time: number, timeZone: string) => number> = {
  /** The next full hour. One is longer than an hour where the clocks change by half an hour. */
  hour: (time, timeZone) => {
    let edge = time - (time % QUARTER_HOUR_MS)
    do edge += QUARTER_HOUR_MS
    while (zoned(edge, timeZone).minute !== 0)
    return edge
  },
  day: (time, timeZone) => zoned(time, timeZone).add({ days: 1 }).startOfDay().epochMilliseconds,
  month: (time, timeZone) =>
    zoned(time, timeZone).with({ day: 1 }).add({ months: 1 }).startOfDay().epochMilliseconds,
}

/** A year has too many quarter hours, so its busiest hours are those of its last 13 weeks. */
const BUSIEST_DAYS = 91

/** The start of the range in which busiest hours are counted. */
export function busiestSince(name: DashboardPeriod, now: Date, timeZone: string, period: Period): Date {
  return name === 'year' ? quarterHourBefore(now, BUSIEST_DAYS, timeZone) : period.from
}
