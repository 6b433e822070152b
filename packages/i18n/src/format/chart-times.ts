import type { Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from '../language-names.ts'
import { type TimeZone, timeZoneOf } from './time-zone.ts'

// Short forms for the axes and tables of charts. The text around them names the zone once.

type Options = Omit<Intl.DateTimeFormatOptions, 'timeZone'>

/** The hour, as `3 pm`. */
export function formatHour(time: string, language: Language, timeZone: TimeZone): string {
  return format(new Date(time), language, timeZone, { hour: 'numeric' })
}

/** Day of the week and hour, as `Fri, 3 pm`. */
export function formatWeekdayHour(time: string, language: Language, timeZone: TimeZone): string {
  return format(new Date(time), language, timeZone, { weekday: 'short', hour: 'numeric' })
}

/** Day of the week and of the month, as `Fri 20 Nov`. */
export function formatShortDay(time: string, language: Language, timeZone: TimeZone): string {
  return format(new Date(time), language, timeZone, { weekday: 'short', day: 'numeric', month: 'short' })
}

/** Day of the month, as `20 Nov`. */
export function formatDayOfMonth(time: string, language: Language, timeZone: TimeZone): string {
  return format(new Date(time), language, timeZone, { day: 'numeric', month: 'short' })
}

/** The month, as `Nov 2026`. */
export function formatMonth(time: string, language: Language, timeZone: TimeZone): string {
  return format(new Date(time), language, timeZone, { month: 'short', year: 'numeric' })
}

/** The month without its year, as `Nov`. */
export function formatMonthName(time: string, language: Language, timeZone: TimeZone): string {
  return format(new Date(time), language, timeZone, { month: 'short' })
}

/** An hour of the clock, as `3 pm`. @param hour from 0 to 23 */
export function hourName(hour: number, language: Language): string {
  return format(new Date(Date.UTC(2024, 0, 1, hour)), language, timeZoneOf('UTC'), { hour: 'numeric' })
}

/** The short name of a day of the week, as `Fri`. @param day 1 is Monday, as in ISO 8601 */
export function shortWeekday(day: number, language: Language): string {
  return format(new Date(Date.UTC(2024, 0, day)), language, timeZoneOf('UTC'), { weekday: 'short' })
}

function format(time: Date, language: Language, timeZone: TimeZone, options: Options): string {
  return new Intl.DateTimeFormat(localeTags[language], { ...options, timeZone }).format(time)
}
