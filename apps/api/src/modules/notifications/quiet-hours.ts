/** Hours without emails and text messages, as local `HH:MM`. They may span midnight. */
export interface QuietHours {
  from: string
  until: string
}

/** When a message may be sent: now, or at the end of the quiet hours. */
export function sendTime(quiet: QuietHours | null, timeZone: string, now: Date): Date {
  if (!quiet || quiet.from === quiet.until) return now
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const time = local.toPlainTime()
  const [from, until] = [Temporal.PlainTime.from(quiet.from), Temporal.PlainTime.from(quiet.until)]
  const isAfterStart = Temporal.PlainTime.compare(time, from) >= 0
  const isBeforeEnd = Temporal.PlainTime.compare(time, until) < 0
  const goesOverMidnight = Temporal.PlainTime.compare(from, until) > 0
  const isQuiet = goesOverMidnight ? isAfterStart || isBeforeEnd : isAfterStart && isBeforeEnd
  if (!isQuiet) return now
  const day = goesOverMidnight && isAfterStart ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  return new Date(day.toZonedDateTime({ timeZone, plainTime: until }).epochMilliseconds)
}
