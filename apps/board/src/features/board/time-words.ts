export interface TimeWords {
  /** The time of day; with the day where it is not today. */
  since: (time: string, now: Date) => string
  /** Day and time of day. */
  dayAndTime: (time: string) => string
  /** The time of day to the second. */
  clock: (milliseconds: number) => string
}

/** Formats made once for all cards: making one costs more than drawing the card. */
export function createTimeWords(locale: string, timeZone?: string): TimeWords {
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone })
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone })
  return {
    since(text, now) {
      const at = new Date(text)
      return (day.format(at) === day.format(now) ? time : dayAndTime).format(at)
    },
    dayAndTime: (text) => dayAndTime.format(new Date(text)),
    clock: (milliseconds) => clock.format(milliseconds),
  }
}
