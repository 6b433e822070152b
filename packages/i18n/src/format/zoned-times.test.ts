import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Language } from '@gatehouse/validation/vocabulary'
import { ownTimeZone, type TimeZone, timeZoneOf } from './time-zone.ts'
import {
  dayPeriodsOf,
  formatClock,
  formatDateTime,
  formatDay,
  formatExactTime,
  formatSince,
  formatTime,
  formatZone,
  shownHour,
  splitTime,
  timePartName,
} from './zoned-times.ts'

const plain = (text: string) => text.replace(/\s/gu, ' ')
const now = new Date('2026-11-20T03:00:00Z')
const sydney = timeZoneOf('Australia/Sydney')

describe('the abbreviation of a zone is its own, the same for every reader', () => {
  test.each([
    ['Australia/Perth', '2026-01-15', 'AWST'],
    ['Australia/Perth', '2026-07-15', 'AWST'],
    ['Australia/Sydney', '2026-01-15', 'AEDT'],
    ['Australia/Sydney', '2026-07-15', 'AEST'],
    ['Australia/Lord_Howe', '2026-01-15', 'LHDT'],
    ['Australia/Lord_Howe', '2026-07-15', 'LHST'],
    ['Pacific/Auckland', '2026-01-15', 'NZDT'],
    ['America/Los_Angeles', '2026-01-15', 'PST'],
    ['America/Los_Angeles', '2026-07-15', 'PDT'],
    ['Europe/London', '2026-01-15', 'GMT'],
    ['Europe/London', '2026-07-15', 'BST'],
    ['Europe/Madrid', '2026-01-15', 'CET'],
    ['Europe/Madrid', '2026-07-15', 'CEST'],
    ['Asia/Kolkata', '2026-01-15', 'IST'],
    ['Asia/Kolkata', '2026-07-15', 'IST'],
    ['Asia/Tokyo', '2026-07-15', 'GMT+9'],
    ['UTC', '2026-07-15', 'UTC'],
  ])('%s on %s', (name, day, abbreviation) => {
    const zone = timeZoneOf(name)
    const noon = `${day}T03:05:06Z`
    for (const language of ['en-au', 'en', 'es'] as const) {
      expect(formatZone(noon, language, zone), language).toBe(abbreviation)
      for (const format of [formatTime, formatClock, formatDateTime, formatExactTime])
        expect(plain(format(noon, language, zone)).endsWith(` ${abbreviation}`), format.name).toBe(true)
    }
  })
})

test('a time does not break over two lines', () => {
  const at = '2025-12-31T12:59:00Z'
  for (const language of ['en-au', 'en', 'es'] as const) {
    for (const text of [
      formatTime(at, language, sydney),
      formatClock(at, language, sydney),
      formatSince(at, at, language, sydney),
    ])
      expect(text).not.toContain(' ')
    // It breaks only after the day, where a phone has no room for both.
    expect(formatSince(at, now, language, sydney)).toMatch(/^[^ ]+2025, \d+:59[^ ]*AEDT$/)
    expect(formatDateTime(at, language, sydney)).toMatch(/ \d+:59[^ ]*AEDT$/)
  }
})

test.each([
  ['en-au', '3:05 pm AEDT', '3:05:06 pm AEDT', '20 Nov 2026, 3:05 pm AEDT', 'Friday 20 November'],
  ['en', '3:05 PM AEDT', '3:05:06 PM AEDT', 'Nov 20, 2026, 3:05 PM AEDT', 'Friday, November 20'],
  ['es', '15:05 AEDT', '15:05:06 AEDT', '20 nov 2026, 15:05 AEDT', 'viernes, 20 de noviembre'],
] as const)('in %s a time reads %s', (language, time, clock, dateTime, day) => {
  const at = '2026-11-20T04:05:06Z'
  expect(plain(formatTime(at, language, sydney))).toBe(time)
  expect(plain(formatClock(at, language, sydney))).toBe(clock)
  expect(plain(formatDateTime(at, language, sydney))).toBe(dateTime)
  expect(plain(formatDay(at, language, sydney))).toBe(day)
})

test.each([
  ['en-au', 'Australia/Perth', '12:05 pm', 'AWST'],
  ['en', 'Australia/Perth', '12:05 PM', 'AWST'],
  ['es', 'Europe/Madrid', '5:05', 'CET'],
] as const)('in %s a time and its zone in %s are told apart', (language, zone, time, abbreviation) => {
  const split = splitTime('2026-11-20T04:05:06Z', language, timeZoneOf(zone))
  expect({ ...split, time: plain(split.time) }).toEqual({ time, zone: abbreviation })
})

test('an exact time names day, second and zone', () => {
  expect(plain(formatExactTime('2026-11-20T04:05:06Z', 'en-au', sydney))).toMatch(
    /^Friday,? 20 November 2026.* 3:05:06 pm AEDT$/,
  )
})

test.each([
  ['2026-11-20T01:05:00Z', 'Australia/Sydney', '12:05 pm AEDT'],
  ['2026-11-19T12:59:00Z', 'Australia/Sydney', '19 Nov, 11:59 pm AEDT'],
  ['2026-11-19T16:30:00Z', 'Australia/Perth', '12:30 am AWST'],
  ['2026-11-19T15:30:00Z', 'Australia/Perth', '19 Nov, 11:30 pm AWST'],
  ['2025-12-31T12:59:00Z', 'Australia/Sydney', '31 Dec 2025, 11:59 pm AEDT'],
  ['2025-12-31T13:01:00Z', 'Australia/Sydney', '1 Jan, 12:01 am AEDT'],
])('%s in %s is told as %s', (time, zone, expected) => {
  expect(plain(formatSince(time, now, 'en-au', timeZoneOf(zone)))).toBe(expected)
})

describe('days that are not of 24 hours', () => {
  // Sydney goes back at 3:00 on 5 April 2026 and ahead at 2:00 on 4 October 2026. Lord Howe moves
  // by half an hour.
  test.each([
    ['the hour that comes twice, first', '2026-04-04T15:30:00Z', '2026-04-05T10:00:00Z', '2:30 am AEDT'],
    ['the hour that comes twice, again', '2026-04-04T16:30:00Z', '2026-04-05T10:00:00Z', '2:30 am AEST'],
    ['the first minute of 25 hours', '2026-04-04T13:00:00Z', '2026-04-05T13:59:00Z', '12:00 am AEDT'],
    ['the day before 25 hours', '2026-04-04T12:59:00Z', '2026-04-05T13:59:00Z', '4 Apr, 11:59 pm AEDT'],
    ['the last minute of 23 hours', '2026-10-03T14:00:00Z', '2026-10-04T12:59:00Z', '12:00 am AEST'],
    ['the day after 23 hours', '2026-10-03T14:00:00Z', '2026-10-04T13:00:00Z', '4 Oct, 12:00 am AEST'],
  ])('%s', (_, time, at, expected) => {
    expect(plain(formatSince(time, at, 'en-au', sydney))).toBe(expected)
  })
})

test('a time says the same wherever it is read', () => {
  const zones = ['Australia/Perth', 'Australia/Lord_Howe', 'America/Los_Angeles', 'Asia/Kolkata', 'UTC']
  const between = { min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z') }
  fc.assert(
    fc.property(
      fc.date({ ...between, noInvalidDate: true }),
      fc.constantFrom(...zones),
      fc.constantFrom<Language>('en-au', 'en', 'es'),
      (at, name, language) => {
        const zone = timeZoneOf(name)
        const text = formatDateTime(at, language, zone)
        expect(formatDateTime(at.toISOString(), language, zone)).toBe(text)
        expect(formatDateTime(at.getTime(), language, zone)).toBe(text)
        expect(text.endsWith(formatZone(at, language, zone))).toBe(true)
      },
    ),
  )
})

describe('what cannot be written', () => {
  test.each(['', 'yesterday', Number.NaN])('%j as a time is a dash', (time) => {
    for (const format of [formatTime, formatClock, formatDateTime, formatExactTime, formatDay])
      expect(format(time, 'en-au', sydney)).toBe('–')
    expect(formatSince(time, now, 'en-au', sydney)).toBe('–')
  })

  test.each(['Mars/Olympus', '', 'Australia/Perth; DROP'])('%j as a zone is the reader’s own', (name) => {
    expect(timeZoneOf(name)).toBe(ownTimeZone())
  })

  test('no zone is the reader’s own', () => {
    expect(timeZoneOf(undefined)).toBe(ownTimeZone())
  })
})

test('a time is not written without a zone, nor with a text that nobody has checked', () => {
  type CountOf<Format extends (...args: never[]) => string> = Parameters<Format>['length']
  expectTypeOf<string>().not.toExtend<TimeZone>()
  expectTypeOf<undefined>().not.toExtend<TimeZone>()
  expectTypeOf<Parameters<typeof formatTime>[2]>().toEqualTypeOf<TimeZone>()
  expectTypeOf<Parameters<typeof formatSince>[3]>().toEqualTypeOf<TimeZone>()
  expectTypeOf<CountOf<typeof formatTime>>().toEqualTypeOf<3>()
  expectTypeOf<CountOf<typeof formatClock>>().toEqualTypeOf<3>()
  expectTypeOf<CountOf<typeof formatDateTime>>().toEqualTypeOf<3>()
  expectTypeOf<CountOf<typeof formatExactTime>>().toEqualTypeOf<3>()
  expectTypeOf<CountOf<typeof formatDay>>().toEqualTypeOf<3>()
})

test('only languages with day periods name them', () => {
  expect([dayPeriodsOf('en-au'), dayPeriodsOf('en'), dayPeriodsOf('es')]).toEqual([
    ['am', 'pm'],
    ['AM', 'PM'],
    undefined,
  ])
})

test('the shown hour is the one that the language writes', () => {
  const quarterPastThree = '2026-11-20T04:15:00Z'
  expect(shownHour(quarterPastThree, 'en-au', sydney)).toBe(3)
  expect(shownHour(quarterPastThree, 'es', sydney)).toBe(15)
})

test('the parts of a time have names', () => {
  expect(timePartName('hour', 'es')).toBe('hora')
  expect(timePartName('minute', 'en-au')).toBe('minute')
})

test('the clock is split as the time of day is', () => {
  const { time, zone } = splitTime('2026-11-20T04:15:07Z', 'en-au', sydney, formatClock)
  expect([plain(time), zone]).toEqual(['3:15:07 pm', 'AEDT'])
})
