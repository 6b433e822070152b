declare const brand: unique symbol

/**
 * An IANA time zone that this runtime knows. Only `timeZoneOf` and `ownTimeZone` create one, and
 * every time format requires one.
 */
export type TimeZone = string & { readonly [brand]: true }

const found = new Map<string, TimeZone>()

/**
 * The zone of a site, a client or a venue by its IANA name.
 * @returns the reader's own zone where the name is missing or unknown, as newer zones are to old
 *   browsers
 */
export function timeZoneOf(name: string | undefined): TimeZone {
  if (name === undefined) return ownTimeZone()
  const zone = found.get(name) ?? resolve(name) ?? ownTimeZone()
  found.set(name, zone)
  return zone
}

/**
 * The reader's own zone, for times that belong to no site. UTC where the browser names none, or
 * `Etc/Unknown`.
 */
export function ownTimeZone(): TimeZone {
  const name: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (name && resolve(name)) || ('UTC' as TimeZone)
}

function resolve(name: string): TimeZone | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone as TimeZone
  } catch {
    return undefined
  }
}
