/**
 * The moment meant by a time of day: the latest one up to now. A visit is shorter than a day, so there is only one.
 * @param timeOfDay `HH:MM` as a time input gives it, by the phone's zone
 * @returns undefined where the text is no time of day
 */
export function momentOf(timeOfDay: string, now: Date): Date | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(timeOfDay) ?? []
  if (hours === undefined || minutes === undefined) return undefined
  const moment = new Date(now)
  moment.setHours(Number(hours), Number(minutes), 0, 0)
  if (moment > now) moment.setDate(moment.getDate() - 1)
  return moment
}

/** `HH:MM` in the phone's zone, for a time input. */
export function timeOfDayOf(moment: Date): string {
  return [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/**
 * The time of a check-out: what was chosen, held between the sign-in and now (specification, section 5). The minute of
 * now means now, and no choice means now too.
 */
export function checkOutTime(chosen: string | undefined, signedInAt: Date, now: Date): Date {
  const moment = chosen === undefined || chosen === timeOfDayOf(now) ? now : (momentOf(chosen, now) ?? now)
  return clamp(moment, signedInAt, now)
}

/** A sign-in after now, by two clocks that disagree, wins: the server refuses what lies before it. */
function clamp(moment: Date, earliest: Date, latest: Date): Date {
  if (moment <= earliest || latest <= earliest) return earliest
  return moment > latest ? latest : moment
}
