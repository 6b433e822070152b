import type { Language } from '@gatehouse/validation/vocabulary'
import { dateFormat } from './date-format.ts'

// Where no zone is given, times are told in the reader's own.

/** A time as exactly as it is known, with its zone: `Friday, 20 November 2026 at 3:05:06 pm AEDT`. */
export function formatExactTime(time: string, language: Language, timeZone?: string): string {
  return dateFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(time))
}

/** The time of day there; with the day where it is another one than `now` has there, and the year where that is another one. */
export function formatSince(time: string, now: Date, language: Language, timeZone?: string): string {
  const at = new Date(time)
  const isSame = (options: Intl.DateTimeFormatOptions) => {
    const format = dateFormat(language, { ...options, timeZone })
    return format.format(at) === format.format(now)
  }
  return dateFormat(language, {
    ...(isSame({ dateStyle: 'short' }) ? {} : { day: 'numeric', month: 'short' }),
    ...(isSame({ year: 'numeric' }) ? {} : { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(at)
}

/** A time of day to the minute with the name of its zone, as `3:05 pm AEDT`. */
export function formatTimeWithZone(time: string, language: Language, timeZone?: string): string {
  return dateFormat(language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(time))
}

/** A time of day to the second, as `3:04:05 pm`. */
export function formatClock(time: Date | string | number, language: Language, timeZone?: string): string {
  return dateFormat(language, { timeStyle: 'medium', timeZone }).format(new Date(time))
}
