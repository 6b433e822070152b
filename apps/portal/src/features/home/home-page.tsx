import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import type { DashboardPeriod, LookName } from '@gatehouse/validation/vocabulary'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { WaitingContent } from '@gatehouse/ui/staff/waiting-content'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { PageHead } from '../../lib/page-head.tsx'
import { useLookFeatures } from '../../lib/look-features.ts'
import { SearchedFilter } from '../../lib/list/list-filters.tsx'
import { useWatchedSites } from '../../lib/watch-sites.ts'
import { runningMustersQuery } from '../../lib/running-musters.ts'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatSince } from '@gatehouse/i18n/format/zoned-times'
import { Failure } from '../../lib/failure.tsx'
import { Attention } from './attention.tsx'
import { HomeFigures } from './home-figures.tsx'
import { dashboardQuery, renewDashboard } from './dashboard/queries.ts'
import { DEFAULT_PERIOD, withPeriod, type HomeSearch } from './dashboard/search.ts'
import { LatestSection, WaitingEvents } from './latest-section.tsx'
import { SitesNow } from './sites-now.tsx'
import styles from './home-page.module.css'
import { lazyDetail, lazyPart } from '../../lib/lazy-part.tsx'

/** Loaded once there are figures, after what is needed to show them. */
const Freshness = lazyDetail(() => import('../../lib/freshness/freshness.tsx'), 'Freshness')

/** The charts load after what is needed to show the figures. */
const Charts = lazyPart(() => import('./charts/charts.tsx'), 'Charts')
const FirstChart = lazyPart(() => import('./charts/charts.tsx'), 'FirstChart', <WaitingChart />)

interface HomePageProps {
  search: HomeSearch
  look: LookName
  /** Figures and charts link to the log, which belongs to one client. */
  canOpenLog: boolean
  /** The latest entries of the log, for the period and site in view. */
  latest: (shown: { from: string; site: string | undefined }) => ReactNode
  /** Shown above the figures: the steps of a new client to its first visitor. */
  gettingStarted?: ReactNode
  onSearch: (search: HomeSearch) => void
}

export function HomePage({ search, look, canOpenLog, latest, gettingStarted, onSearch }: HomePageProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data: response, isPlaceholderData, ...query } = useQuery(dashboardQuery(search))
  const { data: musters } = useQuery(runningMustersQuery)
  useWatchedSites(search.site, renewDashboard)
  const zone = timeZoneOf(response?.data.time_zone)
  const { checkedInUsers } = useLookFeatures(look)
  const shown = response && { from: response.data.from, site: response.query.site }
  const periods: Record<DashboardPeriod, string> = {
    today: t`Today`,
    day: t({ message: 'Day', context: 'the last 24 hours' }),
    week: t`Week`,
    month: t`Month`,
    year: t`Year`,
  }

  return (
    <>
      <div className={styles.head}>
        <PageHead
          title={t`Home`}
          meta={
            <>
              <div className={styles.live}>
                {response && (
                  <Freshness
                    asOf={response.data.as_of}
                    timeZone={zone}
                    failure={query.error}
                    isTimeShown={false}
                    everySeconds={30}
                  />
                )}
              </div>
              <div className={styles.filters} role="group" aria-label={t`Filters`}>
                <SegmentedControl
                  label={t`Period`}
                  value={search.period ?? DEFAULT_PERIOD}
                  options={Object.entries(periods).map(([value, label]) => ({
                    value: value as DashboardPeriod,
                    label,
                  }))}
                  onChange={(period) => onSearch(withPeriod(search, period))}
                />
                <SearchedFilter
                  label={t`Site`}
                  value={search.site}
                  endpoint={listSiteOptionsEndpoint}
                  onChange={(site) => onSearch({ ...search, site })}
                />
              </div>
            </>
          }
          waitingText={isPlaceholderData && <Trans>Loading…</Trans>}
        />
        <div className={styles.facts}>
          {response ? (
            <>
              <p>
                <Trans>Since {formatSince(response.data.from, response.data.as_of, language, zone)}</Trans>
              </p>
              <Attention response={response} canOpenLog={canOpenLog} />
            </>
          ) : (
            !query.error && <Skeleton width="12rem" />
          )}
        </div>
      </div>
      {gettingStarted}
      {query.error && !response ? (
        <Failure title={<Trans>The figures could not be loaded</Trans>} query={query} />
      ) : (
        <WaitingContent isWaiting={isPlaceholderData}>
          <HomeFigures
            response={response}
            canOpenList={checkedInUsers}
            canOpenLog={canOpenLog}
            foot={
              response ? (
                response.data.series && <FirstChart response={response} canOpenLog={canOpenLog} />
              ) : (
                <WaitingChart />
              )
            }
          />
          <div className={styles.now}>
            <SitesNow
              sites={response?.data.sites}
              musters={musters?.items ?? []}
              hasMore={response?.data.has_more_sites ?? false}
              canOpenList={checkedInUsers}
            />
            {canOpenLog && (
              <LatestSection search={shown}>{shown ? latest(shown) : <WaitingEvents />}</LatestSection>
            )}
          </div>
          {response && <Charts response={response} canOpenLog={canOpenLog} />}
        </WaitingContent>
      )}
    </>
  )
}

/** As high as the chart over time. */
function WaitingChart() {
  return (
    <div className={styles.waitingChart}>
      <Skeleton width="20rem" height={16} />
      <Skeleton height={228} />
    </div>
  )
}
