/** Local midnight of the day that a moment falls on in a zone: days of 23 and 25 hours begin where they do. */
export function startOfDay(moment: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(local.startOfDay().epochMilliseconds)
}

/** The moment a number of calendar days earlier in a zone, at the same time of day. */
export function daysBefore(moment: Date, days: number, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone)
  return new Date(local.subtract({ days }).epochMilliseconds)
}
