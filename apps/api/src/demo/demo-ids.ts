import type { Random } from './random.ts'

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
