import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { daysBefore, startOfDay } from '../../lib/zoned-time.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** A period up to now. */
export interface Period {
  from: Date
  /** The period before, which it is compared with: of the same length, for Today the same hours of yesterday. */
  previous: { from: Date; to: Date }
}

export const wholeDays: Record<Exclude<DashboardPeriod, 'today' | 'day'>, number> = {
  week: 7,
  month: 30,
  year: 365,
}
export const QUARTER_HOUR_MS = 15 * 60_000

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
export function quarterHourBefore(now: Date, days: number, timeZone: string): Date {
  const time = daysBefore(now, days, timeZone).getTime()
  return new Date(time - (time % QUARTER_HOUR_MS))
}
