import { WaitingText } from '@gatehouse/ui/core/waiting-text'
import { Trans } from '@lingui/react/macro'

export function PagePending() {
  return (
    <WaitingText>
      <Trans>Loading…</Trans>
    </WaitingText>
  )
}
