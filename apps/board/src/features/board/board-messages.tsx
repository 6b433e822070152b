import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { Button } from '@gatehouse/ui/core/button'
import { EmptyDrawing, FailedDrawing, LockedDrawing } from '@gatehouse/ui/core/drawings'
import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { leaveForLogin } from '../session/session.ts'
import styles from './board-screen.module.css'
import { readBoardFailure } from './queries.ts'

/** More sites than this are chosen from the header's list only. */
const BUTTONS_UP_TO = 12

interface ChooseSiteProps {
  /** The address names a site that this person may not watch, or that is gone. */
  isUnknown: boolean
  sites: readonly BoardSite[]
  onSite: (siteId: string, options: { replace: boolean }) => void
}

export function ChooseSite({ isUnknown, sites, onSite }: ChooseSiteProps) {
  return (
    <>
      {isUnknown ? <LockedDrawing /> : <EmptyDrawing />}
      <h1 className={styles.messageTitle}>
        <Trans>Choose a site</Trans>
      </h1>
      <p>
        {isUnknown ? (
          <Trans>The site in this address is gone, or its board is not yours to see.</Trans>
        ) : (
          <Trans>The board shows who is on one site now.</Trans>
        )}
      </p>
      {sites.length <= BUTTONS_UP_TO && (
        <ul className={styles.siteList}>
          {sites.map((site) => (
            <li key={site.id}>
              <Button full onClick={() => onSite(site.id, { replace: isUnknown })}>
                {site.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function NoSites() {
  return (
    <>
      <LockedDrawing />
      <h1 className={styles.messageTitle}>
        <Trans>No site is assigned to you</Trans>
      </h1>
      <p>
        <Trans>Ask an administrator to assign you to a site. It then appears here by itself.</Trans>
      </p>
    </>
  )
}

export function SitesLoading() {
  return (
    <WaitingText>
      <Trans>Loading the sites…</Trans>
    </WaitingText>
  )
}

export function SitesFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const failure = readBoardFailure(error)
  useEffect(() => {
    if (failure === 'second_step') leaveForLogin({ secondStep: true })
  }, [failure])
  return <BoardFailed onRetry={onRetry} />
}

export function BoardFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={styles.message}>
      <FailedDrawing />
      <h1 className={styles.messageTitle}>
        <Trans>The board could not be loaded</Trans>
      </h1>
      <p>
        <Trans>The server did not answer. The board tries again every 10 seconds.</Trans>
      </p>
      <Button kind="primary" onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}

export function NobodyOnSite() {
  return (
    <div className={styles.message}>
      <EmptyDrawing />
      <h2 className={styles.messageTitle}>
        <Trans>Nobody is on site</Trans>
      </h2>
      <p>
        <Trans>New sign-ins appear here by themselves.</Trans>
      </p>
    </div>
  )
}

export function NobodyOut() {
  return (
    <div className={styles.message}>
      <EmptyDrawing />
      <h2 className={styles.messageTitle}>
        <Trans>Nobody is checked out</Trans>
      </h2>
      <p>
        <Trans>Everyone who belongs to this site is there now.</Trans>
      </p>
    </div>
  )
}
