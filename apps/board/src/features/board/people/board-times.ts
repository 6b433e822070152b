/** After this long without a response the board is marked as out of date. */
export const STALE_SECONDS = 30

/**
 * Whether the last response is too old to rely on.
 * @param updatedAt epoch milliseconds, 0 before the first response
 */
export function isStale(updatedAt: number, now: number): boolean {
  return updatedAt > 0 && now - updatedAt >= STALE_SECONDS * 1000
}

/**
 * Whether the board shows the state of the live socket. Not after a failed request, because the
 * socket may look open long after the server is gone, and not with an outdated list.
 */
export function saysLive(isOutdated: boolean, error: Error | null): boolean {
  return !isOutdated && !error
}
