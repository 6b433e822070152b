import { Button } from '@gatehouse/ui/core/button'
import type { BoardPerson } from '@gatehouse/validation/endpoints/board'
import { Trans } from '@lingui/react/macro'
import styles from './display.module.css'
import { NumbersSwitch } from './numbers-switch.tsx'
import { PrintButton } from './print/print-button.tsx'
import { useQuietReload } from './use-quiet-reload.ts'

interface BoardActionsProps {
  people: readonly BoardPerson[]
  /** No roll call or muster is running, so a reload loses nothing. */
  isQuiet: boolean
  onWall: () => void
}

/** The actions of a list: print, wall mode, hide numbers. */
export function BoardActions({ people, isQuiet, onWall }: BoardActionsProps) {
  useQuietReload(isQuiet)
  return (
    <div className={styles.more}>
      <PrintButton people={people} />
      <Button onClick={onWall}>
        <Trans>Wall mode</Trans>
      </Button>
      <NumbersSwitch />
    </div>
  )
}
