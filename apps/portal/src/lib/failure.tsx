import { ApiError, InvalidResponseError } from '@gatehouse/api-client/api-error'
import { reloadIfNew } from '@gatehouse/api-client/new-version'
import { errorMessages } from '@gatehouse/i18n/error-messages'
import { LockedDrawing, NoMatchDrawing } from '@gatehouse/ui/core/state-drawings'
import { EmptyState, FailedState } from '@gatehouse/ui/staff/empty-state'
import { Skeleton } from '@gatehouse/ui/staff/skeleton'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useErrorMessage } from './errors.ts'

interface FailureProps {
  /** Says what could not be loaded. */
  title: ReactNode
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean }
  /** A link to a page that the user may see, where this one is missing or forbidden. */
  elsewhere?: ReactNode
  /** Where else a missing row can be. */
  hint?: ReactNode
}

/**
 * Replaces content that could not be fetched: with the reason and a Retry button, or, where a retry
 * can't help, that it is missing or forbidden.
 */
export function Failure({ title, query: { error, refetch, isFetching }, elsewhere, hint }: FailureProps) {
  const { t } = useLingui()
  const reasonOf = useErrorMessage()
  const retry = () => {
    // A page from before an update may not understand the new server's responses.
    if (error instanceof InvalidResponseError) void reloadIfNew()
    void refetch()
  }
  if (error instanceof ApiError && error.status === 403) {
    return (
      <div role="alert">
        <EmptyState
          drawing={<LockedDrawing />}
          title={<Trans>You don’t have access</Trans>}
          action={elsewhere}
        >
          {t(errorMessages[error.code])}
        </EmptyState>
      </div>
    )
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div role="alert">
        <EmptyState
          drawing={<NoMatchDrawing />}
          title={<Trans>This doesn’t exist, or isn’t yours</Trans>}
          action={elsewhere}
        >
          <Trans>It may have been deleted, or you may not have access.</Trans> {hint}
        </EmptyState>
      </div>
    )
  }
  return (
    <FailedState title={title} retryLabel={<Trans>Retry</Trans>} onRetry={retry} isBusy={isFetching}>
      {error && reasonOf(error)}
    </FailedState>
  )
}

/** Shown in place of missing data: a skeleton while it is fetched, or why that failed. */
export function Pending({ height, ...failure }: FailureProps & { height: number }) {
  return failure.query.error ? <Failure {...failure} /> : <Skeleton height={height} />
}
