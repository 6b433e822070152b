import type { FieldCode } from '@gatehouse/validation/field-codes'
import { limits } from '@gatehouse/validation/limits'
import { reportSpans } from '@gatehouse/validation/endpoints/reports'
import { AppError } from '../../lib/app-error.ts'
import { dayOf, readMoment, startOfCalendarDay } from '../../lib/zoned-time.ts'

export interface ReportRange {
  from: Date
  /** Exclusive. */
  to: Date
}

interface Given {
  from?: string | undefined
  to?: string | undefined
  span?: number | undefined
}

interface Place {
  timeZone: string
  asOf: Date
}

/**
 * The days of a contacts report: from one day to another, or the last `span` days up to today. With
 * only a first day it ends today; with only a last day it has just that day.
 * @throws AppError `time_out_of_range` where it ends before it begins, begins in the future, or is
 *   too long
 */
export function rangeOfDays({ from, to, span }: Given, { timeZone, asOf }: Place): ReportRange {
  const today = Temporal.PlainDate.from(dayOf(asOf, timeZone))
  const last = to === undefined ? today : Temporal.PlainDate.from(to)
  const first =
    from !== undefined
      ? Temporal.PlainDate.from(from)
      : to === undefined
        ? today.subtract({ days: (span ?? reportSpans.contacts.usual) - 1 })
        : last
  const days = first.until(last).days + 1
  if (days < 1) throw outOfRange('The range ends before it begins.', { to: 'end_before_start' })
  if (days > limits.reports.contactDays)
    throw outOfRange(`A report of contacts covers at most ${limits.reports.contactDays} days.`, {
      to: 'range_too_long',
    })
  if (Temporal.PlainDate.compare(first, today) > 0)
    throw outOfRange('The range is in the future.', { from: 'date_in_future' })
  return between(first, last.add({ days: 1 }), timeZone)
}

/** The day of a headcount. @throws AppError `time_out_of_range` for a day in the future */
export function rangeOfDay(
  { day, span }: { day?: string | undefined; span?: number | undefined },
  { timeZone, asOf }: Place,
): ReportRange {
  const today = Temporal.PlainDate.from(dayOf(asOf, timeZone))
  const chosen =
    day === undefined
      ? today.subtract({ days: span ?? reportSpans.headcount.usual })
      : Temporal.PlainDate.from(day)
  if (Temporal.PlainDate.compare(chosen, today) > 0)
    throw outOfRange('The day is in the future.', { day: 'date_in_future' })
  return between(chosen, chosen.add({ days: 1 }), timeZone)
}

/** A month of a report of hours. */
export interface ReportMonth extends ReportRange {
  /** `2026-11` */
  name: string
}

/**
 * The months of a report of hours: from one month to another, or the last `span` complete months.
 * With only a first month it ends with the current one; with only a last month it has just that
 * month.
 * @throws AppError `time_out_of_range` as `rangeOfDays`
 */
export function monthsOf({ from, to, span }: Given, { timeZone, asOf }: Place): ReportMonth[] {
  const present = Temporal.PlainDate.from(dayOf(asOf, timeZone)).toPlainYearMonth()
  const over = present.subtract({ months: 1 })
  const last = to !== undefined ? Temporal.PlainYearMonth.from(to) : from === undefined ? over : present
  const first =
    from !== undefined
      ? Temporal.PlainYearMonth.from(from)
      : to === undefined
        ? over.subtract({ months: (span ?? reportSpans.hours.usual) - 1 })
        : last
  const { years, months } = first.until(last, { largestUnit: 'years' })
  const many = years * 12 + months + 1
  if (many < 1) throw outOfRange('The range ends before it begins.', { to: 'end_before_start' })
  if (many > limits.reports.months)
    throw outOfRange(`A report of hours covers at most ${limits.reports.months} months.`, {
      to: 'range_too_long',
    })
  if (Temporal.PlainYearMonth.compare(first, present) > 0)
    throw outOfRange('The range is in the future.', { from: 'date_in_future' })
  return Array.from({ length: many }, (_, ahead) => {
    const month = first.add({ months: ahead })
    const day = month.toPlainDate({ day: 1 })
    return { name: month.toString(), ...between(day, day.add({ months: 1 }), timeZone) }
  })
}

/** The moment of a roll. @throws AppError `time_out_of_range` for one in the future */
export function momentOfRoll(at: string | undefined, { timeZone, asOf }: Place, now: Date): Date {
  const moment = at === undefined ? asOf : readMoment(at, timeZone)
  if (moment > now) throw outOfRange('The moment is in the future.', { at: 'time_in_future' })
  return moment
}

const between = (first: Temporal.PlainDate, after: Temporal.PlainDate, timeZone: string): ReportRange => ({
  from: startOfCalendarDay(first.toString(), timeZone),
  to: startOfCalendarDay(after.toString(), timeZone),
})

const outOfRange = (message: string, fields: Record<string, FieldCode>) =>
  new AppError('time_out_of_range', { message, fields })
