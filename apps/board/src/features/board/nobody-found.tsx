import { Button } from '@gatehouse/ui/core/button'
import { NoMatchDrawing, SuccessDrawing } from '@gatehouse/ui/core/drawings'
import { Trans } from '@lingui/react/macro'
import styles from './board-screen.module.css'

interface NobodyFoundProps {
  /** The list is empty because everybody was counted, not because a search found nobody. */
  isCounted?: boolean
  onClear: () => void
}

export function NobodyFound({ isCounted = false, onClear }: NobodyFoundProps) {
  return (
    <div className={styles.message}>
      {isCounted ? <SuccessDrawing /> : <NoMatchDrawing />}
      <h2 className={styles.messageTitle}>
        {isCounted ? <Trans>Everybody is checked</Trans> : <Trans>Nobody by this name</Trans>}
      </h2>
      <Button onClick={onClear}>
        <Trans>Show everybody</Trans>
      </Button>
    </div>
  )
}
