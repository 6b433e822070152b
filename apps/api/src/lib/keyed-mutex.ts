import { createSemaphore, type Semaphore } from './semaphore.ts'

/** Tasks of one key run one after the other, or a few at once; those of different keys do not wait for each other. */
export interface KeyedMutex {
  run<T>(key: string, task: () => Promise<T>): Promise<T>
}

/**
 * Creates a mutex for each key. Tasks wait in it before they take a database connection, instead of holding one while they wait
 * for the same row.
 * @param maxWaiting how many tasks of one key may wait
 * @param createError creates the error for any further task, and for one that has waited too long
 * @param maxWaitMs how long a task may wait; without end where left out
 * @param permits how many tasks of one key run at once
 */
export function createKeyedMutex(
  maxWaiting: number,
  createError: () => Error,
  maxWaitMs?: number,
  permits = 1,
): KeyedMutex {
  const mutexes = new Map<string, { semaphore: Semaphore; tasks: number }>()
  return {
    async run(key, task) {
      const mutex = mutexes.get(key) ?? {
        semaphore: createSemaphore({
          permits,
          maxWaiting,
          createError,
          ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
        }),
        tasks: 0,
      }
      mutexes.set(key, mutex)
      mutex.tasks += 1
      try {
        return await mutex.semaphore.run(task)
      } finally {
        mutex.tasks -= 1
        if (mutex.tasks === 0) mutexes.delete(key)
      }
    },
  }
}
