import { describe, expect, it, test } from 'vitest'
import { checkOutTime, momentOf, timeOfDayOf } from './check-out-time.ts'

// Without a zone in the text: the phone's own, whichever the test runs in.
const at = (text: string) => new Date(text)
const now = at('2026-11-20T15:30:20.500')

describe('the moment of a time of day', () => {
  test.each([
    ['15:30', '2026-11-20T15:30'],
    ['15:31', '2026-11-19T15:31'],
    ['00:00', '2026-11-20T00:00'],
    ['23:59', '2026-11-19T23:59'],
    ['08:05:30', '2026-11-20T08:05'],
  ])('%s', (text, moment) => {
    expect(momentOf(text, now)).toEqual(at(moment))
  })

  test.each(['', 'now', '8:05'])('%j is none', (text) => {
    expect(momentOf(text, now)).toBeUndefined()
  })
})

describe('the time of a check-out', () => {
  const signedIn = at('2026-11-20T13:10:40')
  test.each([
    ['no choice: now', undefined, now],
    ['this minute: now', '15:30', now],
    ['an hour ago', '14:30', at('2026-11-20T14:30')],
    ['the minute of the sign-in: the sign-in', '13:10', signedIn],
    ['before the sign-in', '13:00', signedIn],
    ['later than now, which is yesterday', '18:00', signedIn],
    ['emptied', '', now],
  ])('%s', (_, chosen, expected) => {
    expect(checkOutTime(chosen, signedIn, now)).toEqual(expected)
  })

  it('knows yesterday when the visit began there', () => {
    const night = at('2026-11-20T02:15')
    expect(checkOutTime('23:45', at('2026-11-19T22:00'), night)).toEqual(at('2026-11-19T23:45'))
  })

  it('never lies before the sign-in nor, where that is possible, after now', () => {
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const chosen = timeOfDayOf(new Date(2026, 0, 1, 0, minute))
      const time = checkOutTime(chosen, signedIn, now)
      expect(time >= signedIn && time <= now, chosen).toBe(true)
    }
    const ahead = at('2026-11-20T15:31')
    expect(checkOutTime(undefined, ahead, now)).toEqual(ahead)
  })
})
