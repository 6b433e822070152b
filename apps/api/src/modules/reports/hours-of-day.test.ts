import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../lib/durations.ts'
import { countHours, hoursOfDay } from './headcount.ts'
import { rangeOfDay } from './period.ts'

const zones = ['Australia/Sydney', 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kathmandu', 'UTC']
const dayIn = (day: string, timeZone: string) =>
  rangeOfDay({ day }, { timeZone, asOf: new Date('2027-01-01T00:00:00Z') })
const clocks = (day: string, timeZone: string) =>
  hoursOfDay(dayIn(day, timeZone), timeZone).map(({ clock, offset }) => `${clock} ${offset}`)

describe('the hours of a day', () => {
  it('leave out the one that the clock skips', () =>
    expect(clocks('2026-10-04', 'Australia/Sydney').slice(0, 4)).toEqual([
      '00:00 +10:00',
      '01:00 +10:00',
      '03:00 +11:00',
      '04:00 +11:00',
    ]))

  it('have the one that it shows twice, twice', () =>
    expect(clocks('2026-04-05', 'Australia/Sydney').slice(0, 5)).toEqual([
      '00:00 +11:00',
      '01:00 +11:00',
      '02:00 +11:00',
      '02:00 +10:00',
      '03:00 +10:00',
    ]))

  it('have one of half an hour where the clock goes back by half an hour', () =>
    expect(clocks('2026-04-05', 'Australia/Lord_Howe').slice(0, 4)).toEqual([
      '00:00 +11:00',
      '01:00 +11:00',
      '01:30 +10:30',
      '02:00 +10:30',
    ]))

  it('follow each other without a gap, none longer than an hour', () =>
    fc.assert(
      fc.property(fc.nat(364), fc.constantFrom(...zones), (ahead, timeZone) => {
        const day = Temporal.PlainDate.from('2026-01-01').add({ days: ahead }).toString()
        const range = dayIn(day, timeZone)
        const hours = hoursOfDay(range, timeZone)
        expect(hours[0]?.from).toEqual(range.from)
        expect(hours.at(-1)?.to).toEqual(range.to)
        for (const [place, hour] of hours.entries()) {
          expect(hour.to.getTime() - hour.from.getTime()).toBeLessThanOrEqual(HOUR_MS)
          if (place > 0) expect(hour.from).toEqual(hours[place - 1]?.to)
        }
      }),
    ))
})

it('an hour without a change has as many people as the one before left', () => {
  const hours = hoursOfDay(dayIn('2026-06-01', 'UTC'), 'UTC').slice(0, 4)
  const change = { arrived: 0, departed: 0 }
  const counted = countHours(hours, [
    { ...change, hour: 0, most: 9, most_heads: 9, last: 2, last_heads: 3 },
    { ...change, hour: 2, arrived: 3, departed: 4, most: 4, most_heads: 6, last: 1, last_heads: 1 },
  ])
  expect(counted.map((hour) => [hour.at_start, hour.most, hour.most_with_dependents])).toEqual([
    [2, 2, 3],
    [2, 4, 6],
    [1, 1, 1],
    [1, 1, 1],
  ])
})
