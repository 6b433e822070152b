import { visitLimits } from '@gatehouse/validation/limits'

/** A clock that was set by less is not noticed. */
export const CLOCK_TOLERANCE_MS = 60_000

/** Epoch milliseconds by the device's clock. Only this file and `moment.ts` read it: infra/checks/stored-times.test.ts. */
export const readClock = (): number => Date.now()

/** For so long a pass is good, and a sign-in waits for its answer without a doubt. */
export const PASS_MS = visitLimits.storedCheckInHours * 3_600_000

/**
 * Whether something that was stored is of the last milliseconds, by the device's clock. Anybody may set that clock, and so may a network:
 * where it says no, or that the time is still to come, the clock may have been set. So it ends nothing: what waits is kept, and the server
 * is asked.
 */
export function isWithin(milliseconds: number, storedAt: number, now: number): boolean {
  return storedAt - now <= CLOCK_TOLERANCE_MS && now - storedAt <= milliseconds
}
