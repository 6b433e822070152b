import { describe, expect, it, test } from 'vitest'
import { timeOfDayIn } from '@gatehouse/i18n/format/zoned-times'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { checkOutTime, momentOf } from './check-out-time.ts'

const zones = [
  'Australia/Sydney',
  'Australia/Perth',
  'Australia/Lord_Howe',
  'America/New_York',
  'Asia/Kathmandu',
  'UTC',
].map(timeZoneOf)
const zone = timeZoneOf('Australia/Sydney')
/** Sydney in summer is eleven hours ahead. */
const at = (text: string) => new Date(`${text}+11:00`)
const now = at('2026-11-20T15:30:20.500')

describe('the moment of a time of day', () => {
  test.each([
    ['15:30', '2026-11-20T15:30'],
    ['15:31', '2026-11-19T15:31'],
    ['00:00', '2026-11-20T00:00'],
    ['23:59', '2026-11-19T23:59'],
    ['08:05:30', '2026-11-20T08:05'],
  ])('%s', (text, moment) => {
    expect(momentOf(text, now, zone)).toEqual(at(moment))
  })

  test.each(['', 'now', '8:05'])('%j is none', (text) => {
    expect(momentOf(text, now, zone)).toBeUndefined()
  })

  it('follows the clock of the venue, not of the phone', () => {
    expect(momentOf('15:30', now, timeZoneOf('Australia/Perth'))).toEqual(new Date('2026-11-19T15:30+08:00'))
    expect(momentOf('12:30', now, timeZoneOf('Australia/Perth'))).toEqual(new Date('2026-11-20T12:30+08:00'))
  })

  it('follows the clock on a day when it is changed', () => {
    // New York goes back at 2:00 on 1 November and ahead at 2:00 on 14 March.
    const york = timeZoneOf('America/New_York')
    const back = new Date('2026-11-01T05:00-05:00')
    expect(momentOf('00:30', back, york)).toEqual(new Date('2026-11-01T00:30-04:00'))
    expect(momentOf('03:30', back, york)).toEqual(new Date('2026-11-01T03:30-05:00'))
    expect(momentOf('01:30', back, york)).toEqual(new Date('2026-11-01T01:30-05:00'))
    const ahead = new Date('2027-03-14T05:00-04:00')
    expect(momentOf('01:30', ahead, york)).toEqual(new Date('2027-03-14T01:30-05:00'))
    expect(momentOf('03:30', ahead, york)).toEqual(new Date('2027-03-14T03:30-04:00'))
    expect(momentOf('23:30', ahead, york)).toEqual(new Date('2027-03-13T23:30-05:00'))
  })

  test.each(zones)('in %s a moment of the last 23 hours is found by its time of day', (own) => {
    for (const day of ['2026-04-05', '2026-10-04', '2026-11-01', '2026-07-01', '2027-03-14']) {
      const end = new Date(`${day}T11:17:31Z`)
      for (let minutes = 0; minutes < 22 * 60; minutes += 13) {
        const moment = new Date(Math.floor(end.getTime() / 60_000) * 60_000 - minutes * 60_000)
        const text = timeOfDayIn(moment, own)
        const found = momentOf(text, end, own)
        expect(found && timeOfDayIn(found, own), `${moment.toISOString()} ${text}`).toBe(text)
        expect(found && found <= end).toBe(true)
      }
    }
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
    expect(checkOutTime(chosen, signedIn, now, zone)).toEqual(expected)
  })

  it('may lie on the day before, when the visit began there', () => {
    const night = at('2026-11-20T02:15')
    expect(checkOutTime('23:45', at('2026-11-19T22:00'), night, zone)).toEqual(at('2026-11-19T23:45'))
  })

  it('never lies before the sign-in nor, where that is possible, after now', () => {
    for (let minute = 0; minute < 24 * 60; minute += 7) {
      const chosen = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      const time = checkOutTime(chosen, signedIn, now, zone)
      expect(time >= signedIn && time <= now, chosen).toBe(true)
    }
    const ahead = at('2026-11-20T15:31')
    expect(checkOutTime(undefined, ahead, now, zone)).toEqual(ahead)
  })
})
