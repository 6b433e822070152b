import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Instant } from './time-fields.ts'
import { readInstant } from './instants.ts'
import type { FieldCode } from './field-codes.ts'

describe('readInstant', () => {
  it.each([
    ['2026-11-20T03:04:05.678Z', '2026-11-20T03:04:05.678Z'],
    ['2026-11-20T03:04:05Z', '2026-11-20T03:04:05.000Z'],
    ['2026-11-20t03:04:05z', '2026-11-20T03:04:05.000Z'],
    ['2026-11-20T03:04:05.6Z', '2026-11-20T03:04:05.600Z'],
    ['2026-11-20T03:04:05.6789999Z', '2026-11-20T03:04:05.678Z'],
    ['2026-11-20T03:04:05+11:00', '2026-11-19T16:04:05.000Z'],
    ['2026-11-20T03:04:05-09:30', '2026-11-20T12:34:05.000Z'],
    ['2026-11-20T03:04:05-00:00', '2026-11-20T03:04:05.000Z'],
    ['2026-11-20T03:04:05+23:59', '2026-11-19T03:05:05.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z'],
    ['1999-12-31T23:00:00-01:00', '2000-01-01T00:00:00.000Z'],
    ['2200-12-31T23:59:59.999Z', '2200-12-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(readInstant(text)).toBe(instant)
  })

  it.each([
    ['a day that no month has', '2026-11-32T00:00:00Z'],
    ['a day that this month does not have', '2026-02-30T00:00:00Z'],
    ['the 31st of a month of 30 days', '2026-04-31T00:00:00Z'],
    ['a leap day of a year without one', '2026-02-29T00:00:00Z'],
    ['a leap day of 2100', '2100-02-29T00:00:00Z'],
    ['a day 0', '2026-11-00T00:00:00Z'],
    ['a month 0', '2026-00-20T00:00:00Z'],
    ['a month 13', '2026-13-20T00:00:00Z'],
    ['an hour 24', '2026-11-20T24:00:00Z'],
    ['a minute 60', '2026-11-20T23:60:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['no zone', '2026-11-20T03:04:05'],
    ['a zone without minutes', '2026-11-20T03:04:05+11'],
    ['a zone without a colon', '2026-11-20T03:04:05+1100'],
    ['a zone of a day', '2026-11-20T03:04:05+24:00'],
    ['a zone of 60 minutes', '2026-11-20T03:04:05+10:60'],
    ['a named zone', '2026-11-20T03:04:05[Australia/Sydney]'],
    ['a zone and a name', '2026-11-20T03:04:05Z[UTC]'],
    ['a minus sign that is none', '2026-11-20T03:04:05\u221211:00'],
    ['no seconds', '2026-11-20T03:04Z'],
    ['a date alone', '2026-11-20'],
    ['a blank for the T', '2026-11-20 03:04:05Z'],
    ['a comma', '2026-11-20T03:04:05,678Z'],
    ['a dot with nothing behind it', '2026-11-20T03:04:05.Z'],
    ['the last moment of 1999', '1999-12-31T23:59:59.999Z'],
    ['1999, written in 2000', '2000-01-01T00:00:00+00:01'],
    ['2201', '2201-01-01T00:00:00Z'],
    ['2201, written in 2200', '2200-12-31T23:59:59-00:01'],
    ['a year of five digits', '12026-11-20T03:04:05Z'],
    ['a year with a sign', '+002026-11-20T03:04:05Z'],
    ['a year of two digits', '26-11-20T03:04:05Z'],
    ['a number', '1763607845678'],
    ['blanks around it', ' 2026-11-20T03:04:05Z '],
    ['a line behind it', '2026-11-20T03:04:05Z\n'],
    ['other digits', '２０２６-11-20T03:04:05Z'],
    ['what only a browser reads', 'Fri, 20 Nov 2026 03:04:05 GMT'],
    ['nothing', ''],
    ['no date', 'Invalid Date'],
  ])('does not read %s', (_, text) => {
    expect(readInstant(text)).toBeUndefined()
  })

  const instant = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2200-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  const pad = (value: number) => String(value).padStart(2, '0')

  it('reads every moment in every zone, and what it answers as itself', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -1439, max: 1439 }), (moment, minutes) => {
        const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const size = Math.abs(minutes)
        const zone = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
        expect(readInstant(local + zone)).toBe(moment.toISOString())
        expect(readInstant(moment.toISOString())).toBe(moment.toISOString())
      }),
    )
  })

  it('reads exactly the days that the calendar has', () => {
    const part = fc.integer({ min: 0, max: 40 })
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 2200 }), part, part, (year, month, day) => {
        const text = `${year}-${pad(month)}-${pad(day)}`
        const daysOfMonth = [
          31,
          year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
          31,
          30,
          31,
          30,
        ]
        const days = [...daysOfMonth, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
        expect(readInstant(`${text}T12:00:00Z`) !== undefined).toBe(day >= 1 && day <= days)
      }),
    )
  })

  it('bears any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readInstant(text)))
    expect(readInstant(`2026-11-20T03:04:05.${'1'.repeat(1_000_000)}x`)).toBeUndefined()
  })
})

it('a time in an input says what is wrong with it, and comes out in the one form', () => {
  expect(v.parse(Instant, '2026-11-20t03:04:05+11:00')).toBe('2026-11-19T16:04:05.000Z')
  expect(v.safeParse(Instant, '2026-02-30T00:00:00Z').issues?.[0].message).toBe(
    'time_invalid' satisfies FieldCode,
  )
  expect(v.is(Instant, 1_763_607_845_678)).toBe(false)
})
