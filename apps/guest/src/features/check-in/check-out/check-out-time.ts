import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { timeOfDayIn } from '@gatehouse/i18n/format/zoned-times'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY_MINUTES = 24 * 60

/**
 * The latest moment up to `now` with this time of day. If the hour occurs twice, when summer time
 * ends, the later one.
 * @param timeOfDay `HH:MM` from a time input, in `zone`
 * @returns undefined if the text is not a time of day
 */
export function momentOf(timeOfDay: string, now: Date, zone: TimeZone): Date | undefined {
  const wanted = minutesOf(timeOfDay)
  if (wanted === undefined) return undefined
  const since = now.getTime() - (now.getTime() % MINUTE)
  const apart = (moment: number) =>
    (DAY_MINUTES + (minutesOf(timeOfDayIn(new Date(moment), zone)) ?? 0) - wanted) % DAY_MINUTES
  const moment = since - apart(since) * MINUTE
  // Summer time began or ended in between: the remaining difference is the clock change. A time of
  // day in the skipped hour has no moment of its own.
  const missing = apart(moment)
  const shift = missing > DAY_MINUTES / 2 ? missing - DAY_MINUTES : missing
  const shifted = moment - shift * MINUTE
  const found = shifted > now.getTime() ? moment : shifted
  // By yesterday's offset: the second occurrence of a repeated hour may be yet to come.
  const before = since - apart(since - DAY_MINUTES * MINUTE) * MINUTE
  return new Date(before > found && apart(before) === 0 ? before : found)
}

/** Why the typed time was replaced. */
export type Correction = 'later_than_now' | 'earlier_than_sign_in' | 'no_such_time'

export interface CheckOutTime {
  time: Date
  correction: Correction | undefined
}

/**
 * A moment near the middle of each day of the visit, latest day first. Empty for a visit under 23
 * hours, where a time of day is unambiguous.
 */
export function daysOf(signedInAt: Date, now: Date, zone: TimeZone): Date[] {
  const days: Date[] = []
  // The shortest day, when the clocks go forward.
  if (now.getTime() - signedInAt.getTime() < 23 * HOUR) return days
  const first = middayOf(signedInAt, zone).getTime() - 12 * HOUR
  for (
    let day = middayOf(now, zone);
    day.getTime() > first;
    day = middayOf(new Date(day.getTime() - 24 * HOUR), zone)
  )
    days.push(day)
  return days
}

/**
 * The time of a check-out. A chosen time outside the visit is clamped: to now if it is later, to
 * the sign-in if it is earlier (specification, section 5). The current minute and no choice mean
 * now.
 * @param chosen `HH:MM` from a time input, in `zone`
 * @param day one of `daysOf`; undefined if the time of day is unambiguous
 */
export function checkOutTime(
  chosen: string | undefined,
  signedInAt: Date,
  now: Date,
  zone: TimeZone,
  day?: Date,
): CheckOutTime {
  // If the clocks disagree and the sign-in is after now, it wins: the server rejects earlier times.
  const latest = now < signedInAt ? signedInAt : now
  const isNow = chosen === undefined || (!day && chosen === timeOfDayIn(latest, zone))
  const end = day ? momentOf('23:59', new Date(day.getTime() + 18 * HOUR), zone) : latest
  const last = isNow || !end ? undefined : momentOf(chosen, end, zone)
  if (isNow || last === undefined) return { time: latest, correction: undefined }
  if (last > latest) return { time: latest, correction: 'later_than_now' }
  const sinceSignIn = last.getTime() - signedInAt.getTime()
  if (sinceSignIn > -MINUTE) {
    const isKept = timeOfDayIn(last, zone) === chosen
    // A time in the minute of the sign-in means the sign-in.
    return { time: sinceSignIn < 0 ? signedInAt : last, correction: isKept ? undefined : 'no_such_time' }
  }
  if (day) return { time: signedInAt, correction: 'earlier_than_sign_in' }
  const next = momentOf(chosen, new Date(latest.getTime() + DAY_MINUTES * MINUTE), zone) ?? latest
  const [before, after] = [-sinceSignIn, next.getTime() - latest.getTime()]
  const isOnFirstDay = isSameDay(last, signedInAt, zone)
  const isOnLastDay = isSameDay(next, latest, zone)
  // The day is that of the visit, except for a few minutes across midnight.
  const isLater =
    isOnFirstDay === isOnLastDay || Math.min(before, after) < HOUR ? after <= before : isOnLastDay
  return isLater
    ? { time: latest, correction: 'later_than_now' }
    : { time: signedInAt, correction: 'earlier_than_sign_in' }
}

function isSameDay(one: Date, other: Date, zone: TimeZone): boolean {
  return Math.abs(middayOf(one, zone).getTime() - middayOf(other, zone).getTime()) < 6 * HOUR
}

/** Noon of the day. One hour off on a day when the clocks change. */
function middayOf(moment: Date, zone: TimeZone): Date {
  const time = moment.getTime()
  return new Date(
    time - (time % MINUTE) + (DAY_MINUTES / 2 - (minutesOf(timeOfDayIn(moment, zone)) ?? 0)) * MINUTE,
  )
}

function minutesOf(timeOfDay: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(timeOfDay) ?? []
  return hours === undefined || minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
