import { createSemaphore, type SemaphoreRejection } from './semaphore.ts'

export interface BatchOptions<Item, Result> {
  /** How many items a batch has at most. */
  size: number
  /** How many batches of one group are under way at once. */
  atOnce: number
  /** A batch that takes longer than this, because it waits for somebody else, no longer holds back the others of its group. */
  longestMs: number
  /** How long an item may wait for its batch to begin. */
  maxWaitMs: number
  /** Creates the error for an item that waits too long. */
  createError(reason: SemaphoreRejection): Error
  /** What an item touches. Of two items that touch the same thing, the later one is in a later batch. */
  touches(item: Item): readonly string[]
  /**
   * Works on a batch.
   * @param first the item that has waited longest
   * @param begin takes what waits by now. It is called when the work can begin, so that a batch is what has come until then. It can be empty,
   *   because another batch has taken all
   * @returns the outcome of each item, in their order; an error is that of all
   */
  work(first: Item, begin: () => Item[]): Promise<PromiseSettledResult<Result>[]>
}

/** Works on what waits at the same moment together. */
export interface Batches<Item, Result> {
  /** Does the item at once where nothing of its group is under way, else with the others that wait. */
  run(group: string, item: Item): Promise<Result>
}

interface Entry<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Creates a queue whose items wait only while earlier ones are under way, never for others to come. Each item brings one turn, and turns
 * are taken in order, so when the turn of an item comes, it is done or the first one.
 */
export function createBatches<Item, Result>({
  size,
  atOnce,
  longestMs,
  maxWaitMs,
  createError,
  touches,
  work,
}: BatchOptions<Item, Result>): Batches<Item, Result> {
  const turns = createSemaphore({ permitsPerGroup: atOnce, maxWaitMs, createError })
  const lines = new Map<string, Set<Entry<Item, Result>>>()

  function leave(group: string, entry: Entry<Item, Result>): boolean {
    const line = lines.get(group)
    const wasWaiting = line?.delete(entry) ?? false
    if (line?.size === 0) lines.delete(group)
    return wasWaiting
  }

  function take(group: string): Entry<Item, Result>[] {
    const batch: Entry<Item, Result>[] = []
    const touched = new Set<string>()
    for (const entry of lines.get(group) ?? []) {
      if (batch.length === size) break
      const own = touches(entry.item)
      if (!own.some((name) => touched.has(name))) batch.push(entry)
      // An item that is left behind keeps its place before the later ones that touch the same thing.
      for (const name of own) touched.add(name)
    }
    for (const entry of batch) leave(group, entry)
    return batch
  }

  async function workOnBatch(group: string): Promise<void> {
    const [first] = lines.get(group) ?? []
    if (!first) return
    let batch: Entry<Item, Result>[] | undefined
    const begin = () => (batch ??= take(group)).map(({ item }) => item)
    try {
      const outcomes = await work(first.item, begin)
      for (const [index, { resolve, reject }] of (batch ?? []).entries()) {
        const outcome = outcomes[index]
        if (outcome?.status === 'fulfilled') resolve(outcome.value)
        else reject(outcome ? outcome.reason : new Error('An item of a batch has no outcome'))
      }
    } catch (error) {
      for (const { reject } of batch ?? take(group)) reject(error)
    }
  }

  return {
    run(group, item) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const entry = { item, resolve, reject }
      const line = lines.get(group) ?? new Set()
      lines.set(group, line.add(entry))
      turns
        .run(() => atMost(longestMs, workOnBatch(group)), { group })
        .catch((error: unknown) => {
          if (leave(group, entry)) reject(error)
        })
      return promise
    },
  }
}

/** Resolves when the work has ended, or earlier where it takes longer. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, isOver])
  clearTimeout(timer)
}
