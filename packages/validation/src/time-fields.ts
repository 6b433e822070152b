import * as v from 'valibot'
import { say } from './field-codes.ts'
import { type InstantText, isCalendarDay, readInstant } from './instants.ts'

/** A time in any input: RFC 3339 with its zone, read into UTC with milliseconds. */
export const Instant = v.pipe(
  v.string(),
  v.description('A date and time in RFC 3339 format with a UTC offset, in the years 2000 to 2200.'),
  v.rawTransform(({ dataset, addIssue, NEVER }): InstantText => {
    const instant = readInstant(dataset.value)
    if (instant !== undefined) return instant
    addIssue({ message: say('time_invalid') })
    return NEVER
  }),
)

const isYearFrom = (first: number) => (text: string) => {
  const year = Number(text.slice(0, 4))
  return year >= first && year <= 2199
}

/** A day of the calendar such as `2026-11-20`, from this year to 2199. */
export const calendarDayFrom = (year: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{4}-\d\d-\d\d$/, say('date_invalid')),
    v.check(isCalendarDay, say('date_invalid')),
    v.check(isYearFrom(year), say('year_out_of_range')),
  )

/** A day of the calendar in the years 2000 to 2199. */
export const CalendarDay = calendarDayFrom(2000)

/** A month of the calendar such as `2026-11`, in the years 2000 to 2199. */
export const CalendarMonth = v.pipe(
  v.string(),
  v.regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, say('month_invalid')),
  v.check(isYearFrom(2000), say('year_out_of_range')),
)

/** A day and a time of day by the clock of a place, in the years 2000 to 2199. */
export const LocalTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/, say('time_invalid')),
  v.check((text) => isCalendarDay(text.slice(0, 10)), say('date_invalid')),
  v.check(isYearFrom(2000), say('year_out_of_range')),
)

/** A moment, or the time on the site's clock: on the client's where all sites are meant. */
export const SiteTime = v.union([LocalTime, Instant], say('time_invalid'))

/** How many milliseconds a phone's clock may be wrong: two centuries, as some start in 1970. */
const LARGEST_CLOCK_ERROR = 200 * 366 * 86_400_000
export const ClockOffset = v.pipe(
  v.number(),
  v.minValue(-LARGEST_CLOCK_ERROR),
  v.maxValue(LARGEST_CLOCK_ERROR),
)

/** The minutes of `Date.prototype.getTimezoneOffset`. Every zone is within a day of UTC. */
export const ZoneOffset = v.pipe(v.number(), v.integer(), v.minValue(-1439), v.maxValue(1439))

/**
 * A name in the form of the time zone database, or an offset, which some phones send instead. The
 * name need not be known: a phone's list may be newer than the server's.
 */
export const TimeZoneName = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^(?:[A-Za-z][\w+-]*(?:\/[\w+-]+)*|[+-]\d\d:\d\d)$/),
)
