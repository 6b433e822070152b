import { describe, expect, it } from 'vitest'
import { serverTimeOf } from './mark-time.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const madeAt = Date.UTC(2026, 10, 23, 20)

describe.each([-20_000 * DAY, -DAY, -MINUTE, 0, MINUTE, DAY])('a clock that is %i ms off', (error) => {
  it.each([-20_000 * DAY, -DAY, -MINUTE, 0, MINUTE, DAY])('and is set by %i ms', (jump) => {
    const [elapsed, steady] = [3 * MINUTE, 1000]
    const now = { steady: steady + elapsed, server: madeAt + elapsed }
    // Set between the mark and the sending.
    const before = { wall: madeAt + error, steady, server: madeAt }
    expect(serverTimeOf(before, { ...now, wall: madeAt + elapsed + error + jump })).toBe(madeAt)
    // Set before the mark: the page still takes the clock, as before, for the server's time.
    const after = { wall: madeAt + error + jump, steady, server: madeAt + jump }
    expect(serverTimeOf(after, { ...now, wall: madeAt + elapsed + error + jump })).toBe(madeAt)
  })
})

it('has its place where the device slept, and its steady clock stood still', () => {
  const made = { wall: madeAt, steady: 0, server: madeAt }
  expect(serverTimeOf(made, { wall: madeAt + DAY, steady: MINUTE, server: madeAt + DAY })).toBe(madeAt)
})

it('has its place where a clock was put back into the past', () => {
  const made = { wall: madeAt + DAY, steady: 0, server: madeAt + DAY }
  const now = { wall: madeAt + MINUTE, steady: MINUTE, server: madeAt + MINUTE }
  expect(serverTimeOf(made, now)).toBe(madeAt)
})
