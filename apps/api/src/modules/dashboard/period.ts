import type { DashboardPeriod } from '@gatehouse/validation/endpoints/dashboard'
import { daysBefore, startOfDay } from '../../lib/zoned-time.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** A period up to now. */
export interface Period {
  from: Date
  /** The period before, which it is compared with: of the same length, for Today the same hours of yesterday. */
  previous: { from: Date; to: Date }
}

const wholeDays: Record<Exclude<DashboardPeriod, 'today' | 'day'>, number> = { week: 7, month: 30, year: 365 }
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
  const quarterHourBefore = (days: number) => {
    const time = daysBefore(now, days, timeZone).getTime()
    return new Date(time - (time % QUARTER_HOUR_MS))
  }
  const days = wholeDays[name]
  const from = quarterHourBefore(days)
  return { from, previous: { from: quarterHourBefore(2 * days), to: from } }
}
