import type { InstantText } from '@gatehouse/validation/instants'

/** Within this the clock of a phone is taken as right: it includes the way of a request. */
const TOLERANCE_MS = 5000

/**
 * A time of a phone by the server's clock: corrected by how wrong the phone's clock is when it sends, and never later than now.
 * @param sentAt what the phone's clock says when it sends; without it, it is taken as right
 */
export function correctTime(time: InstantText, sentAt: InstantText | undefined, now: Date): Date {
  const error = sentAt === undefined ? 0 : new Date(sentAt).getTime() - now.getTime()
  const corrected = new Date(time).getTime() - (Math.abs(error) > TOLERANCE_MS ? error : 0)
  return new Date(Math.min(corrected, now.getTime()))
}
