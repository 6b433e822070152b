import { dashboardPeriods } from '@gatehouse/validation/vocabulary'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { periodAt, busiestSince, cutPeriod } from './period.ts'

const HOUR = 3_600_000

function hoursOf(at: Date, timeZone: string): number[] {
  const { edges } = cutPeriod('today', at, timeZone, periodAt('today', at, timeZone))
  return edges.slice(1).map((edge, index) => (edge - (edges[index] ?? 0)) / HOUR)
}

it.each([
  // The hour from 2 to 3 am is left out: the clock shows 23 hours.
  ['a day of 23 hours', new Date('2026-10-04T12:59:59.000Z'), 'Australia/Sydney', 23],
  ['a day of 25 hours', new Date('2026-04-05T13:59:59.000Z'), 'Australia/Sydney', 25],
  ['a usual day', new Date('2026-11-20T12:59:59.000Z'), 'Australia/Sydney', 24],
])('%s has an hour for each of the clock', (_, now, timeZone, hours) => {
  expect(hoursOf(now, timeZone)).toEqual(Array.from({ length: hours }, () => 1))
})

it('a clock that is changed by half an hour makes one hour longer', () => {
  expect(
    hoursOf(new Date('2026-10-04T12:59:00.000Z'), 'Australia/Lord_Howe').filter((hours) => hours !== 1),
  ).toEqual([1.5])
  expect(
    hoursOf(new Date('2026-04-05T13:29:00.000Z'), 'Australia/Lord_Howe').filter((hours) => hours !== 1),
  ).toEqual([1.5])
})

it('days and months are those of the zone, also where one has 23 hours', () => {
  const now = new Date('2026-10-05T02:00:00.000Z')
  const { edges, previous } = cutPeriod(
    'week',
    now,
    'Australia/Sydney',
    periodAt('week', now, 'Australia/Sydney'),
  )
  expect(edges.map((edge) => new Date(edge).toISOString())).toEqual([
    '2026-09-28T03:00:00.000Z',
    '2026-09-28T14:00:00.000Z',
    '2026-09-29T14:00:00.000Z',
    '2026-09-30T14:00:00.000Z',
    '2026-10-01T14:00:00.000Z',
    '2026-10-02T14:00:00.000Z',
    '2026-10-03T14:00:00.000Z',
    '2026-10-04T13:00:00.000Z',
    '2026-10-05T13:00:00.000Z',
  ])
  expect(new Date(previous[1] ?? 0).toISOString()).toBe('2026-09-21T14:00:00.000Z')
})

const zones = [
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Auckland',
  'America/Los_Angeles',
  'UTC',
]

it('the parts cover their periods in order, and begin on quarter hours', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...dashboardPeriods),
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
      (name, timeZone, now) => {
        const period = periodAt(name, now, timeZone)
        const { edges, previous } = cutPeriod(name, now, timeZone, period)
        expect(previous).toHaveLength(edges.length)
        expect(edges).toEqual([...new Set(edges)].toSorted((a, b) => a - b))
        expect(previous).toEqual(previous.toSorted((a, b) => a - b))
        expect(edges[0]).toBe(period.from.getTime())
        expect(edges.at(-1)).toBeGreaterThan(now.getTime())
        expect(edges.at(-2)).toBeLessThanOrEqual(now.getTime())
        expect([previous[0], previous.at(-1)]).toEqual([
          period.previous.from.getTime(),
          period.previous.to.getTime(),
        ])
        const inner = [
          ...edges.slice(1),
          ...previous.slice(1, -1).filter((edge) => edge < period.previous.to.getTime()),
        ]
        expect(inner.filter((edge) => edge % (HOUR / 4) !== 0)).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

it('of a year, the busiest hours are those of the last 13 weeks', () => {
  const now = new Date('2026-11-20T02:10:00.000Z')
  const sinceOf = (name: 'month' | 'year') =>
    busiestSince(name, now, 'UTC', periodAt(name, now, 'UTC')).toISOString()
  expect(sinceOf('year')).toBe('2026-08-21T02:00:00.000Z')
  expect(sinceOf('month')).toBe('2026-10-21T02:00:00.000Z')
})
