/** A random generator that repeats: the same seed gives the same draws. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the entries, with the probability of its weight. */
  weighted<T>(entries: readonly (readonly [T, number])[]): T
  /** A number that is mostly within one spread of the mean. */
  around(mean: number, spread: number): number
  shuffle<T>(list: readonly T[]): T[]
  /** A separate generator, so that additional draws do not change the draws elsewhere. */
  fork(name: string): Random
}

/** Creates a generator (sfc32) with any text as its seed. */
export function createRandom(seed: string): Random {
  let [a, b, c, d] = hash(seed)
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let warm = 0; warm < 16; warm++) next()

  const random: Random = {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => itemAt(list, Math.floor(next() * list.length)),
    weighted: (entries) => {
      let left = next() * entries.reduce((total, [, weight]) => total + weight, 0)
      return itemAt(
        entries,
        Math.max(
          0,
          entries.findIndex(([, weight]) => (left -= weight) < 0),
        ),
      )[0]
    },
    around: (mean, spread) => mean + (next() + next() + next() + next() - 2) * 1.73 * spread,
    shuffle: (list) => {
      const shuffled = [...list]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = random.int(0, last)
        const [x, y] = [itemAt(shuffled, last), itemAt(shuffled, other)]
        shuffled[last] = y
        shuffled[other] = x
      }
      return shuffled
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  }
  return random
}

/** The item at an index modulo the length. @throws RangeError where the list is empty */
export function itemAt<T>(list: readonly T[], index: number): T {
  if (list.length === 0) throw new RangeError('There is nothing to pick from')
  return list[index % list.length] as T
}

/** Hashes a text to four 32-bit words (FNV-1a with four offset bases). */
function hash(text: string): [number, number, number, number] {
  const word = (basis: number) => {
    let value = basis
    for (let index = 0; index < text.length; index++) {
      value = Math.imul(value ^ text.charCodeAt(index), 16_777_619)
    }
    return value | 0
  }
  return [word(2_166_136_261), word(84_696_351), word(709_607), word(1_540_483_477)]
}

export type DemoIds = (at: number) => string

/** Creates a function that returns UUIDv7s of a millisecond, with a random part from the seed. */
export function createDemoIds(random: Random): DemoIds {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return (at) => {
    const time = hex(at, 12)
    const a = hex(random.int(0, 0xfff), 3)
    const b = hex(random.int(0x8000, 0xbfff), 4)
    const tail = hex(random.int(0, 0xffffff), 6) + hex(random.int(0, 0xffffff), 6)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${a}-${b}-${tail}`
  }
}
