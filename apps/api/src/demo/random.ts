/** Chance that repeats itself: the same seed gives the same draws. */
export interface Random {
  /** From 0 up to, and not including, 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the entries, as often as its weight says. */
  weighted<T>(entries: readonly (readonly [T, number])[]): T
  /** A number that is mostly within one spread of the mean. */
  around(mean: number, spread: number): number
  shuffle<T>(list: readonly T[]): T[]
  /** Chance of its own, so that more draws here change nothing there. */
  fork(name: string): Random
}

/** A generator of the sfc32 family, seeded with any text. */
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

/** The item at an index, around the end if need be; the list has one at least. */
export function itemAt<T>(list: readonly T[], index: number): T {
  if (list.length === 0) throw new RangeError('There is nothing to pick from')
  return list[index % list.length] as T
}

/** Four words of a text (FNV-1a with four bases). */
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

/** UUIDv7s of the given millisecond whose random part comes from the seed. */
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
