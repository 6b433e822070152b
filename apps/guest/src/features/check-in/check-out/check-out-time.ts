import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { timeOfDayIn } from '@gatehouse/i18n/format/zoned-times'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

/**
 * The latest moment up to now with this time of day. A visit is shorter than a day, so there is only one such moment. Of an hour
 * that occurs twice, when summer time ends, it is the later one.
 * @param timeOfDay `HH:MM` as a time input gives it, by the clock of `zone`
 * @returns undefined where the text is no time of day
 */
export function momentOf(timeOfDay: string, now: Date, zone: TimeZone): Date | undefined {
  const wanted = minutesOf(timeOfDay)
  if (wanted === undefined) return undefined
  const since = now.getTime() - (now.getTime() % MINUTE)
  const apart = (moment: number) =>
    (DAY_MINUTES + (minutesOf(timeOfDayIn(new Date(moment), zone)) ?? 0) - wanted) % DAY_MINUTES
  const moment = since - apart(since) * MINUTE
  // Summer time began or ended in between: the difference that is left is the change of the clock. A time of day in the hour that
  // was left out has no moment of its own.
  const missing = apart(moment)
  const shift = missing > DAY_MINUTES / 2 ? missing - DAY_MINUTES : missing
  const shifted = moment - shift * MINUTE
  return new Date(shifted > now.getTime() ? moment : shifted)
}

/**
 * The time of a check-out: the chosen time, limited to between the sign-in and now (specification, section 5). The current
 * minute means now, and so does no choice.
 */
export function checkOutTime(chosen: string | undefined, signedInAt: Date, now: Date, zone: TimeZone): Date {
  const isNow = chosen === undefined || chosen === timeOfDayIn(now, zone)
  return clamp(isNow ? now : (momentOf(chosen, now, zone) ?? now), signedInAt, now)
}

function minutesOf(timeOfDay: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(timeOfDay) ?? []
  return hours === undefined || minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** Where the sign-in lies after now, because two clocks disagree, the sign-in wins: the server rejects an earlier time. */
function clamp(moment: Date, earliest: Date, latest: Date): Date {
  if (moment <= earliest || latest <= earliest) return earliest
  return moment > latest ? latest : moment
}
