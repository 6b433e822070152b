import { ApiError } from '@gatehouse/api-client/api-error'
import { errorMessages } from '@gatehouse/i18n/error-messages'
import { LockedDrawing } from '@gatehouse/ui/core/drawings'
import { EmptyState, FailedState } from '@gatehouse/ui/staff/empty-state'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

interface FailureProps {
  /** What could not be loaded. */
  title: ReactNode
  error: Error
  onRetry: () => void
  isBusy: boolean
}

/** In place of something that could not be fetched: why, and another try; or that it is not allowed. */
export function Failure({ title, error, onRetry, isBusy }: FailureProps) {
  const { t } = useLingui()
  if (error instanceof ApiError && error.status === 403) {
    return (
      <div role="alert">
        <EmptyState drawing={<LockedDrawing />} title={<Trans>This is not open to you</Trans>}>
          {t(errorMessages[error.code])}
        </EmptyState>
      </div>
    )
  }
  return (
    <FailedState title={title} retryLabel={<Trans>Retry</Trans>} onRetry={onRetry} isBusy={isBusy}>
      {error instanceof ApiError ? (
        t(errorMessages[error.code])
      ) : (
        <Trans>The server did not answer. Please check your internet connection.</Trans>
      )}
    </FailedState>
  )
}
