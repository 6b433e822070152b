/** Seconds before each try; the last one goes on. */
const PAUSES = [5, 10, 20, 40, 60]
/** After this long without a failure the pauses begin anew. */
const FORGET_MS = 5 * 60_000

interface Failures {
  count: number
  at: number
}

/**
 * How long to wait before a broken page is tried again: longer with every failure in a row.
 * @param text the failures so far, as they were kept
 */
export function nextPause(text: string | null, now: number): { failures: Failures; milliseconds: number } {
  const before = readFailures(text)
  const isInRow = before !== undefined && now >= before.at && now - before.at < FORGET_MS
  const count = isInRow ? before.count + 1 : 1
  const seconds = PAUSES[Math.min(count, PAUSES.length) - 1] ?? 60
  return { failures: { count, at: now }, milliseconds: seconds * 1000 }
}

function readFailures(text: string | null): Failures | undefined {
  const [count, at] = (text ?? '').split(' ').map(Number)
  return Number.isSafeInteger(count) && Number.isSafeInteger(at) && count && at ? { count, at } : undefined
}
