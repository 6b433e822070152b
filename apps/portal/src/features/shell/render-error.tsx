import { FailedState } from '@gatehouse/ui/staff/empty-state'
import { Trans } from '@lingui/react/macro'

/** What is left when even the shell could not be drawn. */
export function RenderError() {
  return (
    <main>
      <FailedState
        title={
          <Trans>Oops! Something went wrong. Please try refreshing the browser or contact support.</Trans>
        }
        retryLabel={<Trans>Refresh</Trans>}
        onRetry={() => location.reload()}
      />
    </main>
  )
}
