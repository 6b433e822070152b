/**
 * Runs the work when the page is idle, at the latest after `atLatestMs`: a busy page is never idle.
 * @param withoutIdleMs the delay in browsers without `requestIdleCallback`, such as Safari
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
