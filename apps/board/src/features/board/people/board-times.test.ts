import { expect, test } from 'vitest'
import { isStale, saysLive } from './board-times.ts'

const start = Date.UTC(2026, 10, 20, 3)

test.each([
  [0, start, false],
  [start, start, false],
  [start, start + 29_999, false],
  [start, start + 30_000, true],
  [start, start + 3_600_000, true],
  [start, start - 60_000, false],
])('updated at %i, now %i: %s', (updatedAt, now, expected) => {
  expect(isStale(updatedAt, now)).toBe(expected)
})

test.each([
  [false, null, true],
  [false, new Error('No answer'), false],
  [true, null, false],
  [true, new Error('No answer'), false],
])(
  'out of date: %s, the last request: %s, says what the live socket does: %s',
  (isOutdated, error, expected) => {
    expect(saysLive(isOutdated, error)).toBe(expected)
  },
)
