import {
  formatDayOfMonth,
  formatHour,
  formatMonth,
  formatMonthName,
  formatShortDay,
  formatWeekdayHour,
} from '@gatehouse/i18n/format/chart-times'
import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import type { DashboardPeriod, Language } from '@gatehouse/validation/vocabulary'

type Format = (time: string, language: Language, timeZone: TimeZone) => string

/**
 * The name of a bar on the axis: the full one where two bars have the same short one, such as
 * `Nov`.
 */
export function axisName(
  from: string,
  parts: readonly { from: string }[],
  nameOf: Record<'short' | 'full', (from: string) => string>,
): string {
  const name = nameOf.short(from)
  const isTwice = parts.filter((part) => nameOf.short(part.from) === name).length > 1
  return isTwice ? nameOf.full(from) : name
}

/** The names of a period's bars: on the axis, and where there is room. */
export const partNames: Record<DashboardPeriod, { short: Format; full: Format }> = {
  today: { short: formatHour, full: formatHour },
  day: { short: formatHour, full: formatWeekdayHour },
  week: { short: formatDayOfMonth, full: formatShortDay },
  month: { short: formatDayOfMonth, full: formatShortDay },
  year: { short: formatMonthName, full: formatMonth },
}
