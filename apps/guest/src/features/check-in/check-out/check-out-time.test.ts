import { describe, expect, it, test } from 'vitest'
import { timeOfDayIn } from '@gatehouse/i18n/format/zoned-times'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { checkOutTime, daysOf, momentOf } from './check-out-time.ts'

const zones = [
  'Australia/Sydney',
  'Australia/Perth',
  'Australia/Lord_Howe',
  'America/New_York',
  'Asia/Kathmandu',
  'UTC',
].map(timeZoneOf)
const zone = timeZoneOf('Australia/Sydney')
/** Sydney is at UTC+11 in summer. */
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

  it.each([
    // Sydney goes back from 3:00 to 2:00 on 5 April. It is 2:20 for the second time.
    ['02:40', '2026-04-04T15:40:00Z'],
    ['02:20', '2026-04-04T16:20:00Z'],
    ['02:10', '2026-04-04T16:10:00Z'],
    ['01:50', '2026-04-04T14:50:00Z'],
    ['03:10', '2026-04-03T16:10:00Z'],
  ])('finds %s of an hour that is about to occur again', (timeOfDay, moment) => {
    const again = new Date('2026-04-04T16:20:00Z')
    expect(momentOf(timeOfDay, again, timeZoneOf('Australia/Sydney'))).toEqual(new Date(moment))
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
    ['no choice: now', undefined, now, undefined],
    ['this minute: now', '15:30', now, undefined],
    ['an hour ago', '14:30', at('2026-11-20T14:30'), undefined],
    ['the minute of the sign-in: the sign-in', '13:10', signedIn, undefined],
    ['before the sign-in', '13:09', signedIn, 'earlier_than_sign_in'],
    ['long before the sign-in', '04:00', signedIn, 'earlier_than_sign_in'],
    ['five minutes ahead', '15:35', now, 'later_than_now'],
    ['in the evening', '18:00', now, 'later_than_now'],
    ['late in the evening, nearer to the sign-in by the clock', '23:59', now, 'later_than_now'],
    ['at night, nearer to now by the clock', '02:00', signedIn, 'earlier_than_sign_in'],
    ['emptied', '', now, undefined],
  ])('%s', (_, chosen, time, correction) => {
    expect(checkOutTime(chosen, signedIn, now, zone)).toEqual({ time, correction })
  })

  it('a time of the day of a short visit is later or earlier, however far away', () => {
    const [start, end] = [at('2026-11-24T05:31'), at('2026-11-24T05:34')]
    for (let minutes = 0; minutes < 24 * 60; minutes += 7) {
      const moment = new Date(at('2026-11-24T00:00').getTime() + minutes * 60_000)
      const { correction } = checkOutTime(timeOfDayIn(moment, zone), start, end, zone)
      // A few minutes before or after midnight belong to the other day.
      const expected = moment < start ? 'earlier_than_sign_in' : moment > end ? 'later_than_now' : undefined
      expect(correction, moment.toISOString()).toBe(expected)
    }
  })

  describe('of a visit over midnight', () => {
    const evening = at('2026-11-19T22:00')
    const night = at('2026-11-20T02:15')
    test.each([
      ['on the day before', '23:45', at('2026-11-19T23:45'), undefined],
      ['after midnight', '01:00', at('2026-11-20T01:00'), undefined],
      ['before the sign-in', '21:00', evening, 'earlier_than_sign_in'],
      ['later than now', '03:00', night, 'later_than_now'],
    ])('%s', (_, chosen, time, correction) => {
      expect(checkOutTime(chosen, evening, night, zone)).toEqual({ time, correction })
    })
    it('minutes before midnight, a time after it is later than now', () => {
      const late = at('2026-11-20T23:58')
      expect(checkOutTime('00:03', signedIn, late, zone)).toEqual({
        time: late,
        correction: 'later_than_now',
      })
    })
  })

  it('follows the clock where summer time ends or begins during the visit', () => {
    const york = timeZoneOf('America/New_York')
    const back = [new Date('2026-11-01T00:30-04:00'), new Date('2026-11-01T03:00-05:00')] as const
    expect(checkOutTime('01:30', ...back, york).time).toEqual(new Date('2026-11-01T01:30-05:00'))
    expect(checkOutTime('03:10', ...back, york)).toEqual({ time: back[1], correction: 'later_than_now' })
    const ahead = [new Date('2027-03-14T01:30-05:00'), new Date('2027-03-14T03:30-04:00')] as const
    expect(checkOutTime('03:10', ...ahead, york).time).toEqual(new Date('2027-03-14T03:10-04:00'))
    expect(checkOutTime('02:10', ...ahead, york)).toEqual({
      time: new Date('2027-03-14T03:10-04:00'),
      correction: 'no_such_time',
    })
    expect(checkOutTime('01:10', ...ahead, york)).toEqual({
      time: ahead[0],
      correction: 'earlier_than_sign_in',
    })
  })

  test.each(zones)('in %s: never outside of the visit, and never corrected without need', (own) => {
    for (const start of ['2026-04-04T10:20:40Z', '2026-10-03T12:00:00Z', '2026-11-01T03:30:00Z']) {
      const begin = new Date(start)
      for (let minutes = 0; minutes < 13 * 60; minutes += 97) {
        const end = new Date(begin.getTime() + minutes * 60_000 + 5000)
        for (let minute = 0; minute < 24 * 60; minute += 7) {
          const chosen = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
          const { time, correction } = checkOutTime(chosen, begin, end, own)
          expect(time >= begin && time <= end, chosen).toBe(true)
          const kept = timeOfDayIn(time, own) === chosen
          if (kept) expect(correction, `${chosen} at ${end.toISOString()}`).toBeUndefined()
          else if (correction !== 'no_such_time')
            expect([begin, end], `${chosen} at ${end.toISOString()}`).toContainEqual(time)
        }
      }
    }
  })

  it('is the sign-in where the clocks disagree so that it lies after now', () => {
    const ahead = at('2026-11-20T15:31')
    expect(checkOutTime(undefined, ahead, now, zone)).toEqual({ time: ahead, correction: undefined })
    expect(checkOutTime('15:30', ahead, now, zone)).toEqual({
      time: ahead,
      correction: 'earlier_than_sign_in',
    })
  })
})

describe('a visit of several days', () => {
  const signedIn = at('2026-11-17T13:10:40')
  const dateIn = (own: string) => new Intl.DateTimeFormat('en-CA', { timeZone: own })
  const dates = (days: Date[]) => days.map((day) => dateIn(zone).format(day))

  it('has its days, the latest first', () => {
    expect(dates(daysOf(signedIn, now, zone))).toEqual([
      '2026-11-20',
      '2026-11-19',
      '2026-11-18',
      '2026-11-17',
    ])
    expect(dates(daysOf(at('2026-11-19T14:30'), now, zone))).toEqual(['2026-11-20', '2026-11-19'])
  })

  it('has none to choose from where the time of day tells the day', () => {
    expect(daysOf(at('2026-11-19T18:00'), now, zone)).toEqual([])
    expect(daysOf(now, now, zone)).toEqual([])
  })

  test.each(zones)('in %s no day is missing and none comes twice', (own) => {
    const date = dateIn(own)
    for (const start of ['2026-03-27', '2026-04-03', '2026-10-01', '2026-10-23', '2027-03-12']) {
      for (let hour = 0; hour < 24; hour += 5) {
        const begin = new Date(Date.parse(`${start}T00:17:00Z`) + hour * 3_600_000)
        const end = new Date(begin.getTime() + 5 * 86_400_000 + 7 * 3_600_000 * (hour % 3))
        const expected = new Set<string>()
        for (let moment = end.getTime(); moment >= begin.getTime(); moment -= 3_600_000)
          expected.add(date.format(moment))
        expected.add(date.format(begin))
        const days = daysOf(begin, end, own).map((day) => date.format(day))
        expect(days, begin.toISOString()).toEqual([...expected])
      }
    }
  })

  const dayOf = (date: string) => daysOf(signedIn, now, zone).find((day) => dates([day])[0] === date)
  test.each([
    ['on a day between', '09:05', '2026-11-19', at('2026-11-19T09:05'), undefined],
    ['minutes after midnight', '00:01', '2026-11-19', at('2026-11-19T00:01'), undefined],
    ['the last minute of a day', '23:59', '2026-11-18', at('2026-11-18T23:59'), undefined],
    ['today', '14:00', '2026-11-20', at('2026-11-20T14:00'), undefined],
    ['this minute', '15:30', '2026-11-20', at('2026-11-20T15:30'), undefined],
    ['at this time of another day', '15:30', '2026-11-19', at('2026-11-19T15:30'), undefined],
    ['later today', '15:31', '2026-11-20', now, 'later_than_now'],
    ['the minute of the sign-in', '13:10', '2026-11-17', signedIn, undefined],
    ['before the sign-in', '13:09', '2026-11-17', signedIn, 'earlier_than_sign_in'],
  ])('is checked out %s', (_, chosen, date, time, correction) => {
    expect(checkOutTime(chosen, signedIn, now, zone, dayOf(date))).toEqual({ time, correction })
  })

  it('is checked out on the day when the clocks change', () => {
    const york = timeZoneOf('America/New_York')
    const begin = new Date('2026-10-30T09:00-04:00')
    const end = new Date('2026-11-03T09:00-05:00')
    const sunday = daysOf(begin, end, york)[2]
    expect(checkOutTime('00:30', begin, end, york, sunday).time).toEqual(new Date('2026-11-01T00:30-04:00'))
    expect(checkOutTime('23:30', begin, end, york, sunday).time).toEqual(new Date('2026-11-01T23:30-05:00'))
    const ahead = [new Date('2027-03-12T09:00-05:00'), new Date('2027-03-16T09:00-04:00')] as const
    const spring = daysOf(...ahead, york)[2]
    expect(checkOutTime('02:30', ...ahead, york, spring)).toEqual({
      time: new Date('2027-03-14T03:30-04:00'),
      correction: 'no_such_time',
    })
  })
})
