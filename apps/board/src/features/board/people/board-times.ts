/** After this long without a response the board is marked as out of date. */
export const STALE_SECONDS = 30

/** Whether the last response is too old to be relied on. @param updatedAt epoch milliseconds, 0 before the first response */
export function isStale(updatedAt: number, now: number): boolean {
  return updatedAt > 0 && now - updatedAt >= STALE_SECONDS * 1000
}

/**
 * Whether the board says what the live socket does. Not where the last request has failed: the socket may look open long after nobody answers. Not where
 * the list is out of date either.
 */
export function saysLive(isOutdated: boolean, error: Error | null): boolean {
  return !isOutdated && !error
}
