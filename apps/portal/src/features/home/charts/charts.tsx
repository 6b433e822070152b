import { limits } from '@gatehouse/validation/limits'
import type { StayRange } from '@gatehouse/validation/vocabulary'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNumber } from '../../../lib/use-number.ts'
import { stayLabels } from '../../../lib/labels/vocabulary-labels.ts'
import { checkInsSearch } from '../dashboard/queries.ts'
import { BarChart } from './bar-chart.tsx'
import { BusiestHours } from './busiest-hours.tsx'
import type { ChartProps } from './chart-card.tsx'
import { SeriesChart } from './series-chart.tsx'
import styles from './charts.module.css'

/** The chart over time, in the card of the figures. */
export function FirstChart(props: ChartProps) {
  const { series } = props.response.data
  return series && <SeriesChart {...props} parts={series} />
}

/** The other charts of Home, all from the same response as its figures. */
export function Charts(props: ChartProps) {
  const { data, query } = props.response
  return (
    <div className={styles.charts}>
      {data.busiest_hours && <BusiestHours {...props} busiest={data.busiest_hours} />}
      {!(data.series && data.busiest_hours) && (
        <p className={styles.hint}>
          <Trans>Too many sites for the charts over time. Choose one to see them.</Trans>
        </p>
      )}
      {data.by_site === null ? (
        <p className={styles.hint}>
          {props.canOpenLog ? (
            <Trans>Too many sites to compare. Choose one to see its roles and methods.</Trans>
          ) : (
            <Trans>Choose a client in the side bar to compare sites, roles and methods.</Trans>
          )}
        </p>
      ) : (
        <>
          {query.site === undefined && <BySite {...props} />}
          <ByRole {...props} />
          <ByMethod {...props} />
        </>
      )}
      <Stays {...props} />
    </div>
  )
}

/** The bar with the highest count, as a sentence. */
function MostOf({ first }: { first: { name: string; count: number } | undefined }) {
  if (!first) return <Trans>No one signed in.</Trans>
  const { name, count } = first
  return (
    <Trans>
      Busiest: {name} (<Plural value={count} one="# check-in" other="# check-ins" />
      ).
    </Trans>
  )
}

function BySite({ response, canOpenLog }: ChartProps) {
  const { t } = useLingui()
  const bars = (response.data.by_site ?? []).map(({ id, name, check_ins: count }) => ({
    id,
    name,
    count,
    search: checkInsSearch(response, { site: id }),
  }))
  return (
    <BarChart
      title={t`By site`}
      summary={<MostOf first={bars[0]} />}
      heads={{ name: t`Site`, count: t`Check-ins` }}
      bars={bars}
      total={response.data.check_ins.count}
      canOpenLog={canOpenLog}
    />
  )
}

function ByRole({ response, canOpenLog }: ChartProps) {
  const { t } = useLingui()
  const bars = (response.data.by_role ?? []).map(({ id, name, check_ins: count }) => ({
    id,
    name,
    count,
    search: checkInsSearch(response, { role: id }),
  }))
  const total = response.data.check_ins.count
  const rest = total - bars.reduce((sum, { count }) => sum + count, 0)
  // Where roles are left out, the rest includes them.
  const restName = bars.length < limits.homeBars ? t`No role` : t`Other roles, or none`
  return (
    <BarChart
      title={t`By role`}
      summary={bars[0] ? <MostOf first={bars[0]} /> : <Trans>No one signed in with a role.</Trans>}
      heads={{ name: t`Role`, count: t`Check-ins` }}
      bars={
        rest > 0
          ? [...bars, { id: 'none', name: restName, count: rest, search: undefined }].toSorted(
              (one, other) => other.count - one.count,
            )
          : bars
      }
      total={total}
      canOpenLog={canOpenLog}
    />
  )
}

function ByMethod({ response, canOpenLog }: ChartProps) {
  const { t } = useLingui()
  const hasSites = response.query.site === undefined
  const bars = (response.data.by_method ?? []).map(({ id, name, site, check_ins: count }) => ({
    id,
    name,
    detail: hasSites ? site : undefined,
    count,
    search: checkInsSearch(response, { method: id }),
  }))
  return (
    <BarChart
      title={t`By method`}
      summary={<MostOf first={bars[0]} />}
      heads={{ name: t`Method`, count: t`Check-ins` }}
      bars={bars}
      total={response.data.check_ins.count}
      canOpenLog={canOpenLog}
    />
  )
}

function Stays({ response, canOpenLog }: ChartProps) {
  const { t } = useLingui()
  const number = useNumber()
  const { stays } = response.data
  const total = stays.reduce((sum, { visits }) => sum + visits, 0)
  const longest = stays.reduce<{ range: StayRange; visits: number } | undefined>(
    (best, stay) => (stay.visits > (best?.visits ?? 0) ? stay : best),
    undefined,
  )
  const name = longest && t(stayLabels[longest.range])
  const most = number(longest?.visits ?? 0)
  const all = number(total)
  return (
    <BarChart
      title={t`Length of stay`}
      summary={
        longest ? (
          <Trans>
            Most common: {name} ({most} of {all}). Above 20 minutes, limits are rounded by up to 5%.
          </Trans>
        ) : (
          <Trans>No stay has ended yet.</Trans>
        )
      }
      heads={{ name: t`Length of stay`, count: t`Visits` }}
      bars={stays.map(({ range, visits }) => ({
        id: range,
        name: t(stayLabels[range]),
        count: visits,
        search: checkInsSearch(response, { stay: range }),
      }))}
      total={total}
      canOpenLog={canOpenLog}
      hasAll
    />
  )
}
