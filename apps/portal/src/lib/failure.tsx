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
  /** A link to what one may see, where this is not there or not open. */
  elsewhere?: ReactNode
  /** Where else a row can be that is not there. */
  hint?: ReactNode
}

/** Replaces content that could not be fetched: the reason with a Retry button, or that it is not there or not open, where that helps nothing. */
export function Failure({ title, query: { error, refetch, isFetching }, elsewhere, hint }: FailureProps) {
  const { t } = useLingui()
  const reasonOf = useErrorMessage()
  const retry = () => {
    // A page from before an update may not understand the responses of the new server.
    if (error instanceof InvalidResponseError) void reloadIfNew()
    void refetch()
  }
  if (error instanceof ApiError && error.status === 403) {
    return (
      <div role="alert">
        <EmptyState
          drawing={<LockedDrawing />}
          title={<Trans>This is not open to you</Trans>}
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
          title={<Trans>This is not there, or not yours</Trans>}
          action={elsewhere}
        >
          <Trans>It may have been removed, or you may not see it.</Trans> {hint}
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

/** Stands in place of data that is not there: a skeleton while it is being fetched, or why it could not be. */
export function Pending({ height, ...failure }: FailureProps & { height: number }) {
  return failure.query.error ? <Failure {...failure} /> : <Skeleton height={height} />
}
