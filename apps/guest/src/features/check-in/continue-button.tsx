import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { retry } from './check-in.ts'
import { useCheckIn } from './check-in-store.ts'
import { useWaiting } from './use-waiting.ts'
import { Button } from '@gatehouse/ui/core/button'

interface ContinueButtonProps {
  /** Something else is waited for before the way leads on. */
  busy?: boolean
  children: ReactNode
}

/**
 * The way on. It always answers a press, shows when the sign-in is on its way, and sends it once more where no answer
 * came: the same one as long as nothing was changed.
 */
export function ContinueButton({ busy = false, children }: ContinueButtonProps) {
  const isServerRendered = useCheckIn((state) => state.isServerRendered)
  const isStarted = useCheckIn((state) => state.submission.status === 'started')
  const { isBusy, mayRetry } = useWaiting()
  return (
    <Button
      // On the page as the server wrote it the browser itself must not send the form: names would stand in the address.
      type={isServerRendered || (isStarted && mayRetry) ? 'button' : 'submit'}
      kind="primary"
      full
      busy={busy || isBusy}
      onClick={isStarted && mayRetry ? retry : undefined}
      // A field that loses the focus may grow an error, and the button must not move away under the finger.
      onMouseDown={(event) => event.preventDefault()}
    >
      {mayRetry ? <Trans>Retry</Trans> : children}
    </Button>
  )
}
