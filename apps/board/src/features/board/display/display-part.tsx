import { Button } from '@gatehouse/ui/core/button'
import { Trans } from '@lingui/react/macro'
import { createPortal } from 'react-dom'
import type { BoardPartProps } from '../muster-part-props.ts'
import { NumbersSwitch } from './numbers-switch.tsx'
import { PrintButton } from './print/print-button.tsx'
import styles from './display.module.css'
import { useQuietReload } from './use-quiet-reload.ts'
import { WhyDialog } from './why-dialog.tsx'

type DisplayPartProps = Pick<
  BoardPartProps,
  'site' | 'people' | 'slot' | 'isQuiet' | 'onWall' | 'why' | 'onWhy'
>

/** What a board can do besides its list: print it, hang on a wall, hide numbers, and say why somebody is listed. */
export function DisplayPart({ site, people, slot, isQuiet, onWall, why, onWhy }: DisplayPartProps) {
  useQuietReload(isQuiet)
  const person = people?.find(({ id }) => id === why)
  return (
    <>
      {slot &&
        people &&
        createPortal(
          <div className={styles.more}>
            <PrintButton people={people} />
            <Button onClick={() => onWall(true)}>
              <Trans>On a wall</Trans>
            </Button>
            <NumbersSwitch />
          </div>,
          slot,
        )}
      {person && <WhyDialog site={site} person={person} onClose={() => onWhy(undefined)} />}
    </>
  )
}
