import { useRecovery } from '@gatehouse/api-client/use-recovery'
import { FailedState } from '@gatehouse/ui/staff/empty-state'
import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { removeBoot } from '../../lib/boot.ts'

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
