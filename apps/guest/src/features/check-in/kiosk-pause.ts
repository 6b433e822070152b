import type { CheckInState } from './check-in-store.ts'
import type { Step } from './flow.ts'

const AFTER_CONFIRMATION = 20_000
const WHEN_LEFT_ALONE = 90_000
/** Whoever waits for an answer is still there, but not for ever: the next visitor must not find their name. */
const WHILE_UNANSWERED = 600_000

/** Milliseconds without a touch after which a kiosk goes back to its start; undefined where it stays. */
export function kioskPause({ method, submission, checkIn }: CheckInState, step: Step): number | undefined {
  if (method.status !== 'ready' || !method.machine.kiosk) return undefined
  if (checkIn) return step === 'checkout' ? WHEN_LEFT_ALONE : AFTER_CONFIRMATION
  if (submission.status === 'started' || submission.status === 'waiting') return WHILE_UNANSWERED
  // The empty start too: it may stand in another visitor's language, or with what they left out.
  return WHEN_LEFT_ALONE
}
