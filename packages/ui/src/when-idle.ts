/**
 * Runs the work when the page is idle, and at the latest after a time: a busy page is never idle.
 * @param withoutIdleMs how long a browser waits that does not tell when it is idle, as Safari
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void, atLatestMs: number, withoutIdleMs: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const handle = requestIdleCallback(work, { timeout: atLatestMs })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, withoutIdleMs)
  return () => clearTimeout(timer)
}
