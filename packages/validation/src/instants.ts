declare const checked: unique symbol

/** A time in the only form that the product stores: `2026-11-20T03:04:05.678Z`. */
export type InstantText = string & { readonly [checked]: true }

/**
 * `date-time` of RFC 3339, 5.6. `T` and `Z` may be lower case. Leap seconds are refused, because
 * JavaScript's clock has none.
 */
const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/

const earliest = Date.UTC(2000, 0, 1)
const end = Date.UTC(2201, 0, 1)
const MINUTE = 60_000

/**
 * Parses a time with its zone (RFC 3339): an existing date in the years 2000 to 2200 of UTC.
 * @returns the time in UTC, truncated to milliseconds; undefined for any other text
 */
export function readInstant(text: string): InstantText | undefined {
  const time = readMilliseconds(text)
  return time !== undefined && time >= earliest && time < end
    ? (new Date(time).toISOString() as InstantText)
    : undefined
}

/**
 * Parses a time with its zone in any year, by a clock that may be wrong.
 * @returns milliseconds since 1970; undefined for any other text
 */
export function readMilliseconds(text: string): number | undefined {
  const found = dateTime.exec(text)
  if (!found) return undefined
  const [, year, month, day, hours, minutes, seconds, fraction = '', sign, offsetHours, offsetMinutes] = found
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const local = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`)
  // A day beyond its month rolls over into the next one, or gives an invalid date.
  if (Number.isNaN(local.getTime()) || local.getUTCDate() !== Number(day)) return undefined
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * MINUTE
  return local.getTime() + (sign === '-' ? offset : -offset)
}

/** Whether a text such as `2026-11-20` is a day that the calendar has. */
export function isCalendarDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
