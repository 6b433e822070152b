import { CloseLabel } from '@gatehouse/ui/core/close-label.ts'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { useLive } from '@gatehouse/api-client/use-live'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { Trans, useLingui } from '@lingui/react/macro'
import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLoginWhenPending, useReloadOnInvalidResponse } from '../../lib/query-errors.ts'
import { mayUsePortalQuery, renewalQuery } from '../../lib/session.ts'
import { useWakeLock } from '../../lib/use-wake-lock.ts'
import { useSessionLookAndLanguage } from '../../lib/session-config.ts'
import { BoardFooter } from './board-footer.tsx'
import { BoardHeader } from './board-header.tsx'
import styles from './board-screen.module.css'
import { BoardFailed, ChooseSite, NoSites } from './people/board-messages.tsx'
import { boardQuery, boardSitesQuery } from './people/queries.ts'
import { siteToAskFor, useChosenSite } from './site-choice.ts'
import { SearchContext } from './people/site-search.ts'
import { SiteContext } from './site-context.ts'
import { ticks } from './people/ticks.ts'
import { useLater } from './use-later.ts'

const loadLive = async () => (await import('../../lib/live.ts')).live

interface BoardScreenProps {
  /** The `site` parameter of the URL. */
  siteInUrl: string | undefined
  onSite: (siteId: string, options: { replace: boolean }) => void
  /** A page of the site. */
  children: ReactNode
}

/** The frame that all pages of the board share. */
export function BoardScreen({ siteInUrl, onSite, children }: BoardScreenProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const sites = useQuery(boardSitesQuery(search, siteToAskFor(siteInUrl)))
  useSessionLookAndLanguage()
  useLoginWhenPending(sites.error)
  useReloadOnInvalidResponse(sites.error)
  const isWaiting = sites.isPlaceholderData && !sites.data?.some(({ id }) => id === siteInUrl)
  const site = useChosenSite(isWaiting ? undefined : sites.data, siteInUrl, onSite)
  const later = useLater()
  useWakeLock()
  useQuery({ ...renewalQuery, enabled: useQuery(mayUsePortalQuery).data === false })

  return (
    <CloseLabel value={t`Close`}>
      <div className={styles.screen}>
        <BoardHeader
          sites={sites.data ?? []}
          siteId={site?.id}
          search={search}
          onSearch={setSearch}
          onSite={(chosen) => onSite(chosen, { replace: false })}
        />
        {site ? (
          <SitePage key={site.id} site={site}>
            {children}
          </SitePage>
        ) : (
          <main className={styles.message}>
            {later && <later.OtherSites shownSiteId={undefined} />}
            <h1>
              <VisuallyHidden>
                <Trans>Check-in board</Trans>
              </VisuallyHidden>
            </h1>
            {sites.data === undefined || isWaiting ? (
              sites.isError ? (
                <BoardFailed
                  error={sites.error}
                  isBusy={sites.isFetching}
                  onRetry={() => void sites.refetch()}
                />
              ) : (
                <WaitingText>
                  <Trans>Loading the sites…</Trans>
                </WaitingText>
              )
            ) : sites.data.length === 0 && search === '' ? (
              <NoSites />
            ) : (
              <ChooseSite
                isUnknown={siteInUrl !== undefined}
                sites={sites.data}
                onSite={(chosen) => onSite(chosen, { replace: false })}
              />
            )}
          </main>
        )}
        <BoardFooter />
      </div>
    </CloseLabel>
  )
}

/** The parts that all pages of a site share: its list, its muster and the unsent marks. */
function SitePage({ site, children }: { site: BoardSite; children: ReactNode }) {
  const later = useLater()
  const search = useState('')
  const queryClient = useQueryClient()
  const { data: people, isError, error } = useQuery(boardQuery(site.id, 'in'))
  // Other requests would only delay the first list.
  const isAnswered = people !== undefined || isError
  useLive(loadLive, isAnswered ? site.id : undefined, (live, siteId) =>
    live.watch(`site ${siteId}`, () => queryClient.invalidateQueries({ queryKey: ['board', siteId] })),
  )
  useLoginWhenPending(error)
  useReloadOnInvalidResponse(error)
  useEffect(() => {
    if (people) ticks.keepOnly(site.id, people)
  }, [people, site.id])
  return (
    <main className={styles.main}>
      <h1>
        <VisuallyHidden>{site.name}</VisuallyHidden>
      </h1>
      {later && (
        <>
          <later.OtherSites shownSiteId={site.id} />
          <later.SyncMuster siteId={site.id} people={people} />
        </>
      )}
      <SiteContext value={site}>
        <SearchContext value={search}>{children}</SearchContext>
      </SiteContext>
    </main>
  )
}
