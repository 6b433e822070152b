import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SessionLook } from '../session/session-look.tsx'
import { chooseSite } from '../site/choose-site.ts'
import { lastSite } from '../site/remembered-site.ts'
import { useWakeLock } from '../../lib/use-wake-lock.ts'
import { BoardFooter } from './board-footer.tsx'
import { BoardHeader } from './board-header.tsx'
import styles from './board-screen.module.css'
import { ChooseSite, NoSites, SitesFailed, SitesLoading } from './board-messages.tsx'
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
          {sites.data === undefined ? (
            sites.isError ? (
              <SitesFailed error={sites.error} onRetry={() => void sites.refetch()} />
            ) : (
              <SitesLoading />
            )
          ) : sites.data.length === 0 ? (
            <NoSites />
          ) : (
            <ChooseSite isUnknown={siteInAddress !== undefined} sites={sites.data} onSite={onSite} />
          )}
        </main>
      )}
      <BoardFooter />
    </div>
  )
}
