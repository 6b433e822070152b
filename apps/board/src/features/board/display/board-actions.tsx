import { Button } from '@gatehouse/ui/core/button'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { Trans } from '@lingui/react/macro'
import styles from './display.module.css'
import { NumbersSwitch } from './numbers-switch.tsx'
import { PrintButton } from './print/print-button.tsx'
import { useQuietReload } from './use-quiet-reload.ts'

interface BoardActionsProps {
  people: readonly BoardPerson[]
  /** Nobody is being counted, so nothing is lost with the page. */
  isQuiet: boolean
  onWall: () => void
}

/** What is done with a list: print it, hang it on a wall, and hide its numbers. */
export function BoardActions({ people, isQuiet, onWall }: BoardActionsProps) {
  useQuietReload(isQuiet)
  return (
    <div className={styles.more}>
      <PrintButton people={people} />
      <Button onClick={onWall}>
        <Trans>On a wall</Trans>
      </Button>
      <NumbersSwitch />
    </div>
  )
}
