import type { OpenHours } from '@gatehouse/validation/endpoints/sites'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { lastClosing, overdueBefore } from './overdue.ts'

const at = (text: string) => new Date(Temporal.Instant.from(text).epochMilliseconds)
const workdays = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '08:00', closes: '18:00' }))
const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '00:00' }))
const friday = (opens: string, closes: string) => [{ day: 5, opens, closes }]
const saturday = (opens: string, closes: string) => [{ day: 6, opens, closes }]
const sunday = (opens: string, closes: string) => [{ day: 7, opens, closes }]

describe('the last closing', () => {
  it.each<[string, string, OpenHours[], string, string | undefined]>([
    [
      'before the closing of a day',
      'Europe/London',
      workdays,
      '2026-11-17T17:59:59Z',
      '2026-11-16T18:00:00Z',
    ],
    ['at the closing', 'Europe/London', workdays, '2026-11-17T18:00:00Z', '2026-11-17T18:00:00Z'],
    ['on a closed day', 'Europe/London', workdays, '2026-11-22T12:00:00Z', '2026-11-20T18:00:00Z'],
    ['in the zone of the site', 'Australia/Sydney', workdays, '2026-11-17T07:00:00Z', '2026-11-17T07:00:00Z'],
    [
      'after midnight, still open',
      'Europe/London',
      friday('20:00', '03:00'),
      '2026-11-21T02:59:00Z',
      '2026-11-14T03:00:00Z',
    ],
    [
      'after midnight, closed',
      'Europe/London',
      friday('20:00', '03:00'),
      '2026-11-21T03:00:00Z',
      '2026-11-21T03:00:00Z',
    ],
    [
      'a week later',
      'Europe/London',
      friday('20:00', '03:00'),
      '2026-11-28T02:59:00Z',
      '2026-11-21T03:00:00Z',
    ],
    [
      'open until the same time of the next day',
      'UTC',
      friday('09:00', '09:00'),
      '2026-11-21T10:00:00Z',
      '2026-11-21T09:00:00Z',
    ],
    ['always open', 'Australia/Sydney', always, '2026-11-17T07:00:00Z', undefined],
    ['without hours', 'Australia/Sydney', [], '2026-11-17T07:00:00Z', undefined],
    [
      'hours that overlap are one',
      'UTC',
      [...friday('20:00', '03:00'), ...saturday('02:00', '04:00')],
      '2026-11-21T03:30:00Z',
      '2026-11-14T04:00:00Z',
    ],
    [
      'hours that follow each other are one',
      'UTC',
      [...friday('20:00', '00:00'), ...saturday('00:00', '04:00')],
      '2026-11-21T01:00:00Z',
      '2026-11-14T04:00:00Z',
    ],
    // In Sydney clocks change from 2 to 3 on 4 October 2026, and from 3 to 2 on 5 April 2026.
    [
      'a day of 23 hours',
      'Australia/Sydney',
      sunday('08:00', '18:00'),
      '2026-10-04T12:00:00Z',
      '2026-10-04T07:00:00Z',
    ],
    [
      'a closing that is skipped',
      'Australia/Sydney',
      saturday('20:00', '02:30'),
      '2026-10-03T16:30:00Z',
      '2026-10-03T16:30:00Z',
    ],
    [
      'a day of 25 hours',
      'Australia/Sydney',
      sunday('08:00', '18:00'),
      '2026-04-05T12:00:00Z',
      '2026-04-05T08:00:00Z',
    ],
    [
      'the first of two closings',
      'Australia/Sydney',
      saturday('20:00', '02:30'),
      '2026-04-04T16:29:00Z',
      '2026-03-28T15:30:00Z',
    ],
    [
      'the second of two closings',
      'Australia/Sydney',
      saturday('20:00', '02:30'),
      '2026-04-04T16:30:00Z',
      '2026-04-04T16:30:00Z',
    ],
  ])('%s', (_, timeZone, openingHours, now, expected) => {
    expect(lastClosing({ timeZone, openingHours }, at(now))).toEqual(
      expected === undefined ? undefined : at(expected),
    )
  })
})

describe('who is overdue', () => {
  it.each([
    ['by the closing, where it is later', 13, '2026-11-17T20:00:00Z', '2026-11-17T18:00:00Z'],
    ['by the hours, where they are shorter', 1, '2026-11-17T20:00:00Z', '2026-11-17T19:00:00Z'],
    ['by the hours, on a closed day', 13, '2026-11-22T12:00:00Z', '2026-11-21T23:00:00Z'],
  ])('%s', (_, overdueAfterHours, now, expected) => {
    const rule = { timeZone: 'Europe/London', openingHours: workdays, overdueAfterHours }
    expect(overdueBefore(rule, at(now))).toEqual(at(expected))
  })
  it('by the hours alone, where none are set', () => {
    const rule = { timeZone: 'Europe/London', openingHours: [], overdueAfterHours: 13 }
    expect(overdueBefore(rule, at('2026-11-17T20:00:00Z'))).toEqual(at('2026-11-17T07:00:00Z'))
  })
})

const minuteOfDay = fc.integer({ min: 0, max: 24 * 60 - 1 })
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const hours = fc
  .uniqueArray(fc.record({ day: fc.integer({ min: 1, max: 7 }), opens: minuteOfDay, closes: minuteOfDay }), {
    maxLength: 7,
    selector: ({ day }) => day,
  })
  .map((days) => days.map(({ day, opens, closes }) => ({ day, opens: clock(opens), closes: clock(closes) })))
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
const zone = fc.constantFrom(
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Antarctica/Troll',
  'Europe/Dublin',
)

/** Which minutes of a week in UTC the site is open, from Monday on. */
function openMinutes(openingHours: OpenHours[]): boolean[] {
  const open = Array.from({ length: 7 * 24 * 60 }, () => false)
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  for (const { day, opens, closes } of openingHours) {
    const from = (day - 1) * 24 * 60 + minutes(opens)
    const length = ((minutes(closes) - minutes(opens) + 24 * 60 - 1) % (24 * 60)) + 1
    for (let minute = from; minute < from + length; minute++) open[minute % open.length] = true
  }
  return open
}

describe('for any hours', () => {
  it('a site without changes of the clock closes at the last minute that was open', () => {
    fc.assert(
      fc.property(hours, moment, (openingHours, now) => {
        const open = openMinutes(openingHours)
        // The first day of 1970 was a Thursday.
        const minuteAt = (time: number) => Math.floor((time + 3 * DAY_MS) / MINUTE_MS) % open.length
        let time = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
        const earliest = time - 8 * DAY_MS
        while (time > earliest && (open[minuteAt(time)] || !open[minuteAt(time - MINUTE_MS)]))
          time -= MINUTE_MS
        const expected = time > earliest ? time : undefined
        expect(lastClosing({ timeZone: 'UTC', openingHours }, now)?.getTime()).toBe(expected)
      }),
    )
  })
  it('time makes nobody punctual again, and nobody is overdue who has just come', () => {
    fc.assert(
      fc.property(
        hours,
        zone,
        moment,
        fc.nat(8 * DAY_MS),
        fc.integer({ min: 1, max: 168 }),
        (openingHours, timeZone, now, later, overdueAfterHours) => {
          const rule = { timeZone, openingHours, overdueAfterHours }
          const before = overdueBefore(rule, now).getTime()
          expect(before).toBeLessThanOrEqual(now.getTime())
          expect(before).toBeGreaterThanOrEqual(now.getTime() - overdueAfterHours * HOUR_MS)
          expect(overdueBefore(rule, new Date(now.getTime() + later)).getTime()).toBeGreaterThanOrEqual(
            before,
          )
        },
      ),
    )
  })
})
