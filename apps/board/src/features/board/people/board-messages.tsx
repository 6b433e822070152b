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

/** With more sites than this there are no buttons, only the picker in the header. */
const MAX_SITE_BUTTONS = 12

interface ChooseSiteProps {
  /** The site in the URL does not exist, or this user may not see its board. */
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
        <Trans>This site no longer exists, or you can’t see its board.</Trans>
      ) : (
        <Trans>The board shows the people on one site.</Trans>
      )}
    </EmptyState>
  )
}

export function NoSites() {
  return (
    <EmptyState drawing={<LockedDrawing />} title={<Trans>No site is assigned to you</Trans>}>
      <Trans>Ask an administrator to assign you to a site. It then appears here automatically.</Trans>
    </EmptyState>
  )
}

interface BoardFailedProps {
  error: Error
  isBusy: boolean
  onRetry: () => void
}

/** The first request failed. The next poll retries. */
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
        <Trans>The list could not be loaded. The board tries again every 10 seconds.</Trans>
      )}
    </FailedState>
  )
}

export function NobodyOnSite() {
  return (
    <EmptyState title={<Trans>No one is on site</Trans>}>
      <Trans>New sign-ins appear here automatically.</Trans>
    </EmptyState>
  )
}

export function NobodyOut() {
  return (
    <EmptyState title={<Trans>No one is checked out</Trans>}>
      <Trans>Everyone who belongs to this site is here now.</Trans>
    </EmptyState>
  )
}

interface NobodyFoundProps {
  /** The list is empty because everyone is ticked, not because a search matches no one. */
  isEverybodyTicked?: boolean
  onClear: () => void
}

export function NobodyFound({ isEverybodyTicked = false, onClear }: NobodyFoundProps) {
  return (
    <EmptyState
      drawing={isEverybodyTicked ? <SuccessDrawing /> : <NoMatchDrawing />}
      title={isEverybodyTicked ? <Trans>Everyone is counted</Trans> : <Trans>No matches</Trans>}
      action={
        <Button onClick={onClear}>
          <Trans>Show everyone</Trans>
        </Button>
      }
    />
  )
}

/** Skeleton cards until the first response. */
export function LoadingBoard() {
  return (
    <div data-compact>
      <VisuallyHidden>
        <span role="status">
          <Trans>Loading the board…</Trans>
        </span>
      </VisuallyHidden>
      <PersonListSkeleton cards={24} />
    </div>
  )
}
