import { describe, expect, it, test } from 'vitest'
import { isWithin } from './clock.ts'
import { elapsed, isSteady, type Moment, offsetNow } from './moment.ts'

const HOUR_MS = 3_600_000
const start: Moment = [1_000_000_000_000, 5000]
/** A later moment, after the clock was set and the device has slept, which may stop its timer. */
const later = (passed: number, set = 0, slept = 0): Moment => [
  start[0] + passed + set,
  start[1] + passed - slept,
]

test.each([
  ['now', 0, true],
  ['an hour ago', HOUR_MS, true],
  ['longer ago', HOUR_MS + 1, false],
  ['in a minute', -60_000, true],
  ['later than that', -60_001, false],
])('what was stored %s is of the last hour: %s', (_, age, expected) => {
  expect(isWithin(HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS + age)).toBe(expected)
})

describe.each([
  ['goes on', 0, 0],
  ['was set an hour back', -HOUR_MS, 0],
  ['was set three days back', -72 * HOUR_MS, 0],
  ['goes on, and whose timer stood still', 0, 20_000],
])('a device whose clock %s', (_, set, slept) => {
  it('knows how much time has passed', () => {
    expect(elapsed(start, later(30_000, set, slept))).toBe(30_000)
  })

  it('knows the time of the server', () => {
    const heard = { server: start[0] + 4000, at: start }
    const now = later(30_000, set, slept)
    expect(now[0] + offsetNow(heard, now)).toBe(start[0] + 34_000)
  })
})

test.each([
  ['time has passed', later(30_000), true],
  ['the clock was set ahead', later(30_000, HOUR_MS), false],
  ['the clock was set back', later(30_000, -HOUR_MS), false],
  ['the device has slept', later(30_000, 0, 20_000), false],
])('steady after %s: %s', (_, now, expected) => {
  expect(isSteady(start, now)).toBe(expected)
})
