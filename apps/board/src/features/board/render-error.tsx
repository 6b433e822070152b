import { Button } from '@gatehouse/ui/core/button'
import { FailedDrawing } from '@gatehouse/ui/core/drawings'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { Trans } from '@lingui/react/macro'

/** What is left when drawing the board failed. */
export function RenderError() {
  return (
    <main role="alert">
      <EmptyState
        drawing={<FailedDrawing />}
        title={
          <Trans>Oops! Something went wrong. Please try refreshing the browser or contact support.</Trans>
        }
        action={
          <Button kind="primary" onClick={() => location.reload()}>
            <Trans>Refresh</Trans>
          </Button>
        }
      />
    </main>
  )
}
