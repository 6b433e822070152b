import { MINUTE_MS } from './durations.ts'

/** What a clock shows: `2026-04-05 02:59:59` and `+11:00`. */
export interface Shown {
  local: string
  offset: string
}

export type ZoneClock = (at: number, timeZone: string) => Shown

/** The time between two changes of a zone's offset, in ms: start inclusive, end exclusive. */
interface Stretch {
  from: number
  to: number
  offset: number
  text: string
}

/**
 * The local times of zones at moments, to the second. Optimised for many moments near to each
 * other: the offset of a zone is looked up again only where it changes.
 */
export function createZoneClock(): ZoneClock {
  const zones = new Map<string, Stretch>()
  return (at, timeZone) => {
    let stretch = zones.get(timeZone)
    if (!stretch || at < stretch.from || at >= stretch.to) {
      stretch = stretchAt(at, timeZone)
      zones.set(timeZone, stretch)
    }
    const local = new Date(at + stretch.offset).toISOString()
    return { local: local.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' '), offset: stretch.text }
  }
}

/** The offsets of a zone within a range, each with its start and end in milliseconds. */
export function offsetsOf(
  timeZone: string,
  { from, to }: { from: Date; to: Date },
): { to: number; offset: number }[] {
  const stretches = [stretchAt(from.getTime(), timeZone)]
  for (;;) {
    const end = stretches.at(-1)?.to ?? Infinity
    if (end >= to.getTime()) return stretches
    stretches.push(stretchAt(end, timeZone))
  }
}

function stretchAt(at: number, timeZone: string): Stretch {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone)
  // `previous` excludes a change at the moment itself, which must be found.
  const change = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const offset = zoned.offsetNanoseconds / 1e6
  return {
    from: change?.epochMilliseconds ?? -Infinity,
    to: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset,
    text: offsetText(offset),
  }
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours}:${rest}`
}
