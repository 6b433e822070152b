import { isRecord } from '../../../../lib/storage.ts'
import { type Attempt, isAttempt } from '../../submission/attempt.ts'

/** A sign-in that the kiosk keeps until the server has decided. */
export interface StoredSignIn {
  attempt: Attempt
  /**
   * How many milliseconds the server's clock was ahead of the kiosk's at the sign-in; null if
   * unknown.
   */
  clockOffset: number | null
}

export function isStoredSignIn(value: unknown): value is StoredSignIn {
  return (
    isRecord(value) &&
    isAttempt(value['attempt']) &&
    (value['clockOffset'] === null || typeof value['clockOffset'] === 'number')
  )
}

/**
 * The time of a sign-in by the server's clock. Never later than now: the kiosk's clock may have
 * been set since.
 * @param now epoch milliseconds by the kiosk's clock
 * @param offset how many milliseconds the server's clock is ahead of it now
 */
export function timeOfSignIn({ attempt, clockOffset }: StoredSignIn, now: number, offset: number): string {
  return new Date(Math.min(attempt.madeAt + (clockOffset ?? offset), now + offset)).toISOString()
}

/**
 * What happens to a stored sign-in after it was sent.
 * - `decided`: the server has accepted it, or has rejected it and notified the staff
 * - `keep`: the server has not decided; the others may be sent
 * - `stop`: nothing can be sent at the moment
 */
export type Delivery = 'decided' | 'keep' | 'stop'

/** @param status of the response; undefined if there was none */
export function deliveryOf(status: number | undefined): Delivery {
  if (status === undefined || status === 429 || status === 503) return 'stop'
  return status === 200 || status === 404 || status === 422 ? 'decided' : 'keep'
}
