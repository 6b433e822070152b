import { elapsed, type Moment } from '../../../lib/moment.ts'
import { isKiosk, type CheckInState } from '../check-in-store.ts'
import type { Step } from '../form/flow.ts'

const AFTER_RESULT_MS = 30_000
const IDLE_MS = 90_000
/** A visitor who waits for the server is still there. The time limit hides their name from the next visitor. */
const UNANSWERED_MS = 600_000
/** For so many seconds a return is announced, and can be put off (WCAG 2.2.1). */
export const ANNOUNCED_SECONDS = 20

/** When a kiosk returns to its start by itself. */
export interface KioskReturn {
  /** After so long without input. */
  afterMs: number
  /** How it is announced: a dialog before something typed is deleted, a line below a result, nothing where nothing is lost. */
  announcedBy: 'dialog' | 'line' | 'nothing'
}

/** The return that is due on this screen; undefined on a page that is no kiosk. */
export function kioskReturn(state: CheckInState, step: Step): KioskReturn | undefined {
  if (!isKiosk(state)) return undefined
  // The start may be in another visitor's language. Nobody has typed anything there.
  if (step === 'welcome') return { afterMs: IDLE_MS, announcedBy: 'nothing' }
  if (step === 'stored' || step === 'refused' || (state.checkIn && step !== 'checkout'))
    return { afterMs: AFTER_RESULT_MS, announcedBy: 'line' }
  const { status } = state.submission
  const isUnanswered = status === 'started' || status === 'waiting'
  return { afterMs: isUnanswered ? UNANSWERED_MS : IDLE_MS, announcedBy: 'dialog' }
}

/**
 * The milliseconds until the return, some time later. Where a clock was set or the tablet has slept, a return that a dialog announces is
 * announced all the same.
 */
export function timeLeft({ announcedBy }: KioskReturn, left: number, before: Moment, now: Moment): number {
  const later = left - elapsed(before, now)
  const announced = ANNOUNCED_SECONDS * 1000
  return announcedBy === 'dialog' && left > announced ? Math.max(announced, later) : later
}

/** The seconds until the return where they are announced by now, else undefined. @param left in milliseconds */
export function announcedSeconds({ announcedBy }: KioskReturn, left: number): number | undefined {
  const seconds = Math.max(0, Math.ceil(left / 1000))
  if (announcedBy === 'line') return seconds
  return announcedBy === 'dialog' && seconds <= ANNOUNCED_SECONDS ? seconds : undefined
}
