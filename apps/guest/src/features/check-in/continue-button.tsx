import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { retry } from './check-in.ts'
import { useCheckIn } from './check-in-store.ts'
import { useWaiting } from './use-waiting.ts'
import { Button } from '@gatehouse/ui/core/button'

/**
 * The way on. It always answers a press, shows when the sign-in is on its way, and sends it once more where no answer
 * came: the same one as long as nothing was changed.
 */
export function ContinueButton({ children }: { children: ReactNode }) {
  const isStarted = useCheckIn((state) => state.submission.status === 'started')
  const { isBusy, mayRetry } = useWaiting()
  return (
    <Button
      type={isStarted && mayRetry ? 'button' : 'submit'}
      kind="primary"
      full
      busy={isBusy}
      onClick={isStarted && mayRetry ? retry : undefined}
      // A field that loses the focus may grow an error, and the button must not move away under the finger.
      onMouseDown={(event) => event.preventDefault()}
    >
      {mayRetry ? <Trans>Retry</Trans> : children}
    </Button>
  )
}
