import { useRecovery } from '@gatehouse/api-client/use-recovery'
import { FailedState } from '@gatehouse/ui/staff/empty-state'
import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'

/**
 * Replaces the board if rendering fails. Recovers automatically, because the screen may be
 * unattended.
 */
export function RenderError() {
  const router = useRouter()
  const { isBusy } = useRecovery({ reset: () => router.invalidate(), isUnattended: true })
  return (
    <main>
      <FailedState
        title={
          <Trans>Oops! Something went wrong. Please try refreshing the browser or contact support.</Trans>
        }
        retryLabel={<Trans>Refresh</Trans>}
        onRetry={() => location.reload()}
        isBusy={isBusy}
      >
        <Trans>This board reconnects automatically.</Trans>
      </FailedState>
    </main>
  )
}
