/** After this long without an answer the board no longer passes for the truth. */
export const STALE_SECONDS = 30

/** Whether the last answer is too old to be relied on; `updatedAt` in epoch milliseconds, 0 before the first. */
export function isStale(updatedAt: number, now: number): boolean {
  return updatedAt > 0 && now - updatedAt >= STALE_SECONDS * 1000
}
