import { Button } from '@gatehouse/ui/core/button'
import { EyeIcon, EyeOffIcon } from '@gatehouse/ui/core/icons'
import { Trans } from '@lingui/react/macro'
import { applyNumbers, numbers } from '../../../lib/numbers.ts'

/** Hides phone numbers from people who pass the screen, and shows them again. */
export function NumbersSwitch() {
  const areHidden = numbers.use() === 'hidden'
  return (
    <Button
      icon={areHidden ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
      aria-pressed={areHidden}
      onClick={() => {
        numbers.set(areHidden ? 'shown' : 'hidden')
        applyNumbers()
      }}
    >
      <Trans>Hide numbers</Trans>
    </Button>
  )
}
