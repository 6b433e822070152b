import { exportTimeZone } from '@gatehouse/validation/export-name'

/** The local midnight before a moment in a zone. Days of 23 and 25 hours are taken into account. */
export function startOfDay(moment: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(local.startOfDay().epochMilliseconds)
}

/** The same time of day in a zone, a number of calendar days earlier. */
export function daysBefore(moment: Date, days: number, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(local.subtract({ days }).epochMilliseconds)
}

/** A moment as exports write it: the time of day in their zone, to the second, and its offset. */
export function toExportedTime(moment: string): string {
  const local = Temporal.Instant.from(moment).toZonedDateTimeISO(exportTimeZone)
  return local.toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace('T', ' ')
}
