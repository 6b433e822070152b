import { runtimeConfig } from '@gatehouse/api-client/runtime-config'
import { useEffect } from 'react'
import { startAgain } from './check-in.ts'
import { useCheckIn, type CheckInState } from './check-in-store.ts'
import type { Step } from './form/flow.ts'
import { switchLanguage } from './form-actions.ts'

const AFTER_CONFIRMATION_MS = 20_000
const IDLE_MS = 90_000
/** A visitor who waits for the server is still there. The time limit hides their name from the next visitor. */
const UNANSWERED_MS = 600_000

/** Milliseconds without input after which a kiosk returns to its start. Undefined on a page that is no kiosk. */
export function kioskIdleTimeout(
  { method, submission, checkIn }: CheckInState,
  step: Step,
): number | undefined {
  if (method.status !== 'ready' || !method.machine.kiosk) return undefined
  if (checkIn) return step === 'checkout' ? IDLE_MS : AFTER_CONFIRMATION_MS
  if (submission.status === 'started' || submission.status === 'waiting') return UNANSWERED_MS
  // This includes the empty start: it may show another visitor's language, or fields that they left.
  return IDLE_MS
}

/** Returns a kiosk to its empty start after each confirmation, and after a time without input. */
export function useKioskReturn(step: Step): void {
  const timeout = useCheckIn((state) => kioskIdleTimeout(state, step))
  useEffect(() => {
    if (timeout === undefined) return undefined
    let timer: ReturnType<typeof setTimeout>
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        startAgain()
        // This also fetches the current questions: the page stays open for weeks.
        void switchLanguage(runtimeConfig.language)
      }, timeout)
    }
    restartTimer()
    const activity = ['pointerdown', 'keydown', 'input', 'scroll'] as const
    for (const type of activity) addEventListener(type, restartTimer, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const type of activity) removeEventListener(type, restartTimer)
    }
  }, [timeout])
}
