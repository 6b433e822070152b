import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from './durations.ts'
import { createZoneClock } from './zone-clock.ts'

const zones = Intl.supportedValuesOf('timeZone')
const begin = Date.UTC(1975, 0, 1)
const end = Date.UTC(2100, 0, 1)

/** The result of `Intl`, which computes each moment independently. */
// oxlint-disable no-restricted-properties -- what the clock is compared with
function slowly(at: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    local: `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']}`,
    offset: parts['timeZoneName'] === 'GMT' ? '+00:00' : (parts['timeZoneName'] ?? '').slice('GMT'.length),
  }
}
// oxlint-enable no-restricted-properties

/** The next change of a zone's offset, or any moment where it never changes. */
function nextChange(at: number, timeZone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  return zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? at
}

const moments = fc
  .tuple(fc.constantFrom(...zones), fc.integer({ min: begin, max: end }))
  .chain(([zone, at]) => {
    const change = nextChange(at, zone)
    const near = fc.integer({ min: change - 2 * HOUR_MS, max: change + 2 * HOUR_MS })
    const edges = fc.constantFrom(change - 1001, change - 1000, change - 1, change, change + 1, change + 999)
    return fc.record({
      zone: fc.constant(zone),
      at: fc.oneof(fc.constant(at), edges, near, fc.integer({ min: at, max: at + DAY_MS })),
    })
  })

it('shows what Intl shows, at any moment in any zone, also where an offset changes', () => {
  fc.assert(
    fc.property(fc.array(moments, { minLength: 1, maxLength: 20 }), (asked) => {
      const clock = createZoneClock()
      for (const { at, zone } of asked) expect(clock(at, zone)).toEqual(slowly(at, zone))
    }),
  )
})

it('shows what Intl shows for a run of moments in one zone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: begin, max: end }), (zone, at) => {
      const clock = createZoneClock()
      const last = nextChange(at, zone) + HOUR_MS
      for (const step of [1, 15 * 60_000, HOUR_MS, 7 * HOUR_MS])
        for (let count = 0; count < 5; count += 1)
          expect(clock(last - count * step, zone)).toEqual(slowly(last - count * step, zone))
    }),
  )
})
