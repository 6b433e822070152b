import type { ReportCadence } from '@gatehouse/validation/endpoints/report-views'

/** When a report is mailed. */
export interface Schedule {
  cadence: ReportCadence
  /** 1 is Monday. */
  weekday: number
  monthDay: number
  /** `HH:MM` */
  timeOfDay: string
}

/** Every month has its due day within this many days. */
const DAYS_AHEAD = 62

/**
 * The first due time after another time, by the clock of a zone. An hour that occurs twice means
 * the first one; a time that the clock skips moves to the time after it. In a month that is too
 * short the last day counts.
 */
export function nextDue(schedule: Schedule, after: Date, timeZone: string): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = today.add({ days: ahead })
    if (!isDueOn(schedule, day)) continue
    const local = day.toPlainDateTime(schedule.timeOfDay)
    const due = local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
    if (due > after.getTime()) return new Date(due)
  }
  throw new RangeError('A schedule is due every month')
}

function isDueOn({ cadence, weekday, monthDay }: Schedule, day: Temporal.PlainDate): boolean {
  if (cadence === 'weekly') return day.dayOfWeek === weekday
  if (cadence === 'monthly') return day.day === Math.min(monthDay, day.daysInMonth)
  return true
}
