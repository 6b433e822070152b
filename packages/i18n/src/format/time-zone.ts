declare const known: unique symbol

/** An IANA time zone that this runtime knows: only `timeZoneOf` and `ownTimeZone` make one, and no time is written without one. */
export type TimeZone = string & { readonly [known]: true }

const found = new Map<string, TimeZone>()

/**
 * The zone of a site, a client or a venue by its name.
 * @returns the reader's own zone for a name that this runtime does not know: an old browser knows no zones younger than itself
 */
export function timeZoneOf(name: string | undefined): TimeZone {
  if (name === undefined) return ownTimeZone()
  const zone = found.get(name) ?? resolve(name) ?? ownTimeZone()
  found.set(name, zone)
  return zone
}

/** The zone of whoever reads: for what belongs to them and to no site. */
export function ownTimeZone(): TimeZone {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone as TimeZone
}

function resolve(name: string): TimeZone | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone as TimeZone
  } catch {
    return undefined
  }
}
