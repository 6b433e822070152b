import { buttonClass, Button } from '@gatehouse/ui/core/button'
import { FailedDrawing } from '@gatehouse/ui/core/drawings'
import { LockedDrawing } from '@gatehouse/ui/core/state-drawings'
import { EmptyState, FailedState } from '@gatehouse/ui/staff/empty-state'
import { ApiError, InvalidResponseError, NoResponseError } from '@gatehouse/api-client/api-error'
import { useRecovery } from '@gatehouse/api-client/use-recovery'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { removeBoot } from '../../lib/boot.ts'
import { useErrorMessage } from '../../lib/errors.ts'
import { type Audience, NotAllowedError } from '../../lib/not-allowed-error.ts'
import { useTitle } from '../../lib/use-title.ts'

/** Replaces a page that could not be shown. */
export function PageError({ error }: ErrorComponentProps) {
  useEffect(removeBoot, [])
  return error instanceof NotAllowedError ? (
    <NotAllowed audience={error.audience} />
  ) : (
    <FailedPage error={error} />
  )
}

/** Trying again would not help. */
function NotAllowed({ audience }: Pick<NotAllowedError, 'audience'>) {
  const { t } = useLingui()
  useTitle(t`You don’t have access to this page`)
  const whom: Record<Audience, ReactNode> = {
    admins: <Trans>Only administrators can open it.</Trans>,
    managers: <Trans>Only Managers and administrators can open it.</Trans>,
    operators: <Trans>Only operators of this installation can open it.</Trans>,
  }
  return (
    <div role="alert">
      <EmptyState
        level={1}
        drawing={<LockedDrawing />}
        title={<Trans>You don’t have access to this page</Trans>}
        action={<ToHome />}
      >
        {whom[audience]}
      </EmptyState>
    </div>
  )
}

function ToHome() {
  return (
    <Link to="/home" className={buttonClass({ kind: 'secondary' })}>
      <Trans>Go to Home</Trans>
    </Link>
  )
}

/**
 * A page that could not be loaded or rendered. It retries automatically; Retry and any navigation
 * do too.
 */
function FailedPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const reasonOf = useErrorMessage()
  const { isBusy, retry } = useRecovery({ reset: () => router.invalidate() })
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  })
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
            <ToHome />
          </>
        }
      >
        {isOfServer(error) ? (
          reasonOf(error)
        ) : (
          <Trans>Something went wrong on this page. Other pages still work.</Trans>
        )}
      </EmptyState>
    </div>
  )
}

function isOfServer(error: unknown): boolean {
  return [ApiError, InvalidResponseError, NoResponseError].some((kind) => error instanceof kind)
}

/** The page that shows when the shell itself could not be rendered. */
export function RenderError() {
  const router = useRouter()
  useEffect(removeBoot, [])
  const { isBusy } = useRecovery({ reset: () => router.invalidate() })
  return (
    <main>
      <FailedState
        level={1}
        title={
          <Trans>Oops! Something went wrong. Please try refreshing the browser or contact support.</Trans>
        }
        retryLabel={<Trans>Refresh</Trans>}
        onRetry={() => location.reload()}
        isBusy={isBusy}
      />
    </main>
  )
}
