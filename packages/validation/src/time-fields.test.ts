import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { CalendarDay, calendarDayFrom, CalendarMonth, LocalTime, SiteTime } from './time-fields.ts'

/** The message of the first fault, or undefined. */
const faultOf = (schema: v.GenericSchema<unknown, unknown>, input: unknown) =>
  v.safeParse(schema, input).issues?.[0].message

describe('a day', () => {
  it.each([
    ['2000-01-01', undefined],
    ['2024-02-29', undefined],
    ['2199-12-31', undefined],
    ['2200-01-01', 'year_out_of_range'],
    ['9999-12-31', 'year_out_of_range'],
    ['1999-12-31', 'year_out_of_range'],
    ['0001-01-01', 'year_out_of_range'],
    ['2026-02-29', 'date_invalid'],
    ['1999-02-30', 'date_invalid'],
    ['2026-13-01', 'date_invalid'],
    ['2026-1-1', 'date_invalid'],
    ['12026-01-01', 'date_invalid'],
    ['20.11.2026', 'date_invalid'],
    ['', 'date_invalid'],
  ])('%s: %s', (text, fault) => expect(faultOf(CalendarDay, text)).toBe(fault))

  it('may be earlier where that is declared', () => {
    expect(faultOf(calendarDayFrom(1900), '1900-01-01')).toBeUndefined()
    expect(faultOf(calendarDayFrom(1900), '1899-12-31')).toBe('year_out_of_range')
  })
})

it.each([
  ['2026-11', undefined],
  ['2200-01', 'year_out_of_range'],
  ['1999-12', 'year_out_of_range'],
  ['2026-00', 'month_invalid'],
  ['2026-13', 'month_invalid'],
  ['2026-11-01', 'month_invalid'],
])('the month %s: %s', (text, fault) => expect(faultOf(CalendarMonth, text)).toBe(fault))

describe('a time by the clock of a site', () => {
  it.each([
    ['2026-11-20T03:04', undefined],
    ['2026-02-30T03:04', 'date_invalid'],
    ['9999-12-31T23:59', 'year_out_of_range'],
    ['1999-12-31T23:59', 'year_out_of_range'],
    ['2026-11-20T24:00', 'time_invalid'],
    ['2026-11-20', 'time_invalid'],
  ])('%s: %s', (text, fault) => {
    expect(faultOf(LocalTime, text)).toBe(fault)
    expect(faultOf(SiteTime, text)).toBe(fault)
  })

  it('may be a moment instead', () => {
    expect(v.parse(SiteTime, '2026-11-20T03:04:05+11:00')).toBe('2026-11-19T16:04:05.000Z')
    expect(faultOf(SiteTime, '9999-11-20T03:04:05Z')).toBe('time_invalid')
  })
})
