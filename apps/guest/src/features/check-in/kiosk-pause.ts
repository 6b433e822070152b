import type { CheckInState } from './check-in-store.ts'
import { emptyDraft } from './draft.ts'
import type { Step } from './flow.ts'
import { attemptOf } from './submission/submission.ts'

const AFTER_CONFIRMATION = 20_000
const WHEN_LEFT_ALONE = 90_000

/** Milliseconds without a touch after which a kiosk goes back to its start; undefined where it stays. */
export function kioskPause(
  { method, draft, submission, checkIn }: CheckInState,
  step: Step,
): number | undefined {
  if (method.status !== 'ready' || !method.machine.kiosk) return undefined
  if (checkIn) return step === 'checkout' ? WHEN_LEFT_ALONE : AFTER_CONFIRMATION
  // Whoever waits for an answer is still there; and the start itself has nowhere to go back to.
  if (attemptOf(submission) || draft === emptyDraft) return undefined
  return WHEN_LEFT_ALONE
}
