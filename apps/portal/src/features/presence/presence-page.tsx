import { timeZoneOf } from '@gatehouse/i18n/format/time-zone'
import { PageHeader } from '@gatehouse/ui/staff/page-header'
import { WaitingContent } from '@gatehouse/ui/staff/waiting-content'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTitle } from '../../lib/use-title.ts'
import { Failure } from '../../lib/failure.tsx'
import { usePageBack } from '../../lib/page-back.tsx'
import { PresenceCount, PresenceFreshness } from './presence-summary.tsx'
import { PresenceFilters } from './presence-filters.tsx'
import { PresencePager } from './presence-pager.tsx'
import { PresenceTable } from './presence-table.tsx'
import { NobodyMatches, NobodyOnSite } from './presence-empty.tsx'
import { presenceQuery } from './queries.ts'
import { hasFilters, pageCount, withoutFilters, withPage, type SearchProps } from './search.ts'

/** Everybody who is on site, as the address filters and sorts them. */
export function PresencePage({ search, onSearch, region }: SearchProps & { region: string }) {
  const { t } = useLingui()
  const { data: answer, error, isPlaceholderData, isFetching, refetch } = useQuery(presenceQuery(search))
  const data = answer?.data
  const back = usePageBack()
  useTitle(t`Checked In Users`)

  // People leave while one reads on: the page one is on may no longer exist.
  const lastPage = data && !isPlaceholderData ? pageCount(data.total) : undefined
  const isBeyond = lastPage !== undefined && (search.page ?? 1) > lastPage
  useEffect(() => {
    if (isBeyond) onSearch(withPage(search, lastPage), { replace: true })
  }, [isBeyond, lastPage, search, onSearch])

  return (
    <>
      <PageHeader
        title={<Trans>Checked In Users</Trans>}
        back={back}
        waitingText={isPlaceholderData && <Trans>Loading…</Trans>}
        meta={data && <PresenceCount visits={data.total} people={data.people} />}
        description={
          data && (
            <PresenceFreshness
              asOf={data.as_of}
              timeZone={timeZoneOf(data.time_zone)}
              refusedToday={data.refused_today}
              failure={error}
            />
          )
        }
      />
      <PresenceFilters search={search} sites={data?.sites ?? []} onSearch={onSearch} />
      {error && !data ? (
        <Failure
          title={<Trans>The list could not be loaded</Trans>}
          error={error}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <WaitingContent isWaiting={isPlaceholderData}>
          {answer?.data.total === 0 ? (
            hasFilters(answer.query) ? (
              <NobodyMatches onClear={() => onSearch(withoutFilters(search))} />
            ) : (
              <NobodyOnSite />
            )
          ) : (
            <div>
              <PresenceTable answer={answer} region={region} search={search} onSearch={onSearch} />
              {answer && <PresencePager answer={answer} search={search} onSearch={onSearch} />}
            </div>
          )}
        </WaitingContent>
      )}
    </>
  )
}
