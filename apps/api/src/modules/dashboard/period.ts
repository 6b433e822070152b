import type { DashboardPeriod } from '@gatehouse/validation/endpoints/dashboard'
import { daysBefore, startOfDay } from '../../lib/zoned-time.ts'

export interface Period {
  from: Date
  to: Date
  /** The period before, which it is compared with: of the same length, for Today the same hours of yesterday. */
  previous: { from: Date; to: Date }
}

const wholeDays: Record<Exclude<DashboardPeriod, 'today' | 'day'>, number> = { week: 7, month: 30, year: 365 }
const DAY = 86_400_000

/** The period of a name, at a moment in a zone. */
export function periodAt(name: DashboardPeriod, now: Date, timeZone: string): Period {
  if (name === 'today') {
    const from = startOfDay(now, timeZone)
    const yesterday = daysBefore(now, 1, timeZone)
    return { from, to: now, previous: { from: startOfDay(yesterday, timeZone), to: yesterday } }
  }
  if (name === 'day') {
    const from = new Date(now.getTime() - DAY)
    return { from, to: now, previous: { from: new Date(from.getTime() - DAY), to: from } }
  }
  const days = wholeDays[name]
  const from = daysBefore(now, days, timeZone)
  return { from, to: now, previous: { from: daysBefore(now, 2 * days, timeZone), to: from } }
}
