import { NoResponseError } from '@gatehouse/api-client/api-error'
import type { DashboardPeriod } from '@gatehouse/validation/endpoints/dashboard'
import { listSiteOptionsEndpoint } from '@gatehouse/validation/endpoints/site-options'
import type { LookName } from '@gatehouse/validation/vocabulary'
import { Notice } from '@gatehouse/ui/core/notice'
import { PageHeader } from '@gatehouse/ui/staff/page-header'
import { SegmentedControl } from '@gatehouse/ui/staff/segmented-control'
import { Toolbar } from '@gatehouse/ui/staff/toolbar'
import { WaitingContent } from '@gatehouse/ui/staff/waiting-content'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage } from '@gatehouse/i18n/use-language'
import { lookFeatures } from '../../lib/look-features.ts'
import { SearchedFilter } from '../../lib/list/list-filters.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { formatSince, formatTime } from '@gatehouse/i18n/format/zoned-times'
import { Failure } from '../../lib/failure.tsx'
import { usePageBack } from '../../lib/page-stack.tsx'
import { HomeFigures } from './home-figures.tsx'
import { dashboardQuery } from './queries.ts'
import { DEFAULT_PERIOD, withPeriod, type HomeSearch } from './search.ts'
import { SitesNow } from './sites-now.tsx'

interface HomePageProps {
  search: HomeSearch
  look: LookName
  /** Stands above the figures: what leads a new client to its first visitor. */
  gettingStarted?: ReactNode
  onSearch: (search: HomeSearch) => void
}

export function HomePage({ search, look, gettingStarted, onSearch }: HomePageProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { data: response, error, isPlaceholderData, isFetching, refetch } = useQuery(dashboardQuery(search))
  const zone = timeZoneOf(response?.data.time_zone)
  const back = usePageBack()
  useTitle(t`Home`)
  const periods: Record<DashboardPeriod, string> = {
    today: t`Today`,
    day: t`Day`,
    week: t`Week`,
    month: t`Month`,
    year: t`Year`,
  }

  return (
    <>
      <PageHeader
        title={<Trans>Home</Trans>}
        back={back}
        waitingText={isPlaceholderData && <Trans>Loading…</Trans>}
        description={
          response && (
            <Trans>
              As of {formatTime(response.data.as_of, language, zone)}. Check-ins, stays and refusals since{' '}
              {formatSince(response.data.from, response.data.as_of, language, zone)}.
            </Trans>
          )
        }
      />
      {gettingStarted}
      <Toolbar label={t`Filters`}>
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
      </Toolbar>
      {error && !response ? (
        <Failure
          title={<Trans>The figures could not be loaded</Trans>}
          error={error}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <WaitingContent isWaiting={isPlaceholderData}>
          {error && (
            <Notice kind="caution" live="polite">
              {error instanceof NoResponseError ? (
                <Trans>The server did not answer. These are the last known figures.</Trans>
              ) : (
                <Trans>The server had a problem. These are the last known figures.</Trans>
              )}
            </Notice>
          )}
          <HomeFigures response={response} canOpenList={lookFeatures[look].checkedInUsers} />
          <SitesNow
            sites={response?.data.sites}
            hasMore={response?.data.has_more_sites ?? false}
            canOpenList={lookFeatures[look].checkedInUsers}
          />
        </WaitingContent>
      )}
    </>
  )
}
