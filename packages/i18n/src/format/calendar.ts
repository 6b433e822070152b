import type { Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from '../language-names.ts'

/** A day of the calendar, which belongs to no zone, as `20 Nov 2026`. @param day `YYYY-MM-DD` */
export function formatCalendarDay(day: string, language: Language): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? day : formatter(language, { dateStyle: 'medium' }).format(time)
}

/** A month of the calendar, as `November 2026`. @param month `YYYY-MM` */
export function formatCalendarMonth(month: string, language: Language): string {
  const time = Date.parse(`${month}-01T00:00:00Z`)
  return Number.isNaN(time) ? month : formatter(language, { month: 'long', year: 'numeric' }).format(time)
}

/** The name of a day of the week. @param day 1 is Monday, as in ISO 8601 */
export function weekdayName(day: number, language: Language): string {
  // The first of January 2024 was a Monday.
  return formatter(language, { weekday: 'long' }).format(Date.UTC(2024, 0, day))
}

function formatter(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // oxlint-disable-next-line no-restricted-properties -- a day has no zone
  return new Intl.DateTimeFormat(localeTags[language], { ...options, timeZone: 'UTC' })
}
