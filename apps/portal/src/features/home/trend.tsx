import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { Sparkline } from '@gatehouse/ui/staff/sparkline'
import { useLingui } from '@lingui/react/macro'
import { useNumber } from '../../lib/use-number.ts'
import type { DashboardResponse } from './dashboard/queries.ts'
import { formatDuration } from '@gatehouse/i18n/format/durations'

interface TrendProps {
  response: DashboardResponse
  of: keyof Dashboard['trend'][number]
}

/** A figure in the latest periods, as a line and as a text for screen readers. */
export function Trend({ response: { data, query }, of }: TrendProps) {
  const { t } = useLingui()
  const number = useNumber()
  const values = data.trend.map((point) => point[of])
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const write = (value: number) =>
    of === 'median_stay_minutes' ? formatDuration(Math.floor(value)) : number(value)
  const [low, high] = [write(Math.min(...known)), write(Math.max(...known))]
  const periods = values.length
  const spans: Record<DashboardPeriod, string> = {
    today: t`the last ${periods} days`,
    day: t`the last ${periods} days`,
    week: t`the last ${periods} weeks`,
    month: t`the last ${periods} months`,
    year: t`the last ${periods} years`,
  }
  const span = spans[query.period]
  const isOfNow = of === 'people' || of === 'overdue'
  return (
    <>
      <Sparkline values={values} />
      <VisuallyHidden>
        {isOfNow
          ? t`At this time in ${span}: ${low} to ${high}`
          : query.period === 'today'
            ? t`By this time in ${span}: ${low} to ${high}`
            : t`In ${span}: ${low} to ${high}`}
      </VisuallyHidden>
    </>
  )
}
