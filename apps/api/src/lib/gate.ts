/** Hashing takes memory and a core: at most `atOnce` run, `waiting` wait, and who comes then is told to come again. */
export interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Lets a bounded number of expensive works run and wait.
 * @param onFull makes the error for whoever finds even the queue full
 */
export function createGate(atOnce: number, waiting: number, onFull: () => Error): Gate {
  let running = 0
  const queue: (() => void)[] = []
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw onFull()
        await new Promise<void>((start) => queue.push(start))
      } else {
        running += 1
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
