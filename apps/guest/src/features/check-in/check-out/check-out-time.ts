import { timeOfDayIn } from '@gatehouse/i18n/format/time-of-day'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

/**
 * The moment meant by a time of day: the latest one up to now. A visit is shorter than a day, so there is only one; of an hour that
 * the clock goes through twice it is the later one.
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
  // The clock was changed on the way: what is still missing is the change, and an hour that it left out has no such time.
  const missing = apart(moment)
  const shift = missing > DAY_MINUTES / 2 ? missing - DAY_MINUTES : missing
  const shifted = moment - shift * MINUTE
  return new Date(shifted > now.getTime() ? moment : shifted)
}

/**
 * The time of a check-out: what was chosen, held between the sign-in and now (specification, section 5). The minute of
 * now means now, and no choice means now too.
 */
export function checkOutTime(chosen: string | undefined, signedInAt: Date, now: Date, zone: TimeZone): Date {
  const isNow = chosen === undefined || chosen === timeOfDayIn(now, zone)
  return clamp(isNow ? now : (momentOf(chosen, now, zone) ?? now), signedInAt, now)
}

function minutesOf(timeOfDay: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(timeOfDay) ?? []
  return hours === undefined || minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

/** A sign-in after now, by two clocks that disagree, wins: the server refuses what lies before it. */
function clamp(moment: Date, earliest: Date, latest: Date): Date {
  if (moment <= earliest || latest <= earliest) return earliest
  return moment > latest ? latest : moment
}
