import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { useNumber } from '../../lib/use-number.ts'
import { useLingui } from '@lingui/react/macro'
import { compareCounts } from './figures.ts'
import type { DashboardResponse } from './dashboard/queries.ts'

/** The change since the period before, signed and as a text. */
export function useChangeText(response: DashboardResponse | undefined) {
  const { t } = useLingui()
  const number = useNumber()
  const share = useNumber({ style: 'percent' })
  if (!response) return undefined
  const { period } = response.query
  const { direction, difference, percent } = compareCounts(response.data.check_ins)
  const before: Record<DashboardPeriod, string> = {
    today: t`yesterday by this time`,
    day: t`the previous 24 hours`,
    week: t`the previous 7 days`,
    month: t`the previous 30 days`,
    year: t`the previous 365 days`,
  }
  if (direction === 'same') return { direction, text: t`The same as ${before[period]}` }
  const sign = direction === 'up' ? '+' : '−'
  const by = `${sign}${number(difference)}`
  const text =
    percent === undefined
      ? t`${by} compared with ${before[period]}`
      : t`${by} (${sign}${share(percent / 100)}) compared with ${before[period]}`
  return { direction, text }
}
