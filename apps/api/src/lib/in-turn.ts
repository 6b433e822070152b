/** Works of one key run one after the other; those of different keys do not wait for each other. */
export interface Turns {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * Makes works take turns before they take anything else, such as a connection that they would only hold while they wait for
 * the same row.
 * @param waiting how many may wait for one key
 * @param onFull makes the error for whoever comes then
 */
export function createTurns(waiting: number, onFull: () => Error): Turns {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()
  return {
    async run(key, work) {
      const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
      if (line.length > waiting) throw onFull()
      lines.set(key, line)
      line.length += 1
      const turn = line.last.then(work)
      // Whoever comes next does not care how this one ended.
      line.last = turn.catch(() => {})
      try {
        return await turn
      } finally {
        line.length -= 1
        if (line.length === 0) lines.delete(key)
      }
    },
  }
}
