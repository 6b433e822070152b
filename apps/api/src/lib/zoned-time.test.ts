import { expect, it } from 'vitest'
import { daysBefore, startOfDay } from './zoned-time.ts'

it.each([
  ['an ordinary day', '2026-11-20T03:04:05Z', 'Australia/Sydney', '2026-11-19T13:00:00.000Z'],
  ['just after midnight', '2026-11-19T13:00:00Z', 'Australia/Sydney', '2026-11-19T13:00:00.000Z'],
  ['the day of 23 hours', '2026-10-04T02:00:00Z', 'Australia/Sydney', '2026-10-03T14:00:00.000Z'],
  ['the day of 25 hours', '2026-04-05T05:00:00Z', 'Australia/Sydney', '2026-04-04T13:00:00.000Z'],
  [
    'a zone whose midnight is skipped',
    '2026-09-06T12:00:00Z',
    'America/Santiago',
    '2026-09-06T04:00:00.000Z',
  ],
  ['UTC', '2026-11-20T03:04:05Z', 'UTC', '2026-11-20T00:00:00.000Z'],
] as const)('%s begins where it does', (_, moment, zone, start) => {
  expect(startOfDay(new Date(moment), zone).toISOString()).toBe(start)
})

it('keeps the time of day over a change of clocks', () => {
  const before = daysBefore(new Date('2026-10-05T01:00:00Z'), 2, 'Australia/Sydney')
  expect(before.toISOString()).toBe('2026-10-03T02:00:00.000Z')
})
