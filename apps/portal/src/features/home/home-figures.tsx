import { Fragment, type ReactNode } from 'react'
import { localeTags } from '@gatehouse/i18n/language-names'
import { Figure, Figures, type FigureProps } from '@gatehouse/ui/staff/figure'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { durationParts, formatDuration } from '@gatehouse/i18n/format/durations'
import { sumRefused, compareCounts } from './figures.ts'
import { logSearch, type DashboardResponse } from './dashboard/queries.ts'
import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { linkClass } from '@gatehouse/ui/core/link'
import { plural } from '@lingui/core/macro'
import styles from './home-figures.module.css'
import type { DashboardPeriod } from '@gatehouse/validation/vocabulary'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { Sparkline } from '@gatehouse/ui/staff/sparkline'
import { useNumber } from '../../lib/use-number.ts'

interface HomeFiguresProps {
  /** Undefined until the first one arrives. */
  response: DashboardResponse | undefined
  /** Whether this look has the list that the figures link to. */
  canOpenList: boolean
  /** The log belongs to one client. */
  canOpenLog: boolean
  /** The chart below the figures. */
  foot?: ReactNode
}

/**
 * The figures. Their texts and links are for the period and site of the response, not of the next
 * request.
 */
export function HomeFigures({ response, canOpenList, canOpenLog, foot }: HomeFiguresProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const linkState = useChildPageState()
  const change = useChangeText(response)
  const dashboard = response?.data
  const site = response?.query.site
  const count = (value: number | undefined) =>
    value === undefined ? undefined : new Intl.NumberFormat(localeTags[language]).format(value)
  const toList = (search: { site: string | undefined; state?: 'overdue' }): FigureProps['render'] =>
    canOpenList
      ? (face) => <Link to="/checked_in_users" search={search} state={linkState} {...face} />
      : undefined
  const toLog = (filters: Parameters<typeof logSearch>[1]): FigureProps['render'] =>
    canOpenLog && response
      ? (face) => <Link to="/access_log" search={logSearch(response, filters)} state={linkState} {...face} />
      : undefined
  const toDevices: FigureProps['render'] = (face) => (
    <Link to="/machine_management" search={{ site, status: 'online' }} state={linkState} {...face} />
  )
  const onSite = dashboard?.on_site
  const devices = dashboard?.devices
  const total = count(devices?.total)
  const stay = dashboard?.median_stay_minutes

  const trend = response && response.data.trend.length > 1 ? response : undefined

  return (
    <Figures foot={foot}>
      <Figure
        label={t`On site now`}
        value={count(onSite?.people)}
        detail={
          onSite && (
            <Trans>
              <Plural value={onSite.people} one="person" other="people" />, in{' '}
              <Plural value={onSite.visits} one="# visit" other="# visits" />
            </Trans>
          )
        }
        render={toList({ site })}
        chart={trend && <Trend response={trend} of="people" />}
      />
      <Figure
        label={t`Check-ins`}
        value={count(dashboard?.check_ins.count)}
        detail={change}
        render={toLog({ event: 'in' })}
        chart={trend && <Trend response={trend} of="check_ins" />}
      />
      <Figure
        label={t`Median stay`}
        value={stay === null ? '–' : stay === undefined ? undefined : <Stay minutes={stay} />}
        detail={stay === null ? <Trans>no one left in this period</Trans> : <Trans>typical visit</Trans>}
        render={toLog({ event: 'in', stay: 'any' })}
        chart={trend && <Trend response={trend} of="median_stay_minutes" />}
      />
      <Figure
        label={t`Overdue`}
        value={count(onSite?.overdue)}
        detail={<Trans>visits longer than expected</Trans>}
        render={toList({ site, state: 'overdue' })}
        chart={trend && <Trend response={trend} of="overdue" />}
      />
      <Figure
        label={t`Refused`}
        value={count(dashboard && sumRefused(dashboard.refused))}
        detail={response && <RefusalCauses response={response} canOpenLog={canOpenLog} />}
        render={toLog({ event: 'refused' })}
        chart={trend && <Trend response={trend} of="refused" />}
      />
      {devices && devices.total > 0 && (
        <Figure
          label={t`Devices online`}
          value={count(devices.online)}
          detail={<Trans>of {total}</Trans>}
          render={toDevices}
        />
      )}
    </Figures>
  )
}

/** Counts whole minutes, as a clock does: the figure is the midpoint of the median's minute. */
const Stay = ({ minutes }: { minutes: number }) =>
  durationParts(Math.floor(minutes)).map(({ value, unit }) => (
    <Fragment key={unit}>
      {value}
      <small>{` ${unit} `}</small>
    </Fragment>
  ))

interface RefusalCausesProps {
  response: DashboardResponse
  canOpenLog: boolean
}

/**
 * The number of refusals by cause, without zeros, in short: high and low are temperatures. Each links
 * to its entries in the log.
 */
function RefusalCauses({ response, canOpenLog }: RefusalCausesProps) {
  const { t } = useLingui()
  const linkState = useChildPageState()
  const { banned, high, low, failed_answer: failed } = response.data.refused
  if (banned + high + low + failed === 0) return <Trans>no one in this period</Trans>
  const causes: Record<keyof Dashboard['refused'], ReactNode> = {
    failed_answer: <Plural value={failed} one="# by answer" other="# by answer" />,
    high: <Plural value={high} one="# high" other="# high" />,
    low: <Plural value={low} one="# low" other="# low" />,
    banned: <Plural value={banned} one="# banned" other="# banned" />,
  }
  /** For screen readers, which read the links without their figure. */
  const names: Partial<Record<keyof Dashboard['refused'], string>> = {
    high: t`${plural(high, { one: '# high temperature', other: '# high temperatures' })}`,
    low: t`${plural(low, { one: '# low temperature', other: '# low temperatures' })}`,
  }
  const found = (['failed_answer', 'high', 'low', 'banned'] as const).filter(
    (result) => response.data.refused[result] > 0,
  )
  return (
    <span className={styles.causes}>
      {found.map((result) =>
        canOpenLog ? (
          <Link
            key={result}
            to="/access_log"
            search={logSearch(response, { event: 'refused', result })}
            state={linkState}
            className={linkClass({ quiet: true })}
            aria-label={names[result]}
          >
            {causes[result]}
          </Link>
        ) : (
          <span key={result}>{causes[result]}</span>
        ),
      )}
    </span>
  )
}

interface TrendProps {
  response: DashboardResponse
  of: keyof Dashboard['trend'][number]
}

/** A figure in the latest periods, as a line and as a text for screen readers. */
function Trend({ response: { data, query }, of }: TrendProps) {
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

/** The change since the period before, short enough for one line. */
function useChangeText(response: DashboardResponse | undefined) {
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
