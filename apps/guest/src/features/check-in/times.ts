import { pageConfig } from '../../lib/page-data.ts'
import { formatTime as formatTimeIn } from '@gatehouse/i18n/format/times'
import { localeTags } from '@gatehouse/i18n/language-names'
import type { Language } from '@gatehouse/validation/vocabulary'

/** The venue's zone, by which all times of a visit are told; undefined, for the phone's own, where a browser does not know it. */
export function venueZone(): string | undefined {
  const timeZone = pageConfig().venue?.timeZone
  try {
    return timeZone && new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The time of day at the venue, as `3:05 pm`. */
export function formatTime(time: string, language: Language): string {
  const timeZone = venueZone()
  return formatTimeIn(time, language, timeZone === undefined ? {} : { timeZone })
}

/** The day at the venue in words, as `Friday 20 November`. */
export function formatDate(time: string, language: Language): string {
  return new Intl.DateTimeFormat(localeTags[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: venueZone(),
  }).format(new Date(time))
}
