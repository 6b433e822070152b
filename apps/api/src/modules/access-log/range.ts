import type { FieldCode } from '@gatehouse/validation/field-codes'
import { readInstant } from '@gatehouse/validation/instants'
import { limits } from '@gatehouse/validation/limits'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'
import { AppError } from '../../lib/app-error.ts'
import { dayOf, startOfCalendarDay, startOfDay } from '../../lib/zoned-time.ts'

export interface LogRange {
  from: Date
  /** Exclusive. */
  to: Date
}

/** A year, plus the hour that a zone gains when summer time ends. */
const LONGEST_MS = limits.logRangeDays * DAY_MS + HOUR_MS

/**
 * The range between two ends, each a calendar day or a moment. A day at the end is included.
 * Without both ends it is today; with one it starts at that day's midnight, or ends with today.
 * @throws AppError `time_out_of_range` where it ends before it begins, or is longer than a year
 */
export function rangeOf(
  given: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
  now: Date,
): LogRange {
  const tomorrow = () => startOfCalendarDay(dayAfter(dayOf(now, timeZone)), timeZone)
  const to = given.to === undefined ? tomorrow() : endAt(given.to, timeZone)
  const from =
    given.from === undefined
      ? given.to === undefined
        ? startOfDay(now, timeZone)
        : startOfDay(new Date(to.getTime() - 1), timeZone)
      : startAt(given.from, timeZone)
  if (from >= to) throw outOfRange('The range ends before it begins.', 'end_before_start')
  if (to.getTime() - from.getTime() > LONGEST_MS)
    throw outOfRange(`The range is longer than ${limits.logRangeDays} days.`, 'range_too_long')
  return { from, to }
}

const outOfRange = (message: string, code: FieldCode) =>
  new AppError('time_out_of_range', { message, fields: { to: code } })

const isDay = (text: string) => text.length === '2026-11-20'.length

function startAt(text: string, timeZone: string): Date {
  return isDay(text) ? startOfCalendarDay(text, timeZone) : momentOf(text)
}

function endAt(text: string, timeZone: string): Date {
  return isDay(text) ? startOfCalendarDay(dayAfter(text), timeZone) : momentOf(text)
}

function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}

/** @param text a day or moment; the endpoint's schema has validated it */
export function momentOf(text: string): Date {
  const instant = readInstant(text)
  if (instant === undefined) throw new RangeError('Neither a day nor a moment')
  return new Date(instant)
}
