import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { daysBefore, startOfDay } from '../../lib/zoned-time.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** A period up to now. */
interface Period {
  from: Date
  /** The period before, which it is compared with: of the same length, for Today the same hours of yesterday. */
  previous: { from: Date; to: Date }
}

const wholeDays: Record<Exclude<DashboardPeriod, 'today' | 'day'>, number> = {
  week: 7,
  month: 30,
  year: 365,
}
const QUARTER_HOUR_MS = 15 * 60_000

/**
 * The period of a name, at a moment in a zone. Today and Day are exact to the millisecond. The longer ones begin on a quarter hour,
 * because their first hours are read from roll-ups.
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

/** The quarter hour of the same time of day, a number of days earlier. */
function quarterHourBefore(now: Date, days: number, timeZone: string): Date {
  const time = daysBefore(now, days, timeZone).getTime()
  return new Date(time - (time % QUARTER_HOUR_MS))
}

/** The parts of a period and of the one before, as the moments between which they lie. */
interface SeriesParts {
  /** In epoch milliseconds, one more than there are parts. The last one is the end of the hour, day or month that has begun. */
  edges: number[]
  /** The same parts of the period before. They cover it, and one that falls into a change of the clock may be empty. */
  previous: number[]
}

const units = { today: 'hour', day: 'hour', week: 'day', month: 'day', year: 'month' } as const

/** Cuts a period at the hours, days or months of a zone. */
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
  /** The next full hour of the clock. Where it is changed by half an hour, one is longer. */
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

/** Of a year, the busiest hours are those of its last 13 weeks: there are too many quarter hours in it. */
const BUSIEST_DAYS = 91

/** From when on the busiest hours are counted. */
export function busiestSince(name: DashboardPeriod, now: Date, timeZone: string, period: Period): Date {
  return name === 'year' ? quarterHourBefore(now, BUSIEST_DAYS, timeZone) : period.from
}
