import type { Language } from '@gatehouse/validation/vocabulary'
import { localeTags } from '../language-names.ts'
import { type TimeZone, timeZoneOf } from './time-zone.ts'

// A site's times are shown in its zone, those of several sites in the client's zone, all others in
// the reader's. Every time of day has its zone's abbreviation, the same in every language: AEDT,
// PST, CET. A lint rule keeps other code from formatting times.

/** An ISO text, a `Date` or epoch milliseconds. */
export type Instant = Date | string | number

/** Shown for a time that cannot be parsed, so that one invalid row does not break the page. */
const INVALID_TIME = '–'

const NO_BREAK_SPACE = '\u00a0'

type Options = Omit<Intl.DateTimeFormatOptions, 'timeZone'>

const timeOfDay = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const satisfies Options

/** The time of day, as `3:05 pm AEDT`. */
export function formatTime(time: Instant, language: Language, timeZone: TimeZone): string {
  return format(time, language, timeZone, timeOfDay)
}

/** The time of day with seconds, as `3:04:05 pm AEDT`. */
export function formatClock(time: Instant, language: Language, timeZone: TimeZone): string {
  return format(time, language, timeZone, { ...timeOfDay, second: '2-digit' })
}

/** Day and time of day, as `20 Nov 2026, 3:05 pm AEDT`. */
export function formatDateTime(time: Instant, language: Language, timeZone: TimeZone): string {
  return format(time, language, timeZone, { ...timeOfDay, day: 'numeric', month: 'short', year: 'numeric' })
}

/** Weekday, day and time of day with seconds, as `Friday, 20 November 2026 at 3:05:06 pm AEDT`. */
export function formatExactTime(time: Instant, language: Language, timeZone: TimeZone): string {
  return format(time, language, timeZone, {
    ...timeOfDay,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    second: '2-digit',
  })
}

/**
 * The time of day without line breaks. Includes the day where it differs from the day of `now`, and
 * the year where that differs. A line may break after the day.
 * @param hasZone false where every time on the screen has the zone of a clock beside them
 */
export function formatSince(
  time: Instant,
  now: Instant,
  language: Language,
  timeZone: TimeZone,
  hasZone = true,
): string {
  const isSame = (options: Options) =>
    format(time, language, timeZone, options) === format(now, language, timeZone, options)
  const isSameDay = isSame({ dateStyle: 'short' })
  const { timeZoneName, ...hourAndMinute } = timeOfDay
  const text = format(time, language, timeZone, {
    ...hourAndMinute,
    ...(hasZone && { timeZoneName }),
    ...(isSameDay ? {} : { day: 'numeric', month: 'short' }),
    ...(isSameDay || isSame({ year: 'numeric' }) ? {} : { year: 'numeric' }),
  })
  // Only the space before the time of day may break.
  return text.replace(/ (?=.* )/g, NO_BREAK_SPACE)
}

/** The day in words, as `Friday 20 November`. */
export function formatDay(time: Instant, language: Language, timeZone: TimeZone): string {
  return format(time, language, timeZone, { weekday: 'long', day: 'numeric', month: 'long' })
}

/**
 * The time of day and the abbreviation of its zone, for two text sizes.
 * @param formatter `formatClock` for a time with seconds
 */
export function splitTime(
  time: Instant,
  language: Language,
  timeZone: TimeZone,
  formatter = formatTime,
): { time: string; zone: string } {
  const zone = formatZone(time, language, timeZone)
  return { time: formatter(time, language, timeZone).replace(zone, '').trim(), zone }
}

/** The zone's abbreviation at that time, as `AEDT`, to show beside a time input. */
export function formatZone(time: Instant, language: Language, timeZone: TimeZone): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return INVALID_TIME
  return zoneAbbreviation(at, language, timeZone)
}

/** The hour as a language writes it. Spanish writes "a la 1:37" and "a las 2:37". */
export function shownHour(time: Instant, language: Language, timeZone: TimeZone): number {
  const parts = dateFormat(localeTags[language], { ...timeOfDay, timeZone }).formatToParts(new Date(time))
  return Number(parts.find(({ type }) => type === 'hour')?.value)
}

/** A language's words for before and after noon; undefined where it uses a 24-hour clock. */
export function dayPeriodsOf(language: Language): readonly [string, string] | undefined {
  const wordAt = (hour: number) =>
    dateFormat(localeTags[language], { hour: 'numeric', timeZone: timeZoneOf('UTC') })
      .formatToParts(hour * 3_600_000)
      .find(({ type }) => type === 'dayPeriod')?.value
  const [morning, afternoon] = [wordAt(1), wordAt(13)]
  return morning !== undefined && afternoon !== undefined ? [morning, afternoon] : undefined
}

/** What a language calls the parts of a time of day. */
export function timePartName(part: 'hour' | 'minute' | 'dayPeriod', language: Language): string {
  return new Intl.DisplayNames(localeTags[language], { type: 'dateTimeField' }).of(part) ?? part
}

/** `HH:MM` in a zone, as the value of a time input. */
export function timeOfDayIn(moment: Date, timeZone: TimeZone): string {
  const parts = dateFormat('en', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatToParts(moment)
  const partOf = (type: 'hour' | 'minute') => parts.find((part) => part.type === type)?.value ?? '00'
  return `${partOf('hour')}:${partOf('minute')}`
}

/** The day of the calendar in a zone as `YYYY-MM-DD`, the value of a date input. */
export function calendarDayIn(moment: Date, timeZone: TimeZone): string {
  const parts = dateFormat('en', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone,
  }).formatToParts(moment)
  const partOf = (type: 'year' | 'month' | 'day') => parts.find((part) => part.type === type)?.value ?? ''
  return `${partOf('year')}-${partOf('month')}-${partOf('day')}`
}

function format(time: Instant, language: Language, timeZone: TimeZone, options: Options): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) return INVALID_TIME
  const parts = dateFormat(localeTags[language], { ...options, timeZone }).formatToParts(at)
  const texts = parts.map(({ type, value }) =>
    type === 'timeZoneName' ? zoneAbbreviation(at, language, timeZone, value) : value,
  )
  const timeFrom = parts.findIndex(({ type }) => type === 'hour')
  if (timeFrom < 0) return texts.join('')
  return texts.slice(0, timeFrom).join('') + withoutBreaks(texts.slice(timeFrom).join(''))
}

/** A time on two lines is easily misread. */
function withoutBreaks(text: string): string {
  return text.replace(/ /g, NO_BREAK_SPACE)
}

/**
 * CLDR has abbreviations only in the locales of a zone's own region. In all others a zone has an
 * offset such as `GMT+9`.
 */
const regionalTags = 'AU US GB IN NZ CA ZA IE SG HK'.split(' ').map((region) => `en-${region}`)

const abbreviations = new Map<string, string>()

/**
 * The zone's abbreviation at that time, the same in every language; an offset where no locale has
 * an abbreviation.
 * @param own what the language itself writes
 */
function zoneAbbreviation(
  at: Date,
  language: Language,
  timeZone: TimeZone,
  own = shortName(at, localeTags[language], timeZone),
): string {
  if (!isOffset(own)) return own
  // Each offset of a zone has one abbreviation.
  const key = `${timeZone} ${own}`
  const found = abbreviations.get(key)
  if (found !== undefined) return found
  const names = regionalTags.map((tag) => shortName(at, tag, timeZone))
  const name = names.find((one) => !isOffset(one)) ?? own
  abbreviations.set(key, name)
  return name
}

function isOffset(name: string): boolean {
  return /^(GMT|UTC)./.test(name)
}

function shortName(at: Date, tag: string, timeZone: TimeZone): string {
  const parts = dateFormat(tag, { timeZoneName: 'short', timeZone }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * One format per locale and options: creating one takes longer than rendering a card of the board.
 */
function dateFormat(locale: string, options: Options & { timeZone: TimeZone }): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const found = dateFormats.get(key)
  if (found) return found
  const created = new Intl.DateTimeFormat(locale, options)
  dateFormats.set(key, created)
  return created
}
