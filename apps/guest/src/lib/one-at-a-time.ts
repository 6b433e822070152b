/** A window that waits longer goes on by itself: the other one may have no network. */
const LONGEST_WAIT_MS = 3000

let running = 0

/**
 * Runs the work while no other window of this browser does. Works of this window do not wait for
 * each other. Browsers without Web Locks, and pages over plain HTTP, run it at once.
 */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- missing over plain HTTP
  if (running > 0 || !navigator.locks || !AbortSignal.timeout) return work()
  let isBegun = false
  const begin = async () => {
    isBegun = true
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
  try {
    return await navigator.locks.request('gatehouse', { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, begin)
  } catch (error) {
    if (isBegun) throw error
    return work()
  }
}
