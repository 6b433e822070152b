import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { useLoginWhenPending, useReloadOnInvalidResponse } from '../../lib/query-errors.ts'
import { useSessionLookAndLanguage } from '../../lib/session-config.ts'
import { BoardFooter } from './board-footer.tsx'
import { BoardHeader } from './board-header.tsx'
import styles from './board-screen.module.css'
import { BoardFailed, ChooseSite, NoSites } from './board-messages.tsx'
import { boardSitesQuery, type BoardTab } from './queries.ts'
import { SiteBoard } from './site-board.tsx'
import { useLaterPart } from './use-later-part.ts'
import type { LoadMuster } from './muster-part-props.ts'
import { siteToAskFor, useChosenSite } from './site-choice.ts'

export interface BoardScreenProps {
  /** The `site` parameter of the URL. */
  siteInUrl: string | undefined
  tab: BoardTab
  onSite: (siteId: string, options: { replace: boolean }) => void
  onTab: (tab: BoardTab) => void
  isWall: boolean
  onWall: (isWall: boolean) => void
  loadMuster: LoadMuster
}

export function BoardScreen({ siteInUrl, onSite, loadMuster, ...board }: BoardScreenProps) {
  const [search, setSearch] = useState('')
  const sites = useQuery(boardSitesQuery(search, siteToAskFor(siteInUrl)))
  useSessionLookAndLanguage()
  useLoginWhenPending(sites.error)
  useReloadOnInvalidResponse(sites.error)
  const isWaiting = sites.isPlaceholderData && !sites.data?.some(({ id }) => id === siteInUrl)
  const site = useChosenSite(isWaiting ? undefined : sites.data, siteInUrl, onSite)
  // It is there before it is needed, because the network may be gone then; and beside the first list, whose ticks would not be those of a muster.
  const musterPart = useLaterPart('muster', loadMuster)

  return (
    <div className={styles.screen}>
      <BoardHeader
        sites={sites.data ?? []}
        siteId={site?.id}
        search={search}
        onSearch={setSearch}
        onSite={(chosen) => onSite(chosen, { replace: false })}
      />
      {site ? (
        <SiteBoard key={site.id} site={site} musterPart={musterPart} {...board} />
      ) : (
        <main className={styles.message}>
          {musterPart && createElement(musterPart)}
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
  )
}
