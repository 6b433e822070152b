import { ApiError, InvalidAnswerError } from '@gatehouse/api-client/api-error'
import { reloadIfNew } from '@gatehouse/api-client/new-version'
import { errorMessages } from '@gatehouse/i18n/error-messages'
import { LockedDrawing } from '@gatehouse/ui/core/drawings'
import { EmptyState, FailedState } from '@gatehouse/ui/staff/empty-state'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useErrorMessage } from './errors.ts'

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
  const reasonOf = useErrorMessage()
  const retry = () => {
    // A page of before an update cannot read what the server answers now.
    if (error instanceof InvalidAnswerError) void reloadIfNew()
    onRetry()
  }
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
    <FailedState title={title} retryLabel={<Trans>Retry</Trans>} onRetry={retry} isBusy={isBusy}>
      {reasonOf(error)}
    </FailedState>
  )
}
