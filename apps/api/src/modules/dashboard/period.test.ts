import { expect, it } from 'vitest'
import { earlierPeriods, periodAt, sameTimes } from './period.ts'

const now = new Date('2026-10-04T02:00:00.000Z')

it.each([
  // 4 October 2026 has 23 hours in Sydney: at 1 pm only 12 have passed.
  ['today', '2026-10-03T14:00:00.000Z', '2026-10-02T14:00:00.000Z', '2026-10-03T03:00:00.000Z'],
  ['day', '2026-10-03T02:00:00.000Z', '2026-10-02T02:00:00.000Z', '2026-10-03T02:00:00.000Z'],
  ['week', '2026-09-27T03:00:00.000Z', '2026-09-20T03:00:00.000Z', '2026-09-27T03:00:00.000Z'],
  ['month', '2026-09-04T03:00:00.000Z', '2026-08-05T03:00:00.000Z', '2026-09-04T03:00:00.000Z'],
  ['year', '2025-10-04T03:00:00.000Z', '2024-10-04T03:00:00.000Z', '2025-10-04T03:00:00.000Z'],
] as const)('%s', (name, from, previousFrom, previousTo) => {
  const period = periodAt(name, now, 'Australia/Sydney')
  expect(period.from.toISOString()).toBe(from)
  expect(period.previous.from.toISOString()).toBe(previousFrom)
  expect(period.previous.to.toISOString()).toBe(previousTo)
})

it('longer periods begin on a quarter hour, so that roll-ups have them exactly', () => {
  const { from, previous } = periodAt('week', new Date('2026-10-14T02:44:59.999Z'), 'Asia/Kathmandu')
  expect(from.toISOString()).toBe('2026-10-07T02:30:00.000Z')
  expect(previous).toEqual({ from: new Date('2026-09-30T02:30:00.000Z'), to: from })
})

const earlierAt = (...args: Parameters<typeof earlierPeriods>) =>
  earlierPeriods(...args).map(({ from, to }) => [from.toISOString(), to.toISOString()])

it('the earlier periods follow the previous one, also across a day of 23 or 25 hours', () => {
  const after23 = new Date('2026-10-05T02:07:00.000Z')
  expect(earlierAt('today', after23, 'Australia/Sydney').slice(0, 2)).toEqual([
    ['2026-10-02T14:00:00.000Z', '2026-10-03T03:00:00.000Z'],
    ['2026-10-01T14:00:00.000Z', '2026-10-02T03:00:00.000Z'],
  ])
  const after25 = new Date('2026-04-06T03:07:00.000Z')
  expect(earlierAt('today', after25, 'Australia/Sydney')[0]).toEqual([
    '2026-04-03T13:00:00.000Z',
    '2026-04-04T02:00:00.000Z',
  ])
  // Day has 24 hours, whatever the clock shows.
  expect(earlierAt('day', after23, 'Australia/Sydney')[0]).toEqual([
    '2026-10-02T02:00:00.000Z',
    '2026-10-03T02:00:00.000Z',
  ])
})

it('longer earlier periods are whole UTC days, because older quarter hours are deleted', () => {
  const weeks = earlierAt('week', now, 'Australia/Sydney')
  expect(weeks).toHaveLength(12)
  expect(weeks[0]).toEqual(['2026-09-13T00:00:00.000Z', '2026-09-20T00:00:00.000Z'])
  expect(earlierAt('year', now, 'Australia/Sydney')).toEqual([
    ['2023-10-05T00:00:00.000Z', '2024-10-04T00:00:00.000Z'],
    ['2022-10-05T00:00:00.000Z', '2023-10-05T00:00:00.000Z'],
    ['2021-10-05T00:00:00.000Z', '2022-10-05T00:00:00.000Z'],
  ])
})

it('people on site are compared at the same local time', () => {
  const times = sameTimes('day', now, 'Australia/Sydney').map((time) => time.toISOString())
  expect(times).toHaveLength(13)
  // At 1 pm, before and after the clocks change.
  expect(times.slice(0, 2)).toEqual(['2026-10-03T03:00:00.000Z', '2026-10-02T03:00:00.000Z'])
})
