import { localeTags } from '@gatehouse/i18n/language-names'
import { Figure, Figures, type FigureProps } from '@gatehouse/ui/staff/figure'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { useChildPageState } from '../../lib/page-stack.tsx'
import { shortStay, sumRefused } from './figures.ts'
import { logSearch } from './dashboard/log-links.ts'
import type { DashboardResponse } from './dashboard/queries.ts'
import { useChangeText } from './use-change-text.ts'
import { lazyDetail } from '../../lib/lazy-part.tsx'

const RefusalCauses = lazyDetail(() => import('./attention/attention.tsx'), 'RefusalCauses')

interface HomeFiguresProps {
  /** Undefined until the first one arrives. */
  response: DashboardResponse | undefined
  /** Whether this look has the list that the figures link to. */
  canOpenList: boolean
  /** The log belongs to one client. */
  canOpenLog: boolean
}

/**
 * The figures. Their texts and links are for the period and site of the response, not of the next
 * request.
 */
export function HomeFigures({ response, canOpenList, canOpenLog }: HomeFiguresProps) {
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
  const shownStay = typeof stay === 'number' ? shortStay(stay) : undefined

  return (
    <Figures>
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
      />
      <Figure
        label={t`Overdue`}
        value={count(onSite?.overdue)}
        detail={<Trans>visits longer than expected</Trans>}
        render={toList({ site, state: 'overdue' })}
      />
      <Figure
        label={t`Check-ins`}
        value={count(dashboard?.check_ins.count)}
        change={change}
        render={toLog({ event: 'in' })}
      />
      <Figure
        label={t`Median stay`}
        value={stay === null ? '–' : shownStay?.value}
        unit={shownStay?.unit}
        detail={stay === null ? <Trans>no one left in this period</Trans> : <Trans>typical visit</Trans>}
        render={toLog({ event: 'in', stay: 'any' })}
      />
      <Figure
        label={t`Refused`}
        value={count(dashboard && sumRefused(dashboard.refused))}
        detail={response && <RefusalCauses response={response} canOpenLog={canOpenLog} />}
        render={toLog({ event: 'refused' })}
      />
      {devices?.total !== 0 && (
        <Figure
          label={t`Devices online`}
          value={count(devices?.online)}
          detail={devices && <Trans>of {total}</Trans>}
          render={toDevices}
        />
      )}
    </Figures>
  )
}
