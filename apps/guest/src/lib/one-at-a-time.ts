/** A window that waits longer goes on by itself: the other one may have no network. */
const LONGEST_WAIT_MS = 3000

/**
 * Runs the work while no other window of this browser does. Browsers without Web Locks, and pages
 * over plain HTTP, run it at once.
 */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- missing over plain HTTP
  if (!navigator.locks || !AbortSignal.timeout) return work()
  let isBegun = false
  const begin = () => {
    isBegun = true
    return work()
  }
  try {
    return await navigator.locks.request('gatehouse', { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, begin)
  } catch (error) {
    if (isBegun) throw error
    return work()
  }
}
