import { elapsed, type Moment } from '../../../lib/moment.ts'
import { isKiosk, type CheckInState } from '../check-in-store.ts'
import type { Step } from '../form/flow.ts'

const AFTER_RESULT_MS = 30_000
const IDLE_MS = 90_000
/**
 * A visitor who waits for the server is still there. The time limit hides their name from the next
 * visitor.
 */
const UNANSWERED_MS = 600_000
/** A return is announced this long before, and can be postponed (WCAG 2.2.1). */
export const ANNOUNCED_SECONDS = 20

/** When a kiosk returns to its start screen automatically. */
export interface KioskReturn {
  /** Time without input. */
  afterMs: number
  /** A dialog before typed text is deleted, a line below a result, nothing if nothing is lost. */
  announcedBy: 'dialog' | 'line' | 'nothing'
}

/** The return that is due on this screen; undefined if the page is not a kiosk. */
export function kioskReturn(state: CheckInState, step: Step): KioskReturn | undefined {
  if (!isKiosk(state)) return undefined
  // The start screen may be in another visitor's language. It contains no typed text.
  if (step === 'welcome') return { afterMs: IDLE_MS, announcedBy: 'nothing' }
  if (step === 'stored' || step === 'refused' || (state.checkIn && step !== 'checkout'))
    return { afterMs: AFTER_RESULT_MS, announcedBy: 'line' }
  const { status } = state.submission
  const isUnanswered = status === 'started' || status === 'waiting'
  return { afterMs: isUnanswered ? UNANSWERED_MS : IDLE_MS, announcedBy: 'dialog' }
}

/**
 * The milliseconds left before the return. After a clock change or sleep, a return with a dialog is
 * still announced.
 */
export function timeLeft({ announcedBy }: KioskReturn, left: number, before: Moment, now: Moment): number {
  const later = left - elapsed(before, now)
  const announced = ANNOUNCED_SECONDS * 1000
  return announcedBy === 'dialog' && left > announced ? Math.max(announced, later) : later
}

/**
 * The seconds left if the return is to be announced already, else undefined.
 * @param left in milliseconds
 */
export function announcedSeconds({ announcedBy }: KioskReturn, left: number): number | undefined {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  if (announcedBy === 'line') return seconds
  return announcedBy === 'dialog' && seconds <= ANNOUNCED_SECONDS ? seconds : undefined
}
