import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { useNumber } from '../../lib/use-number.ts'
import { useLingui } from '@lingui/react/macro'
import { compareCounts } from './figures.ts'
import type { DashboardResponse } from './dashboard/queries.ts'

/** The change since the period before, short enough for one line. */
export function useChangeText(response: DashboardResponse | undefined) {
  const { t } = useLingui()
  const number = useNumber()
  const share = useNumber({ style: 'percent' })
  if (!response) return undefined
  const { period } = response.query
  const { direction, difference, percent } = compareCounts(response.data.check_ins)
  const before: Record<DashboardPeriod, string> = {
    today: t`yesterday at this time`,
    day: t`the day before`,
    week: t`the week before`,
    month: t`the month before`,
    year: t`the year before`,
  }
  if (direction === 'same') return t`Same as ${before[period]}`
  const sign = direction === 'up' ? '+' : '−'
  const by = percent ? share(percent / 100) : number(difference)
  return t`${sign}${by} vs ${before[period]}`
}
