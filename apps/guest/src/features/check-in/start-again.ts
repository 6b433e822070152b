import { readClock } from '../../lib/clock.ts'
import { stopSubmitting } from './check-in.ts'
import { isKiosk, keepAttempt, setDraft, useCheckIn, visitStorage } from './check-in-store.ts'
import { createDraft } from './form/draft.ts'
import { refreshMethod } from './form-actions.ts'
import { passOf } from './outcome.ts'
import { findLatestCheckIn, loadCheckIns, saveCheckOut } from './stored-check-ins.ts'
import { notSubmitted } from './submission/submission.ts'
import { notLoaded } from './user-data.ts'

/**
 * Starts a new sign-in. Stored sign-ins and the method's data are kept (specification, section 4).
 */
export function startAgain(): void {
  const { methodKey, checkIn } = useCheckIn.getState()
  stopSubmitting()
  keepAttempt(undefined)
  saveCheckOut(visitStorage().session, methodKey, undefined)
  // If the phone's clock was set since the sign-in, the stored record is in doubt, but its pass was
  // shown until now.
  const shown =
    checkIn && !checkIn.checkedOut && !isKiosk(useCheckIn.getState()) ? { [methodKey]: checkIn } : {}
  const stored = { ...shown, ...loadCheckIns(visitStorage().local, readClock()) }
  useCheckIn.setState({
    checkIn: undefined,
    asideCheckIn: passOf(stored[methodKey]),
    endedSignIn: undefined,
    submission: notSubmitted,
    userData: notLoaded,
    kioskStep: 'welcome',
    startCount: useCheckIn.getState().startCount + 1,
  })
  const remembered = findLatestCheckIn(stored)
  setDraft({ ...createDraft(remembered), isStartedAgain: Object.keys(stored).length > 0 })
}

/** Handles the Start Again button. On a kiosk the next visitor gets a new server draft. */
export function pressStartAgain(): void {
  startAgain()
  if (isKiosk(useCheckIn.getState())) void refreshMethod()
}
