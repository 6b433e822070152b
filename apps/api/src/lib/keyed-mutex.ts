import { createSemaphore } from './semaphore.ts'

/** Runs tasks of one key one at a time. Tasks of different keys do not wait for each other. */
export interface KeyedMutex {
  run<T>(key: string, task: () => Promise<T>): Promise<T>
}

/**
 * Creates a mutex for each key. Tasks wait in it before they take a database connection, instead of
 * holding one while they wait for the same row.
 * @param maxWaiting the most waiting tasks of one key
 * @param createError creates the error for a task beyond that, or one that has waited too long
 * @param maxWaitMs how long a task may wait. Default: no limit
 */
export function createKeyedMutex(
  maxWaiting: number,
  createError: () => Error,
  maxWaitMs?: number,
): KeyedMutex {
  const semaphore = createSemaphore({
    permitsPerGroup: 1,
    maxWaiting,
    createError,
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
  })
  return { run: (key, task) => semaphore.run(task, { group: key }) }
}
