import { buttonClass, Button } from '@gatehouse/ui/core/button'
import { FailedDrawing } from '@gatehouse/ui/core/drawings'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { NoAnswerError } from '@gatehouse/api-client/api-error'
import { Trans } from '@lingui/react/macro'
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'

/** Stands in for a page that could not be loaded or drawn; any navigation takes it away. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <div role="alert">
      <EmptyState
        drawing={<FailedDrawing />}
        title={<Trans>This page could not be shown</Trans>}
        action={
          <>
            <Button kind="primary" onClick={() => void router.invalidate()}>
              <Trans>Retry</Trans>
            </Button>
            <Link to="/home" className={buttonClass({ kind: 'secondary' })}>
              <Trans>Go to Home</Trans>
            </Link>
          </>
        }
      >
        {error instanceof NoAnswerError ? (
          <Trans>The server did not answer. Please check your internet connection.</Trans>
        ) : (
          <Trans>Something went wrong on this page. The others are not affected.</Trans>
        )}
      </EmptyState>
    </div>
  )
}
