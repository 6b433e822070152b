import { reportCadences } from '@gatehouse/validation/endpoints/report-views'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../lib/durations.ts'
import { nextDue, type Schedule } from './schedule.ts'

const daily: Schedule = { cadence: 'daily', weekday: 1, monthDay: 1, timeOfDay: '07:00' }

it.each([
  ['later on the day', daily, '2026-11-20T19:00:00Z', '2026-11-20T20:00:00.000Z'],
  ['at this moment: the next day', daily, '2026-11-20T20:00:00Z', '2026-11-21T20:00:00.000Z'],
  ['on Monday', { ...daily, cadence: 'weekly' }, '2026-11-20T19:00:00Z', '2026-11-22T20:00:00.000Z'],
  [
    'on the last day of a month that is too short',
    { ...daily, cadence: 'monthly', monthDay: 31 },
    '2026-11-01T00:00:00Z',
    '2026-11-29T20:00:00.000Z',
  ],
  // Clocks go from 2 to 3, and from 3 to 2.
  [
    'in an hour that is skipped',
    { ...daily, timeOfDay: '02:30' },
    '2026-10-03T14:00:00Z',
    '2026-10-03T16:30:00.000Z',
  ],
  [
    'the first time in an hour that comes twice',
    { ...daily, timeOfDay: '02:30' },
    '2026-04-04T14:00:00Z',
    '2026-04-04T15:30:00.000Z',
  ],
  [
    'not the second time',
    { ...daily, timeOfDay: '02:30' },
    '2026-04-04T15:30:00Z',
    '2026-04-05T16:30:00.000Z',
  ],
] as const)('a report is due %s', (_, schedule, after, due) =>
  expect(nextDue(schedule, new Date(after), 'Australia/Sydney').toISOString()).toBe(due),
)

it('is due once on each of its days, at its time by the clock', () =>
  fc.assert(
    fc.property(
      fc.record({
        cadence: fc.constantFrom(...reportCadences),
        weekday: fc.integer({ min: 1, max: 7 }),
        monthDay: fc.integer({ min: 1, max: 31 }),
        timeOfDay: fc.constantFrom('00:00', '01:45', '02:30', '12:00', '23:59'),
      }),
      fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
      fc.constantFrom('Australia/Sydney', 'Australia/Lord_Howe', 'America/New_York', 'UTC'),
      (schedule, start, timeZone) => {
        let after = new Date(start)
        const days = new Set<string>()
        for (let times = 0; times < 15; times += 1) {
          const due = nextDue(schedule, after, timeZone)
          expect(due.getTime()).toBeGreaterThan(after.getTime())
          const local = Temporal.Instant.fromEpochMilliseconds(due.getTime()).toZonedDateTimeISO(timeZone)
          const shown = local.toPlainTime().toString({ smallestUnit: 'minute' })
          // A time that the clock leaves out is the one after it, at most an hour later.
          expect(shown >= schedule.timeOfDay).toBe(true)
          days.add(local.toPlainDate().toString())
          if (times > 0 && schedule.cadence === 'daily')
            expect(due.getTime() - after.getTime()).toBeLessThanOrEqual(DAY_MS * 1.05)
          after = due
        }
        expect(days.size).toBe(15)
      },
    ),
    { numRuns: 60 },
  ))
