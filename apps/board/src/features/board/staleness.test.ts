import { expect, test } from 'vitest'
import { isStale } from './staleness.ts'

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
