import type { ReactNode } from 'react'
import type { CardPlace } from '../staff/table.tsx'

/** How a column of a list looks, whatever its cells hold. */
export interface ColumnLayout {
  id: string
  align?: 'start' | 'end' | undefined
  /** The room that its cells usually need, in rem. It decides whether the column is shown, not how wide it is drawn. */
  width?: number | undefined
  /** The column with the highest number gives way first. 1, the default, always stays. */
  priority?: number | undefined
  /** The reader has asked for it: it never gives way. */
  isPinned?: boolean | undefined
  /** `labelled` where it is missing. */
  onPhone?: CardPlace | undefined
}

export interface ListColumn<Row> extends ColumnLayout {
  header: string
  cell: (row: Row) => ReactNode
  /** The plain value. An empty one and zero are drawn quieter. */
  value?: ((row: Row) => string | number | null) | undefined
  isSortable?: boolean | undefined
}

export const DEFAULT_WIDTH = 7
/** What stands on both sides of a cell's contents, in rem. */
const PADDING = 1

const widthOf = ({ width = DEFAULT_WIDTH }: ColumnLayout) => width + PADDING

/** The room that columns usually need, in rem. */
export function neededRoom(columns: readonly ColumnLayout[]): number {
  return total(columns.map(widthOf))
}

/** 1 where it stays, else the higher the sooner it gives way. */
export function rankOf({ priority = 1, isPinned = false }: ColumnLayout): number {
  return isPinned ? 1 : priority
}

/**
 * Which columns have room, by their ids. Columns give way by priority, and among equals the last one first.
 * @param room in rem
 */
export function fitColumns(columns: readonly ColumnLayout[], room: number): ReadonlySet<string> {
  const fitting = [...columns]
  let needed = neededRoom(fitting)
  while (needed > room) {
    const least = Math.max(...fitting.map(rankOf))
    if (least <= 1) break
    const at = fitting.map(rankOf).lastIndexOf(least)
    const [removed] = fitting.splice(at, 1)
    if (removed) needed -= widthOf(removed)
  }
  return new Set(fitting.map(({ id }) => id))
}

/** The widths that a column could have, in one unit. */
export interface ColumnWidths {
  /** Below it a word does not fit. */
  least: number
  /** With it nothing wraps. */
  natural: number
  /** Takes no more than its natural width: ticks and row menus. */
  isFixed?: boolean
}

/**
 * Shares the room of a table out to its columns. Where there is less than all columns could use, the widest give up first and the others
 * do not wrap. What is left over goes to all columns in proportion. Where the words do not fit, the sum is larger than the room, unless
 * words may be broken: then the widest are.
 */
export function shareWidths(columns: readonly ColumnWidths[], room: number, breaksWords = false): number[] {
  const naturals = total(columns.map(({ natural }) => natural))
  if (naturals <= room) {
    const growing = total(columns.map(({ natural, isFixed }) => (isFixed ? 0 : natural)))
    const factor = growing === 0 ? 0 : (room - naturals) / growing
    return columns.map(({ natural, isFixed }) => (isFixed ? natural : natural * (1 + factor)))
  }
  const leasts = total(columns.map(({ least }) => least))
  const shortenedTo = (limit: number) =>
    breaksWords && leasts > room
      ? columns.map(({ least, isFixed }) => (isFixed ? least : Math.min(least, limit)))
      : columns.map(({ least, natural }) => Math.min(natural, Math.max(least, limit)))
  // The largest limit with which the columns fit, by bisection.
  let [low, high] = [0, naturals]
  while (high - low > 0.01) {
    const middle = (low + high) / 2
    if (total(shortenedTo(middle)) > room) high = middle
    else low = middle
  }
  return shortenedTo(low)
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((before, number) => before + number, 0)
}

/** Whether a row has nothing to say in a column. */
export function isNothing<Row>({ value }: Pick<ListColumn<Row>, 'value'>, row: Row): boolean {
  const own = value?.(row)
  return own === null || own === 0 || own === ''
}
