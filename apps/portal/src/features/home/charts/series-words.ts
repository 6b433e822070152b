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

/** How the parts of a period are called: on the axis, and where there is room. */
export const partNames: Record<DashboardPeriod, { short: Format; full: Format }> = {
  today: { short: formatHour, full: formatHour },
  day: { short: formatHour, full: formatWeekdayHour },
  week: { short: formatDayOfMonth, full: formatShortDay },
  month: { short: formatDayOfMonth, full: formatShortDay },
  year: { short: formatMonthName, full: formatMonth },
}
