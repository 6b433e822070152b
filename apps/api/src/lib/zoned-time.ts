import { exportTimeZone } from '@gatehouse/validation/export-name'
import { readInstant } from '@gatehouse/validation/instants'
import { MINUTE_MS } from './durations.ts'

/** The local midnight before a moment in a zone. Handles days of 23 and 25 hours. */
export function startOfDay(moment: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(local.startOfDay().epochMilliseconds)
}

/** The same local time in a zone, a number of calendar days earlier. */
export function daysBefore(moment: Date, days: number, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(local.subtract({ days }).epochMilliseconds)
}

/** A moment in the format of exports: local time in their zone, to the second, and its offset. */
export function toExportedTime(moment: string): string {
  const local = Temporal.Instant.from(moment).toZonedDateTimeISO(exportTimeZone)
  return local.toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace('T', ' ')
}

/** The first moment of a calendar day, such as `2026-11-20`, in a zone. */
export function startOfCalendarDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds)
}

/** A moment as local time in a zone, to the minute: `2026-11-20T17:05`. */
export function toLocalTime(moment: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/** The moment of a local time: the first of a repeated hour, the time after a skipped one. */
export function fromLocalTime(text: string, timeZone: string): Date {
  const local = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
  return new Date(local.epochMilliseconds)
}

/** Parses a moment, or a local time in the zone; a repeated hour means its first occurrence. */
export function readMoment(text: string, timeZone: string): Date {
  const instant = readInstant(text)
  return instant === undefined ? fromLocalTime(text, timeZone) : new Date(instant)
}

/**
 * Parses the time of something between two moments. A local time to the minute means any moment of
 * that minute, and a repeated hour means the first occurrence between the two.
 * @returns the result of `readMoment` where no part of that minute is between them
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
