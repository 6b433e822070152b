import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNewVersion } from '../../lib/use-new-version.ts'
import { useSecondFactorPending } from '../../lib/use-second-factor-pending.ts'
import { SessionLook } from '../../lib/session-look.tsx'
import { chooseSite } from './choose-site.ts'
import { lastSite } from './last-site.ts'
import { useWakeLock } from '../../lib/use-wake-lock.ts'
import { BoardFooter } from './board-footer.tsx'
import { BoardHeader } from './board-header.tsx'
import styles from './board-screen.module.css'
import { BoardFailed, ChooseSite, NoSites } from './board-messages.tsx'
import { boardSitesQuery, type BoardTab } from './queries.ts'
import { SiteBoard } from './site-board.tsx'

export interface BoardScreenProps {
  /** Of the `site` in the address. */
  siteInAddress: string | undefined
  tab: BoardTab
  onSite: (siteId: string, options: { replace: boolean }) => void
  onTab: (tab: BoardTab) => void
}

export function BoardScreen({ siteInAddress, tab, onSite, onTab }: BoardScreenProps) {
  useWakeLock()
  const sites = useQuery(boardSitesQuery)
  useSecondFactorPending(sites.error)
  useNewVersion(sites.error)
  const siteId = sites.data && chooseSite(siteInAddress, sites.data, lastSite.get())
  const site = sites.data?.find(({ id }) => id === siteId)

  useEffect(() => {
    if (siteId !== undefined && siteInAddress === undefined) onSite(siteId, { replace: true })
    if (site) lastSite.set(site.id)
  }, [siteId, site, siteInAddress, onSite])

  return (
    <div className={styles.screen}>
      <SessionLook />
      <BoardHeader
        sites={sites.data ?? []}
        siteId={site?.id}
        onSite={(chosen) => onSite(chosen, { replace: false })}
      />
      {site ? (
        <SiteBoard key={site.id} site={site} tab={tab} onTab={onTab} />
      ) : (
        <main className={styles.message}>
          <h1>
            <VisuallyHidden>
              <Trans>Check-in board</Trans>
            </VisuallyHidden>
          </h1>
          {sites.data === undefined ? (
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
          ) : sites.data.length === 0 ? (
            <NoSites />
          ) : (
            <ChooseSite
              isUnknown={siteInAddress !== undefined}
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
