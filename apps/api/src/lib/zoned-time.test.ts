import { expect, it } from 'vitest'
import { daysBefore, readMomentWithin, startOfDay } from './zoned-time.ts'

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

it.each([
  ['a minute that began before the sign-in', '10:00', '10:00:20', '10:00:50', '10:00:20'],
  ['a minute between them', '10:10', '10:00:20', '10:20:00', '10:10:00'],
  ['this minute', '10:20', '10:00:20', '10:20:40', '10:20:00'],
  ['a minute before the sign-in', '09:59', '10:00:20', '10:20:00', '09:59:00'],
  ['a minute to come', '10:21', '10:00:20', '10:20:40', '10:21:00'],
])('a departure in %s is read so that it lies in the visit, if it can', (_, clock, from, to, read) => {
  const moment = (time: string) => new Date(`2026-11-20T${time}Z` as '2026-11-20T00:00:00Z')
  const visit = { from: moment(from), to: moment(to) }
  expect(readMomentWithin(`2026-11-20T${clock}`, 'UTC', visit)).toEqual(moment(read))
})

it.each([
  ['the first time', '2026-04-04T14:00:00Z', '2026-04-04T15:45:00Z', '2026-04-04T15:30:00.000Z'],
  ['the second time', '2026-04-04T16:10:00Z', '2026-04-04T16:45:00Z', '2026-04-04T16:30:00.000Z'],
  ['the first time of two', '2026-04-04T14:00:00Z', '2026-04-04T16:45:00Z', '2026-04-04T15:30:00.000Z'],
] as const)('a departure in the hour that comes twice is %s that lies in the visit', (_, from, to, read) => {
  const visit = { from: new Date(from), to: new Date(to) }
  expect(readMomentWithin('2026-04-05T02:30', 'Australia/Sydney', visit).toISOString()).toBe(read)
})
