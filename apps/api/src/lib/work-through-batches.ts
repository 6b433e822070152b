import { setTimeout as delay } from 'node:timers/promises'

/**
 * Works until a batch was not full, or the signal is aborted. After each full batch it pauses for
 * twice the batch's duration, so that a backlog leaves two thirds of a processor's time to guests.
 * @param work processes one batch and returns whether it was full
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
