import { localeTags } from '@gatehouse/i18n/language-names'
import type { Language } from '@gatehouse/validation/vocabulary'

/** A time as exactly as it is known, with its zone: `Friday, 20 November 2026 at 3:05:06 pm AEDT`. */
export function formatExactTime(time: string, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(localeTags[language], {
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

/** The time of day there; with the day where it is another one than `now` has there. */
export function formatSince(time: string, now: Date, language: Language, timeZone: string): string {
  const tag = localeTags[language]
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeZone })
  const at = new Date(time)
  const isToday = day.format(at) === day.format(now)
  return new Intl.DateTimeFormat(tag, {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(at)
}

/** A time of day to the minute with the name of its zone, as `3:05 pm AEDT`. */
export function formatTimeWithZone(time: string, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(localeTags[language], {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(time))
}
