import type { ReportCadence } from '@gatehouse/validation/endpoints/report-views'

/** When a report is mailed. */
export interface Schedule {
  cadence: ReportCadence
  /** From 1 for Monday. */
  weekday: number
  monthDay: number
  /** `HH:MM` */
  timeOfDay: string
}

/** Every month has its day among so many days. */
const DAYS_AHEAD = 62

/**
 * The first moment after another at which a report is due by the clock of a zone. An hour that comes twice is meant the first time; a time that
 * the clock leaves out is the time after it. A month that is too short has its day at its end.
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
