import { visitLimits } from '@gatehouse/validation/limits'

/** A clock set by less than this is not noticed. */
export const CLOCK_TOLERANCE_MS = 60_000

/**
 * Epoch milliseconds by the device's clock. Only this file and `moment.ts` may read it:
 * infra/checks/stored-times.test.ts.
 */
export const readClock = (): number => Date.now()

/** How long a pass is valid, and how long a sign-in may wait before its time is in doubt. */
export const PASS_MS = visitLimits.storedCheckInHours * 3_600_000

/**
 * Whether a stored time lies within the last `milliseconds` by the device's clock. Users and
 * networks can set that clock, so false ends nothing: the record is kept, and the server is asked.
 */
export function isWithin(milliseconds: number, storedAt: number, now: number): boolean {
  return storedAt - now <= CLOCK_TOLERANCE_MS && now - storedAt <= milliseconds
}
