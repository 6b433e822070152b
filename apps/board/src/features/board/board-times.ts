/** After this long without a response the board is marked as out of date. */
export const STALE_SECONDS = 30
const QUARTER_HOUR_MS = 15 * 60_000

/** Whether the last response is too old to be relied on. @param updatedAt epoch milliseconds, 0 before the first response */
export function isStale(updatedAt: number, now: number): boolean {
  return updatedAt > 0 && now - updatedAt >= STALE_SECONDS * 1000
}

/**
 * The start of the quarter hour of `now`, in epoch milliseconds. It lies on the same day in every time zone, because all offsets
 * are multiples of a quarter hour. What depends on the day needs to be computed only once per quarter hour.
 */
export function startOfQuarterHour(now: number): number {
  return now - (now % QUARTER_HOUR_MS)
}
