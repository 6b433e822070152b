import { Button } from '@gatehouse/ui/core/button'
import { EyeIcon, EyeOffIcon } from '@gatehouse/ui/core/icons'
import { Trans } from '@lingui/react/macro'
import { createPortal } from 'react-dom'
import { hideNumbers, useNumbers } from '../../../lib/numbers.ts'
import type { MusterPartProps } from '../muster-part-props.ts'
import styles from './display.module.css'
import { PrintRoll } from './print-roll.tsx'
import { useQuietReload } from './use-quiet-reload.ts'
import { WhyDialog } from './why-dialog.tsx'

type DisplayPartProps = Pick<
  MusterPartProps,
  'site' | 'people' | 'slot' | 'isQuiet' | 'onWall' | 'why' | 'onWhyEnd'
>

/** What a board can do besides its list: print it, hang on a wall, hide numbers, and say why somebody is listed. */
export function DisplayPart({ site, people, slot, isQuiet, onWall, why, onWhyEnd }: DisplayPartProps) {
  useQuietReload(isQuiet)
  const areNumbersHidden = useNumbers() === 'hidden'
  const person = people?.find(({ id }) => id === why)
  return (
    <>
      {slot &&
        people &&
        createPortal(
          <div className={styles.more}>
            <PrintRoll site={site} people={people} />
            <Button onClick={() => onWall(true)}>
              <Trans>On a wall</Trans>
            </Button>
            <Button
              icon={areNumbersHidden ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
              aria-pressed={areNumbersHidden}
              onClick={() => hideNumbers(!areNumbersHidden)}
            >
              <Trans>Hide numbers</Trans>
            </Button>
          </div>,
          slot,
        )}
      {person && <WhyDialog site={site} person={person} onClose={onWhyEnd} />}
    </>
  )
}
