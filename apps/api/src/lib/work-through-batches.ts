import { setTimeout as delay } from 'node:timers/promises'

/**
 * Works until a batch was not full, or the signal says so. After each full one it rests for twice as long as it took, so
 * that a backlog leaves two thirds of a processor's time to guests.
 * @param work does one batch. @returns whether it was full
 */
export async function workThroughBatches(
  work: () => Promise<boolean>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  let isFull = true
  while (isFull && !signal.aborted) {
    const start = performance.now()
    isFull = await work()
    if (isFull) await delay(2 * (performance.now() - start), undefined, { signal }).catch(() => {})
  }
}
