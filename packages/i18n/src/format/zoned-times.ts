import type { Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from '../language-names.ts'
import { dateFormat } from './date-format.ts'
import type { TimeZone } from './time-zone.ts'
import { zoneAbbreviation } from './zone-abbreviation.ts'

// Every time of day is written with its zone's own abbreviation, the same in every language: AEDT, PST, CET. Nothing outside this
// folder writes a time.

/** An ISO text, a `Date` or epoch milliseconds. */
export type Instant = Date | string | number

/** What stands where a time cannot be read: one odd row must not take the page with it. */
const UNREADABLE = '–'

const NO_BREAK_SPACE = '\u00a0'

type Options = Omit<Intl.DateTimeFormatOptions, 'timeZone'>

const timeOfDay = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const satisfies Options

function write(time: Instant, language: Language, timeZone: TimeZone, options: Options): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return UNREADABLE
  const parts = dateFormat(localeTags[language], { ...options, timeZone }).formatToParts(at)
  const texts = parts.map(({ type, value }) =>
    type === 'timeZoneName' ? zoneAbbreviation(at, language, timeZone) : value,
  )
  const timeFrom = parts.findIndex(({ type }) => type === 'hour')
  if (timeFrom < 0) return texts.join('')
  return texts.slice(0, timeFrom).join('') + unbroken(texts.slice(timeFrom).join(''))
}

/** A text that stays on one line: a time that breaks is read wrongly. */
function unbroken(text: string): string {
  return text.replace(/ /g, NO_BREAK_SPACE)
}

/** The time of day, as `3:05 pm AEDT`. */
export function formatTime(time: Instant, language: Language, timeZone: TimeZone): string {
  return write(time, language, timeZone, timeOfDay)
}

/** The time of day to the second, as `3:04:05 pm AEDT`. */
export function formatClock(time: Instant, language: Language, timeZone: TimeZone): string {
  return write(time, language, timeZone, { ...timeOfDay, second: '2-digit' })
}

/** Day and time of day, as `20 Nov 2026, 3:05 pm AEDT`. */
export function formatDateTime(time: Instant, language: Language, timeZone: TimeZone): string {
  return write(time, language, timeZone, { ...timeOfDay, day: 'numeric', month: 'short', year: 'numeric' })
}

/** A time as exactly as it is known: `Friday, 20 November 2026 at 3:05:06 pm AEDT`. */
export function formatExactTime(time: Instant, language: Language, timeZone: TimeZone): string {
  return write(time, language, timeZone, {
    ...timeOfDay,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    second: '2-digit',
  })
}

/** The time of day, on one line; with the day where it is another one there than that of `now`, and the year where that is another one. */
export function formatSince(time: Instant, now: Instant, language: Language, timeZone: TimeZone): string {
  const isSame = (options: Options) =>
    write(time, language, timeZone, options) === write(now, language, timeZone, options)
  return unbroken(
    write(time, language, timeZone, {
      ...timeOfDay,
      ...(isSame({ dateStyle: 'short' }) ? {} : { day: 'numeric', month: 'short' }),
      ...(isSame({ year: 'numeric' }) ? {} : { year: 'numeric' }),
    }),
  )
}

/** The day in words, as `Friday 20 November`. */
export function formatDay(time: Instant, language: Language, timeZone: TimeZone): string {
  return write(time, language, timeZone, { weekday: 'long', day: 'numeric', month: 'long' })
}

/** The time of day and its zone's abbreviation, to be set in two sizes. */
export function splitTime(
  time: Instant,
  language: Language,
  timeZone: TimeZone,
): { time: string; zone: string } {
  const zone = formatZone(time, language, timeZone)
  return { time: formatTime(time, language, timeZone).replace(zone, '').trim(), zone }
}

/** The zone's abbreviation at that time, as `AEDT`: a time input shows none. */
export function formatZone(time: Instant, language: Language, timeZone: TimeZone): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return UNREADABLE
  return zoneAbbreviation(at, language, timeZone)
}
