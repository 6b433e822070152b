import { plainDigits } from '@gatehouse/validation/plain-digits'

const DAY_MINUTES = 24 * 60

/** The hour and the minute of `HH:MM`. */
export function partsOf(time: string): { hour: number; minute: number } {
  return { hour: Number(time.slice(0, 2)), minute: Number(time.slice(3, 5)) }
}

/** `HH:MM` of an hour and a minute. */
export function timeOfDay(hour: number, minute: number): string {
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

/** The time some minutes later or earlier, also across midnight. */
export function shiftTime(time: string, minutes: number): string {
  const { hour, minute } = partsOf(time)
  const total = (((hour * 60 + minute + minutes) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
  return timeOfDay(Math.floor(total / 60), total % 60)
}

/** The hour as shown: 1 to 12 with a day period, else 0 to 23. */
export function hourText(time: string, hasDayPeriods: boolean): string {
  const { hour } = partsOf(time)
  return hasDayPeriods ? String(hour % 12 === 0 ? 12 : hour % 12) : twoDigits(hour)
}

/**
 * The time with a typed hour. With day periods, 1 to 12 keep the period; 13 to 23 are read as a
 * 24-hour clock.
 * @returns undefined if the text is not an hour (yet)
 */
export function withHour(time: string, text: string, hasDayPeriods: boolean): string | undefined {
  const { hour, minute } = partsOf(time)
  const typed = Number(text)
  if (!isNumber(text) || typed > 23 || (hasDayPeriods && typed === 0)) return undefined
  if (!hasDayPeriods || typed > 12) return timeOfDay(typed, minute)
  return timeOfDay((typed % 12) + (hour < 12 ? 0 : 12), minute)
}

/** The time with a typed minute; undefined if the text is not a minute. */
export function withMinute(time: string, text: string): string | undefined {
  return !isNumber(text) || Number(text) > 59 ? undefined : timeOfDay(partsOf(time).hour, Number(text))
}

/** The same time in the morning or in the afternoon. */
export function withDayPeriod(time: string, isAfternoon: boolean): string {
  const { hour, minute } = partsOf(time)
  return timeOfDay((hour % 12) + (isAfternoon ? 12 : 0), minute)
}

/**
 * Parses a whole time such as `7:05`, `07.05 am`, `a las 7:05 p. m.`, `19h05`, `1905`, `07:05:00`
 * or `7 pm`. `isAfternoon` is undefined if there is no day period.
 */
export function readWholeTime(
  text: string,
): { hour: string; minute: string; isAfternoon: boolean | undefined } | undefined {
  const plain = plainDigits(text)
  const found = /^\D*(?:(\d{1,2})\s*[:.h\s]\s*(\d{2})(?:[:.]\d{2})?|(\d{2})(\d{2}))(?!\d)\D*$/i.exec(plain)
  const period = /(?:\b|\d)([ap])\.?\s?m\b/i.exec(plain)?.[1]?.toLowerCase()
  const [, fullHour] = (period && /^\D*(\d{1,2})\D*$/.exec(plain)) || []
  const hour = found?.[1] ?? found?.[3] ?? fullHour
  if (hour === undefined) return undefined
  return {
    hour,
    minute: found?.[2] ?? found?.[4] ?? '00',
    isAfternoon: period === undefined ? undefined : period === 'p',
  }
}

const isNumber = (text: string) => /^\d{1,2}$/.test(text)

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
