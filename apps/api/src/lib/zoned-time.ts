import { exportTimeZone } from '@gatehouse/validation/export-name'
import { readInstant } from '@gatehouse/validation/instants'
import { MINUTE_MS } from './durations.ts'

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

/** The first moment of a day of the calendar, such as `2026-11-20`, in a zone. */
export function startOfCalendarDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

/** A moment as the clock in a zone shows it, to the minute: `2026-11-20T17:05`. */
export function toLocalTime(moment: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** The moment of such a time. An hour that the clock shows twice is meant the first time; one that it leaves out, the time after it. */
export function fromLocalTime(text: string, timeZone: string): Date {
  const local = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
  return new Date(local.epochMilliseconds)
}

/** A moment, or what the clock in a zone shows then; an hour that comes twice is meant the first time. */
export function readMoment(text: string, timeZone: string): Date {
  const instant = readInstant(text)
  return instant === undefined ? fromLocalTime(text, timeZone) : new Date(instant)
}

/**
 * The same of something that lies between two moments. A clock to the minute means all of its minute, and an hour that comes twice the first
 * that lies between them.
 * @returns as `readMoment` where nothing of that minute lies between them
 */
export function readMomentWithin(
  text: string,
  timeZone: string,
  { from, to }: Record<'from' | 'to', Date>,
): Date {
  const first = readMoment(text, timeZone)
  if (readInstant(text) !== undefined) return first
  const last = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone, { disambiguation: 'later' })
  const begin = [first.getTime(), last.epochMilliseconds].find(
    (start) => start + MINUTE_MS > from.getTime() && start <= to.getTime(),
  )
  return begin === undefined ? first : new Date(Math.max(begin, from.getTime()))
}

export function dayOf(moment: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return local.toPlainDate().toString()
}
