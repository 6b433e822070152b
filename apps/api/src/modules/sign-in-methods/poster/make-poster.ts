import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PosterFormat, PosterSize } from '@gatehouse/validation/endpoints/sign-in-methods'
import { AppError } from '../../../lib/app-error.ts'
import { MINUTE_MS } from '../../../lib/durations.ts'
import { createSemaphore, type TaskOwner } from '../../../lib/semaphore.ts'
import type { PosterFacts } from './draw-poster.ts'

export interface PosterOrder {
  facts: PosterFacts
  size: PosterSize
  format: PosterFormat
}

/** Of one person. */
const WAITING = 10
const WAIT_MS = 5000
const LONGEST_MS = 10_000
/** Afterwards the thread ends, and its fonts leave the memory. */
const IDLE_MS = MINUTE_MS

const orders = createSemaphore({
  permits: 1,
  maxWaiting: WAITING,
  maxWaitMs: WAIT_MS,
  createError: () => new AppError('unavailable', { retryAfterSeconds: 2 }),
})

let thread: Worker | undefined
let ending: NodeJS.Timeout | undefined

/**
 * Makes a poster in a thread of its own: drawing one takes longer than any other request may wait.
 * @throws AppError `unavailable` where too many wait
 */
export function makePoster(order: PosterOrder, owner: TaskOwner): Promise<Uint8Array> {
  return orders.run(async () => {
    clearTimeout(ending)
    thread ??= startThread()
    thread.ref()
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(order)
      const [file] = (await once(thread, 'message', { signal: AbortSignal.timeout(LONGEST_MS) })) as [
        Uint8Array,
      ]
      thread.unref()
      ending = setTimeout(endThread, IDLE_MS).unref()
      return file
    } catch (error) {
      endThread()
      throw error
    }
  }, owner)
}

/** None of the flags of this process: they name what is loaded into it. */
const startThread = () => new Worker(new URL('./poster-thread.ts', import.meta.url), { execArgv: [] })

function endThread(): void {
  void thread?.terminate()
  thread = undefined
}
