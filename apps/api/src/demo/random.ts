import { createHash } from 'node:crypto'

/** A deterministic random generator: the same seed gives the same draws. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the entries, with the probability of its weight. */
  weighted<T>(entries: readonly (readonly [T, number])[]): T
  /** A number mostly within one spread of the mean. */
  around(mean: number, spread: number): number
}

/** Creates a generator (mulberry32) with any text as its seed. */
export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readInt32LE()
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => itemAt(list, Math.floor(next() * list.length)),
    weighted: (entries) => {
      let left = next() * entries.reduce((total, [, weight]) => total + weight, 0)
      const at = entries.findIndex(([, weight]) => (left -= weight) < 0)
      return itemAt(entries, Math.max(0, at))[0]
    },
    around: (mean, spread) => mean + (next() + next() + next() + next() - 2) * 1.73 * spread,
  }
}

/** The item at an index modulo the length. @throws RangeError where the list is empty */
export function itemAt<T>(list: readonly T[], index: number): T {
  if (list.length === 0) throw new RangeError('There is nothing to pick from')
  return list[index % list.length] as T
}
