import { describe, expect, it } from 'vitest'
import { AppError } from '../../lib/app-error.ts'
import { hoursOfDay } from './headcount.ts'
import { momentOfRoll, monthsOf, rangeOfDay, rangeOfDays } from './period.ts'

const sydney = { timeZone: 'Australia/Sydney', asOf: new Date('2026-11-20T13:30:00Z') }
const iso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()]
const refusal = (ask: () => unknown) => {
  try {
    ask()
  } catch (error) {
    if (error instanceof AppError)
      return [
        error.code,
        ...Object.entries(error.fields ?? {}).map(([field, fault]) => `${field} ${JSON.stringify(fault)}`),
      ]
        .join(' ')
        .replaceAll('"', '')
    throw error
  }
  return undefined
}

describe('the days of contacts', () => {
  // In Sydney it is already the 21st.
  it.each([
    [{}, '2026-11-07T13:00:00.000Z', '2026-11-21T13:00:00.000Z'],
    [{ span: 1 }, '2026-11-20T13:00:00.000Z', '2026-11-21T13:00:00.000Z'],
    [{ from: '2026-11-19' }, '2026-11-18T13:00:00.000Z', '2026-11-21T13:00:00.000Z'],
    [{ to: '2026-11-19' }, '2026-11-18T13:00:00.000Z', '2026-11-19T13:00:00.000Z'],
    // One offset before the clocks go forward, another one after.
    [{ from: '2026-10-03', to: '2026-10-04' }, '2026-10-02T14:00:00.000Z', '2026-10-04T13:00:00.000Z'],
    [{ from: '2026-10-22', to: '2026-11-21' }, '2026-10-21T13:00:00.000Z', '2026-11-21T13:00:00.000Z'],
  ])('%j', (given, from, to) => expect(iso(rangeOfDays(given, sydney))).toEqual([from, to]))

  it.each([
    [{ from: '2026-11-20', to: '2026-11-19' }, 'time_out_of_range to end_before_start'],
    [{ from: '2026-10-21', to: '2026-11-21' }, 'time_out_of_range to range_too_long'],
    [{ from: '2000-01-01', to: '2099-12-31' }, 'time_out_of_range to range_too_long'],
    [{ from: '2026-11-22', to: '2026-11-22' }, 'time_out_of_range from date_in_future'],
  ])('%j is refused', (given, code) => expect(refusal(() => rangeOfDays(given, sydney))).toBe(code))
})

describe('the day of a headcount', () => {
  it.each([
    [{}, '2026-11-20T13:00:00.000Z', 24],
    [{ span: 1 }, '2026-11-19T13:00:00.000Z', 24],
    [{ day: '2026-10-04' }, '2026-10-03T14:00:00.000Z', 23],
    [{ day: '2026-04-05' }, '2026-04-04T13:00:00.000Z', 25],
  ])('%j', (given, from, hours) => {
    const range = rangeOfDay(given, sydney)
    expect(range.from.toISOString()).toBe(from)
    expect(hoursOfDay(range, sydney.timeZone)).toHaveLength(hours)
  })

  it('in the future is refused', () =>
    expect(refusal(() => rangeOfDay({ day: '2026-11-22' }, sydney))).toBe(
      'time_out_of_range day date_in_future',
    ))
})

describe('the months of hours', () => {
  const names = (given: Parameters<typeof monthsOf>[0], asOf = sydney.asOf) =>
    monthsOf(given, { ...sydney, asOf }).map(({ name }) => name)

  it.each([
    [{}, ['2026-10']],
    [{ span: 3 }, ['2026-08', '2026-09', '2026-10']],
    [{ from: '2026-10' }, ['2026-10', '2026-11']],
    [{ to: '2025-02' }, ['2025-02']],
    [{ from: '2025-12', to: '2026-01' }, ['2025-12', '2026-01']],
  ])('%j', (given, expected) => expect(names(given)).toEqual(expected))

  it('follow the calendar of the zone', () => {
    // In Sydney it is December.
    expect(names({}, new Date('2026-11-30T13:30:00Z'))).toEqual(['2026-11'])
    const [october] = monthsOf({ to: '2026-10' }, sydney)
    expect(october && iso(october)).toEqual(['2026-09-30T14:00:00.000Z', '2026-10-31T13:00:00.000Z'])
  })

  it.each([
    [{ from: '2026-10', to: '2026-09' }, 'time_out_of_range to end_before_start'],
    [{ from: '2025-11', to: '2026-11' }, 'time_out_of_range to range_too_long'],
    [{ from: '2026-12', to: '2026-12' }, 'time_out_of_range from date_in_future'],
  ])('%j are refused', (given, code) => expect(refusal(() => monthsOf(given, sydney))).toBe(code))
})

it('the moment of a roll is read by the clock of the site, and is over', () => {
  const now = new Date('2026-11-20T14:00:00Z')
  expect(momentOfRoll(undefined, sydney, now)).toEqual(sydney.asOf)
  expect(momentOfRoll('2026-11-20T17:05', sydney, now).toISOString()).toBe('2026-11-20T06:05:00.000Z')
  expect(refusal(() => momentOfRoll('2026-11-21T01:01', sydney, now))).toBe(
    'time_out_of_range at time_in_future',
  )
})
