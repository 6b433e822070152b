import type { OpenHours } from '@gatehouse/validation/endpoints/sites'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'

/** When a site is open, by the clock on its wall. */
export interface SiteHours {
  timeZone: string
  openingHours: readonly OpenHours[]
}

export interface OverdueRule extends SiteHours {
  overdueAfterHours: number
}

/**
 * Who signed in before this moment and is still on site is overdue: because of the hours that a visit may last, or because the site has
 * closed since.
 */
export function overdueBefore(rule: OverdueRule, now: Date): Date {
  const byHours = now.getTime() - rule.overdueAfterHours * HOUR_MS
  return new Date(Math.max(byHours, lastClosing(rule, now)?.getTime() ?? byHours))
}

/** A site that opens on one day of the week closed eight days ago at most, or nine where it closes on the day after. */
const DAYS_BACK = 9

/** The closings of the minute that was asked for last, by the hours of a site. Many sites share them, and lists ask again and again. */
const remembered = { minute: 0, byHours: new Map<string, Date | undefined>() }
const MOST_REMEMBERED = 1000

/** The last time that a site closed. Sites open and close at whole minutes, so it is the same for a whole minute. */
export function lastClosing(hours: SiteHours, now: Date): Date | undefined {
  if (hours.openingHours.length === 0) return undefined
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  if (minute !== remembered.minute || remembered.byHours.size >= MOST_REMEMBERED) {
    remembered.minute = minute
    remembered.byHours.clear()
  }
  const key = `${hours.timeZone} ${JSON.stringify(hours.openingHours)}`
  if (!remembered.byHours.has(key)) remembered.byHours.set(key, findLastClosing(hours, now))
  return remembered.byHours.get(key)
}

/**
 * The same, computed. Hours that follow each other without a gap are one time of opening, so a site that is always open never closes. An
 * hour that a zone skips or repeats ends as late as it can.
 */
export function findLastClosing({ timeZone, openingHours }: SiteHours, now: Date): Date | undefined {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const spans = Array.from({ length: DAYS_BACK + 1 }, (_, daysAgo) => today.subtract({ days: daysAgo }))
    .flatMap((day) => openingHours.filter((hours) => hours.day === day.dayOfWeek).map(spanOn(day, timeZone)))
    .filter(({ opens }) => opens <= now.getTime())
  const isOpenAt = (time: number) => spans.some(({ opens, closes }) => opens <= time && time < closes)
  const closings = spans
    .map(({ closes }) => closes)
    .filter((time) => time <= now.getTime() && !isOpenAt(time))
  return closings.length === 0 ? undefined : new Date(Math.max(...closings))
}

const spanOn =
  (day: Temporal.PlainDate, timeZone: string) =>
  ({ opens, closes }: OpenHours) => {
    const lastDay = closes <= opens ? day.add({ days: 1 }) : day
    const at = (date: Temporal.PlainDate, time: string, disambiguation: 'earlier' | 'later') =>
      date.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds
    return { opens: at(day, opens, 'earlier'), closes: at(lastDay, closes, 'later') }
  }
