import { createSemaphore, type SemaphoreRejection } from './semaphore.ts'

export interface BatchOptions<Item, Result> {
  /** The most items of a batch. */
  size: number
  /** The most batches of one group that run at once. */
  atOnce: number
  /** A batch that takes longer waits for something else, and no longer holds back its group. */
  longestMs: number
  /** How long an item may wait for its batch to begin. */
  maxWaitMs: number
  /** Creates the error for an item that waits too long. */
  createError(reason: SemaphoreRejection): Error
  /** The keys that an item touches. Items with a common key are in different batches, in order. */
  touches(item: Item): readonly string[]
  /**
   * Processes a batch.
   * @param first the item that has waited longest
   * @param begin takes the waiting items. Called when the work can begin, so that the batch has all
   *   items up to then. It can be empty, when another batch has taken them all
   * @returns the outcome of each item, in their order; an error applies to all
   */
  work(first: Item, begin: () => Item[]): Promise<PromiseSettledResult<Result>[]>
}

/** Processes items that wait at the same moment together. */
export interface Batches<Item, Result> {
  /** Processes the item at once where its group has no running batch, else with those that wait. */
  run(group: string, item: Item): Promise<Result>
}

interface Entry<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Creates a queue that groups items while earlier ones are running; an item never waits for later
 * ones. Each item adds one permit request, and these are served in order. So when the request of an
 * item is served, the item is done or the first one waiting.
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
      // Later items that touch the same key must not overtake an item that stays in the queue.
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

/** Resolves when the work has ended, or after `ms`. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([work, isOver])
  clearTimeout(timer)
}
