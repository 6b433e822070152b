/** A window that waits longer goes on by itself: the other one may have no network. */
const LONGEST_WAIT_MS = 3000
/** After this time other windows read what this one has stored: browsers share it a moment later. */
const SHARED_MS = 200

let running = 0

/**
 * Runs the work while no other window of this browser does. Works of this window do not wait for
 * each other. Browsers without Web Locks, and pages over plain HTTP, run it at once.
 */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- missing over plain HTTP
  if (running > 0 || !navigator.locks || !AbortSignal.timeout) return work()
  return new Promise((resolve, reject) => {
    let isBegun = false
    const begin = async () => {
      isBegun = true
      running += 1
      await work().then(resolve, reject)
      running -= 1
      await new Promise((done) => void setTimeout(done, SHARED_MS))
    }
    navigator.locks
      .request('gatehouse', { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, begin)
      .catch(() => isBegun || void work().then(resolve, reject))
  })
}
