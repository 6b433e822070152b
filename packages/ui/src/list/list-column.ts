import type { ReactNode } from 'react'
import type { CardPlace, Quietness } from '../staff/table.tsx'

/** How a column of a list looks, whatever its cells hold. */
export interface ColumnLayout {
  id: string
  align?: 'start' | 'end' | undefined
  /** The room that its cells usually need, in rem. Wider contents take what others leave. */
  width?: number | undefined
  /** The column with the highest number gives way first. 1, the default, always stays. */
  priority?: number | undefined
  /** `labelled` where it is missing. */
  onPhone?: CardPlace | undefined
}

export interface ListColumn<Row> extends ColumnLayout {
  header: string
  cell: (row: Row) => ReactNode
  /** The plain value. Nothing, zero, and the words of the row above are drawn quieter. */
  value?: ((row: Row) => string | number | null) | undefined
  isSortable?: boolean | undefined
}

export const DEFAULT_WIDTH = 7
/** What stands on both sides of a cell's contents, in rem. */
const PADDING = 1

/**
 * Which columns have room, by their ids. Columns give way by priority, and among equals the last one first.
 * @param room in rem
 */
export function fitColumns(columns: readonly ColumnLayout[], room: number): ReadonlySet<string> {
  const fitting = [...columns]
  const widthOf = ({ width = DEFAULT_WIDTH }: ColumnLayout) => width + PADDING
  let needed = fitting.reduce((sum, column) => sum + widthOf(column), 0)
  while (needed > room) {
    const least = Math.max(...fitting.map(({ priority = 1 }) => priority))
    if (least <= 1) break
    const at = fitting.map(({ priority = 1 }) => priority).lastIndexOf(least)
    const [removed] = fitting.splice(at, 1)
    if (removed) needed -= widthOf(removed)
  }
  return new Set(fitting.map(({ id }) => id))
}

export function quietnessOf<Row>(
  { value }: Pick<ListColumn<Row>, 'value'>,
  row: Row,
  above: Row | undefined,
): Quietness | undefined {
  if (!value) return undefined
  const own = value(row)
  if (own === null || own === 0 || own === '') return 'nothing'
  return typeof own === 'string' && above !== undefined && value(above) === own ? 'repeated' : undefined
}
