import { NoResponseError } from '@gatehouse/api-client/api-error'
import type { BoardSite } from '@gatehouse/validation/endpoints/board'
import { Button } from '@gatehouse/ui/core/button'
import { EmptyDrawing } from '@gatehouse/ui/core/drawings'
import { LockedDrawing, NoMatchDrawing } from '@gatehouse/ui/core/state-drawings'
import { SuccessDrawing } from '@gatehouse/ui/core/outcome-drawings'
import { EmptyState, FailedState } from '@gatehouse/ui/staff/empty-state'
import { PersonListSkeleton } from '@gatehouse/ui/staff/person-card'
import { VisuallyHidden } from '@gatehouse/ui/core/visually-hidden'
import { Trans } from '@lingui/react/macro'
import styles from './board-messages.module.css'

/** With more sites than this there are no buttons. One chooses in the header then. */
const MAX_SITE_BUTTONS = 12

interface ChooseSiteProps {
  /** The site in the URL does not exist, or this person may not see its board. */
  isUnknown: boolean
  sites: readonly BoardSite[]
  onSite: (siteId: string) => void
}

export function ChooseSite({ isUnknown, sites, onSite }: ChooseSiteProps) {
  return (
    <EmptyState
      drawing={isUnknown ? <LockedDrawing /> : <EmptyDrawing />}
      title={<Trans>Choose a site</Trans>}
      action={
        sites.length <= MAX_SITE_BUTTONS && (
          <ul className={styles.sites}>
            {sites.map((site) => (
              <li key={site.id}>
                <Button full onClick={() => onSite(site.id)}>
                  {site.name}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    >
      {isUnknown ? (
        <Trans>The site in this address is gone, or its board is not yours to see.</Trans>
      ) : (
        <Trans>The board shows who is on one site now.</Trans>
      )}
    </EmptyState>
  )
}

export function NoSites() {
  return (
    <EmptyState drawing={<LockedDrawing />} title={<Trans>No site is assigned to you</Trans>}>
      <Trans>Ask an administrator to assign you to a site. It then appears here by itself.</Trans>
    </EmptyState>
  )
}

interface BoardFailedProps {
  error: Error
  isBusy: boolean
  onRetry: () => void
}

/** The first request failed. The next poll is the next try. */
export function BoardFailed({ error, isBusy, onRetry }: BoardFailedProps) {
  return (
    <FailedState
      title={<Trans>The board could not be loaded</Trans>}
      retryLabel={<Trans>Retry</Trans>}
      onRetry={onRetry}
      isBusy={isBusy}
    >
      {error instanceof NoResponseError ? (
        <Trans>The server did not answer. The board tries again every 10 seconds.</Trans>
      ) : (
        <Trans>The server could not give the list. The board tries again every 10 seconds.</Trans>
      )}
    </FailedState>
  )
}

export function NobodyOnSite() {
  return (
    <EmptyState title={<Trans>Nobody is on site</Trans>}>
      <Trans>New sign-ins appear here by themselves.</Trans>
    </EmptyState>
  )
}

export function NobodyOut() {
  return (
    <EmptyState title={<Trans>Nobody is checked out</Trans>}>
      <Trans>Everyone who belongs to this site is there now.</Trans>
    </EmptyState>
  )
}

interface NobodyFoundProps {
  /** The list is empty because everybody is ticked, not because a search found nobody. */
  isEverybodyTicked?: boolean
  onClear: () => void
}

export function NobodyFound({ isEverybodyTicked = false, onClear }: NobodyFoundProps) {
  return (
    <EmptyState
      drawing={isEverybodyTicked ? <SuccessDrawing /> : <NoMatchDrawing />}
      title={isEverybodyTicked ? <Trans>Everybody is counted</Trans> : <Trans>Nobody found</Trans>}
      action={
        <Button onClick={onClear}>
          <Trans>Show everybody</Trans>
        </Button>
      }
    />
  )
}

/** Skeleton cards until the first response. */
export function LoadingBoard() {
  return (
    <div>
      <VisuallyHidden>
        <span role="status">
          <Trans>Loading the board…</Trans>
        </span>
      </VisuallyHidden>
      <PersonListSkeleton cards={12} />
    </div>
  )
}
