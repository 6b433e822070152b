import { DAY_MS, MINUTE_MS } from './durations.ts'

/** What a clock shows: `2026-04-05 02:59:59` and `+11:00`. */
export interface Shown {
  local: string
  offset: string
}

export type ZoneClock = (at: number, timeZone: string) => Shown

/** The time between two changes of a zone's offset, in milliseconds. The first moment belongs to it, the last one does not. */
interface Stretch {
  from: number
  to: number
  offset: number
  text: string
}

/**
 * What the clocks of zones show at moments, to the second. It is for many moments that are near to each other: the offset of a zone is asked
 * for again where it changes, and a day is written once.
 */
export function createZoneClock(): ZoneClock {
  const zones = new Map<string, { stretch: Stretch; write: (local: number) => string }>()
  return (at, timeZone) => {
    let zone = zones.get(timeZone)
    if (!zone) {
      zone = { stretch: stretchAt(at, timeZone), write: createTimeWriter() }
      zones.set(timeZone, zone)
    } else if (at < zone.stretch.from || at >= zone.stretch.to) zone.stretch = stretchAt(at, timeZone)
    const { offset, text } = zone.stretch
    return { local: zone.write(at + offset), offset: text }
  }
}

function stretchAt(at: number, timeZone: string): Stretch {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone)
  // Only a change before a moment is found, and one at the moment itself belongs to it.
  const change = zoned.add({ milliseconds: 1 }).getTimeZoneTransition('previous')
  const offset = zoned.offsetNanoseconds / 1e6
  return {
    from: change?.epochMilliseconds ?? -Infinity,
    to: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset,
    text: offsetText(offset),
  }
}

const pairs = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

function createTimeWriter(): (local: number) => string {
  let day = Number.NaN
  let dayText = ''
  return (local) => {
    const ofDay = Math.floor(local / DAY_MS)
    if (ofDay !== day) {
      day = ofDay
      dayText = new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
    }
    const seconds = Math.floor((local - day * DAY_MS) / 1000)
    const minutes = Math.floor(seconds / 60)
    return `${dayText} ${pairs[Math.floor(minutes / 60)]}:${pairs[minutes % 60]}:${pairs[seconds % 60]}`
  }
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE_MS)
  return `${offset < 0 ? '-' : '+'}${pairs[Math.floor(minutes / 60)]}:${pairs[minutes % 60]}`
}
