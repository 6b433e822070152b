import { useRecovery } from '@gatehouse/api-client/use-recovery'
import { FailedState } from '@gatehouse/ui/staff/empty-state'
import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'

/** Replaces the board when rendering it fails. The board recovers by itself, because nobody may be in front of the screen. */
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
        <Trans>This board comes back by itself.</Trans>
      </FailedState>
    </main>
  )
}
