import type { TimeZone } from '@gatehouse/i18n/format/time-zone'
import { timeOfDayIn } from '@gatehouse/i18n/format/zoned-times'

/** The gap beside a tile, in pixels. */
export const TILE_GAP = 24

/** The least size of a tile, in multiples of its font size: a name of two lines beside a time. */
const TILE_EMS = { width: 13.5, height: 2.6 }

/** How many average letters fit on one line and on two lines of a tile, beside the time. */
const LETTERS = { line: 17, twoLines: 32 }

/**
 * The first name on a tile, shortened to its initial beside a long last name, which identifies
 * better.
 */
export function wallFirstName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const [initial = ''] = firstName
  const isLong = firstName.length + lastName.length > LETTERS.twoLines
  return isLong && lastName !== '' && initial !== '' ? `${initial}.` : firstName
}

const WIDE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** The width of a text in average letters. */
const lettersIn = (text: string) =>
  Array.from(text.replace(/\p{M}/gu, '')).reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0)

/** How much smaller a name has to be, so that it fits on two lines with no word cut: 1 for most. */
export function wallNameScale(name: string): number {
  const longest = Math.max(...name.split(/[\s-]/).map(lettersIn))
  return Math.min(1, LETTERS.line / longest, LETTERS.twoLines / lettersIn(name))
}

export interface WallSize {
  columns: number
  rows: number
  /** The font size of names, in pixels: it grows with the screen, and is 40 on 1080 lines. */
  fontSize: number
}

/** How much larger the names of few people may be than those of many. */
const LARGER = [2, 1.5]

/**
 * How many tiles fit on a screen; at least one. Few people get larger names, so that they fill the
 * page.
 */
export function wallSize(people: number, width: number, height: number, screenHeight: number): WallSize {
  const sizeOf = (scale: number) => {
    const fontSize = Math.round(scale * Math.max(28, screenHeight / 27))
    const fitting = (room: number, ems: number, gap: number) =>
      Math.max(1, Math.floor((room + gap) / (ems * fontSize + gap)))
    return {
      columns: fitting(width, TILE_EMS.width, TILE_GAP),
      rows: fitting(height, TILE_EMS.height, 0),
      fontSize,
    }
  }
  const holdsAll = ({ columns, rows }: WallSize) => columns * rows >= people
  const fits = ({ fontSize }: WallSize) => fontSize * TILE_EMS.width <= width
  return LARGER.map(sizeOf).find((size) => holdsAll(size) && fits(size)) ?? sizeOf(1)
}

/** One page of a list, and the number of pages. After the last page comes the first. */
export function wallPage<Item>(
  items: readonly Item[],
  { columns, rows }: Pick<WallSize, 'columns' | 'rows'>,
  turned: number,
) {
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
