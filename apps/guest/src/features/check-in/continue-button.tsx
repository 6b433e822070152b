import type { ReactNode } from 'react'
import { useCheckIn } from './check-in-store.ts'
import { Button } from '@gatehouse/ui/core/button'

/** The way on. It always answers a press, and shows when the sign-in is on its way. */
export function ContinueButton({ children }: { children: ReactNode }) {
  const isStarted = useCheckIn((state) => state.submission.status === 'started')
  return (
    <Button
      type="submit"
      kind="primary"
      full
      busy={isStarted}
      // A field that loses the focus may grow an error, and the button must not move away under the finger.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  )
}
