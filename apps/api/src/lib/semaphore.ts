import { E_CANCELED, E_TIMEOUT, Semaphore as AsyncSemaphore, withTimeout } from 'async-mutex'

/** Why a task is not run: too many wait, it waited too long, or the semaphore is closed. */
export type SemaphoreRejection = 'full' | 'timeout' | 'closed'

export interface SemaphoreOptions {
  /** How many tasks run at once. */
  permits: number
  /** How many tasks may wait; any number where left out. */
  maxWaiting?: number
  /** How long each task may wait; without end where left out. */
  maxWaitMs?: number
  /** Creates the error for a task that is not run. */
  createError(reason: SemaphoreRejection): Error
}

export interface Semaphore {
  /** Runs the task when there is a permit; tasks wait in the order in which they came. */
  run<T>(task: () => Promise<T>): Promise<T>
  /** Refuses waiting and new tasks. Resolves when the last running task has ended, or after `drainMs`. */
  close(drainMs: number): Promise<void>
}

/** Bounds how many expensive tasks run at once. Under overload the queue stays short, and those inside stay fast. */
export function createSemaphore({
  permits,
  maxWaiting = Infinity,
  maxWaitMs,
  createError,
}: SemaphoreOptions): Semaphore {
  const semaphore = new AsyncSemaphore(permits)
  const queue = maxWaitMs === undefined ? semaphore : withTimeout(semaphore, maxWaitMs)
  let waiting = 0
  let isClosed = false

  async function acquire(): Promise<() => void> {
    if (isClosed) throw createError('closed')
    const mustWait = semaphore.isLocked()
    if (mustWait && waiting >= maxWaiting) throw createError('full')
    if (mustWait) waiting += 1
    try {
      const [, release] = await queue.acquire()
      return release
    } catch (error) {
      if (error === E_TIMEOUT) throw createError('timeout')
      throw error === E_CANCELED ? createError('closed') : error
    } finally {
      if (mustWait) waiting -= 1
    }
  }

  return {
    async run(task) {
      const release = await acquire()
      try {
        return await task()
      } finally {
        release()
      }
    },
    async close(drainMs) {
      isClosed = true
      semaphore.cancel()
      const { promise: timeout, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, drainMs)
      await Promise.race([semaphore.waitForUnlock(permits), timeout])
      clearTimeout(timer)
    },
  }
}
