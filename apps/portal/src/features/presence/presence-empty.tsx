import { Button } from '@gatehouse/ui/core/button'
import { NoMatchDrawing } from '@gatehouse/ui/core/drawings'
import { EmptyState } from '@gatehouse/ui/staff/empty-state'
import { Trans } from '@lingui/react/macro'

export function NobodyOnSite() {
  return (
    <EmptyState title={<Trans>Nobody is on site</Trans>}>
      <Trans>Visitors and staff appear here as soon as they sign in.</Trans>
    </EmptyState>
  )
}

export function NobodyMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      drawing={<NoMatchDrawing />}
      title={<Trans>Nobody on site matches</Trans>}
      action={
        <Button onClick={onClear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      <Trans>Try another name, or fewer filters.</Trans>
    </EmptyState>
  )
}
