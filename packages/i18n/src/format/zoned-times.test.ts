import { expect, test } from 'vitest'
import { formatClock, formatExactTime, formatSince, formatTimeWithZone } from './zoned-times.ts'

const plain = (text: string) => text.replace(/\s/gu, ' ')
const now = new Date('2026-11-20T03:00:00Z')

test.each([
  ['2026-11-20T01:05:00Z', 'Australia/Sydney', '12:05 pm'],
  ['2026-11-19T12:59:00Z', 'Australia/Sydney', '19 Nov, 11:59 pm'],
  ['2026-11-19T16:30:00Z', 'Australia/Perth', '12:30 am'],
  ['2026-11-19T15:30:00Z', 'Australia/Perth', '19 Nov, 11:30 pm'],
  ['2025-12-31T12:59:00Z', 'Australia/Sydney', '31 Dec 2025, 11:59 pm'],
  ['2025-12-31T13:01:00Z', 'Australia/Sydney', '1 Jan, 12:01 am'],
])('%s in %s is told as %s', (time, zone, expected) => {
  expect(plain(formatSince(time, now, 'en-au', zone))).toBe(expected)
})

test('an exact time names day, second and zone', () => {
  expect(plain(formatExactTime('2026-11-20T04:05:06Z', 'en-au', 'Australia/Sydney'))).toMatch(
    /^Friday,? 20 November 2026.* 3:05:06 pm AEDT$/,
  )
})

test.each([
  ['en-au', '3:05 pm AEDT'],
  ['en', '3:05 PM GMT+11'],
] as const)('in %s the zone stands beside the time', (language, expected) => {
  expect(plain(formatTimeWithZone('2026-11-20T04:05:06Z', language, 'Australia/Sydney'))).toBe(expected)
})

test('a clock tells the second', () => {
  expect(plain(formatClock(Date.UTC(2026, 10, 20, 3, 4, 5), 'en-au', 'UTC'))).toBe('3:04:05 am')
})
