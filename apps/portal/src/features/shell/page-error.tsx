import { buttonClass, Button } from '@gatehouse/ui/core/button'
import { FailedDrawing } from '@gatehouse/ui/core/drawings'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { ApiError, InvalidResponseError, NoResponseError } from '@gatehouse/api-client/api-error'
import { useRecovery } from '@gatehouse/api-client/use-recovery'
import { Trans } from '@lingui/react/macro'
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useErrorMessage } from '../../lib/errors.ts'

/** Replaces a page that could not be loaded or rendered. It tries again by itself; Retry and any navigation do too. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const reasonOf = useErrorMessage()
  const { isBusy, retry } = useRecovery({ reset: () => router.invalidate() })
  return (
    <div role="alert">
      <EmptyState
        level={1}
        drawing={<FailedDrawing />}
        title={<Trans>This page could not be shown</Trans>}
        action={
          <>
            <Button kind="primary" busy={isBusy} onClick={retry}>
              <Trans>Retry</Trans>
            </Button>
            <Link to="/home" className={buttonClass({ kind: 'secondary' })}>
              <Trans>Go to Home</Trans>
            </Link>
          </>
        }
      >
        {isOfServer(error) ? (
          reasonOf(error)
        ) : (
          <Trans>Something went wrong on this page. The others are not affected.</Trans>
        )}
      </EmptyState>
    </div>
  )
}

function isOfServer(error: unknown): boolean {
  return [ApiError, InvalidResponseError, NoResponseError].some((kind) => error instanceof kind)
}
