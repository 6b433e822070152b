import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatDateTime, formatDay } from '@gatehouse/i18n/format/zoned-times'
import { expect, test } from 'vitest'
import { isStale, startOfQuarterHour } from './board-times.ts'

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
  ['Australia/Perth', '2026-11-20T16:00:00Z'],
  ['Australia/Lord_Howe', '2026-11-20T13:00:00Z'],
  ['Asia/Kolkata', '2026-11-20T18:30:00Z'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z'],
  ['America/Los_Angeles', '2026-11-20T08:00:00Z'],
])('midnight in %s starts a quarter hour', (name, midnight) => {
  const zone = timeZoneOf(name)
  const at = Date.parse(midnight)
  expect(formatDateTime(at, 'es', zone)).toContain('0:00')
  for (const minutes of [-15, -1, 0, 1, 14, 15, 60]) {
    const now = at + minutes * 60_000
    expect(formatDay(startOfQuarterHour(now), 'en', zone), String(minutes)).toBe(formatDay(now, 'en', zone))
  }
})
