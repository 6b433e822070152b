import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { timeOfDayIn } from '@gatehouse/i18n/format/zoned-times'

/** A tile in wall mode and the gap beside it, in pixels. */
export const TILE = { width: 352, height: 96, gap: 12 }

/** Longer names are cut off on the two lines of a tile. */
const NAME_CHARACTERS = 32

/**
 * The first name on a tile, shortened to its initial beside a long last name, which identifies
 * better.
 */
export function wallFirstName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const [initial = ''] = firstName
  const isLong = firstName.length + lastName.length > NAME_CHARACTERS
  return isLong && lastName !== '' && initial !== '' ? `${initial}.` : firstName
}

export interface WallSize {
  columns: number
  rows: number
}

/** How many tiles fit; at least one. */
export function wallSize(width: number, height: number): WallSize {
  const fitting = (room: number, size: number) =>
    Math.max(1, Math.floor((room + TILE.gap) / (size + TILE.gap)))
  return { columns: fitting(width, TILE.width), rows: fitting(height, TILE.height) }
}

/** One page of a list, and the number of pages. After the last page comes the first. */
export function wallPage<Item>(items: readonly Item[], { columns, rows }: WallSize, turned: number) {
  const size = columns * rows
  const count = Math.max(1, Math.ceil(items.length / size))
  const index = turned % count
  return { items: items.slice(index * size, (index + 1) * size), number: index + 1, count }
}

/** Pixel offsets of the picture, to prevent burn-in. */
const shifts = [
  [0, 0],
  [3, 0],
  [3, 3],
  [0, 3],
  [-3, 3],
  [-3, 0],
  [-3, -3],
  [0, -3],
] as const

/** The offset for a minute. */
export function shiftOf(time: number): string {
  const [x, y] = shifts[Math.floor(time / 60_000) % shifts.length] ?? shifts[0]
  return `translate(${x}px, ${y}px)`
}

/** Whether it is night at a site: 10 pm to 6 am. */
export function isNight(time: number, timeZone: TimeZone): boolean {
  const timeOfDay = timeOfDayIn(new Date(time), timeZone)
  return timeOfDay >= '22' || timeOfDay < '06'
}
