import { Fragment } from 'react'
import { localeTags } from '@gatehouse/i18n/language-names'
import { Figure, Figures, type FigureProps } from '@gatehouse/ui/staff/figure'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { durationParts } from '@gatehouse/i18n/format/durations'
import { sumRefused } from './figures.ts'
import { logSearch } from './dashboard/log-links.ts'
import type { DashboardResponse } from './dashboard/queries.ts'
import { RefusalCauses } from './refusal-causes.tsx'
import { Trend } from './trend.tsx'
import { useChangeText } from './use-change-text.ts'

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
