import { createSemaphore } from './semaphore.ts'

/** Tasks of one key run one after the other; those of different keys do not wait for each other. */
export interface KeyedMutex {
  run<T>(key: string, task: () => Promise<T>): Promise<T>
}

/**
 * Creates a mutex for each key. Tasks wait in it before they take a database connection, instead of holding one while they wait
 * for the same row.
 * @param maxWaiting how many tasks of one key may wait
 * @param createError creates the error for any further task, and for one that has waited too long
 * @param maxWaitMs how long a task may wait; without end where left out
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
