const QUARTER_MS = 15 * 60_000

/**
 * The beginning of the quarter of an hour, in epoch milliseconds. In every zone it lies on the same day, because clocks differ by
 * quarters: who compares days with it need not look again in between.
 */
export function startOfQuarter(now: number): number {
  return now - (now % QUARTER_MS)
}
