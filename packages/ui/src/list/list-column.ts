import type { ReactNode } from 'react'
import type { CardPlace } from '../staff/table.tsx'

/** The layout of a list column, whatever its cells contain. */
export interface ColumnLayout {
  id: string
  align?: 'start' | 'end' | undefined
  /** The column with the highest number is hidden first. 1, the default, is never hidden. */
  priority?: number | undefined
  /** The user has chosen the column: it is never hidden. */
  isPinned?: boolean | undefined
  /** Defaults to `labelled` for numbers, and to `line` for others. */
  onPhone?: CardPlace | undefined
}

type Value = string | number | null

/**
 * A column of a list. Cells show their plain values by default. Empty values and zero are quieter.
 */
export type ListColumn<Row, Header = string, Context = void> = ColumnLayout & {
  header: Header
} & (
    | { cell: (row: Row, context: Context) => ReactNode; value?: ((row: Row) => Value) | undefined }
    | { cell?: undefined; value: (row: Row) => Value }
  )

export function drawCell<Row, Context>(
  column: ListColumn<Row, unknown, Context>,
  row: Row,
  context: Context,
): ReactNode {
  return column.cell ? column.cell(row, context) : column.value(row)
}

export const cardPlace = ({ align, onPhone }: ColumnLayout): CardPlace =>
  onPhone ?? (align === 'end' ? 'labelled' : 'line')

/** The width of a place, and of ticks and menus, in rem, as in `table.module.css`. */
const PLACE_ROOM = 9
const CONTROL_ROOM = 4
/** The style sheet has rules up to this place. All later columns are hidden with the last one. */
const LAST_PLACE = 12

/** A number needs half a place. */
const placesFor = ({ align }: ColumnLayout) => (align === 'end' ? 0.5 : 1)

/**
 * The place of each column that may be hidden: one with place 5 is hidden if there is no space for
 * five. Columns without a place are never hidden.
 */
export function placesOf(columns: readonly ColumnLayout[]): ReadonlyMap<string, number> {
  const yields = ({ priority = 1, isPinned }: ColumnLayout) => priority > 1 && !isPinned
  const yielding = columns
    .filter(yields)
    .toSorted(({ priority: one = 1 }, { priority: other = 1 }) => one - other)
  let taken = columns
    .filter((column) => !yields(column))
    .reduce((places, column) => places + placesFor(column), 0)
  return new Map(
    yielding.map((column) => [column.id, Math.min(Math.ceil((taken += placesFor(column))), LAST_PLACE)]),
  )
}

/** The ids of the columns that fit. @param room of the table, in rem */
export function columnsWithRoom(columns: readonly ColumnLayout[], room: number): string[] {
  const places = placesOf(columns)
  return columns.map(({ id }) => id).filter((id) => room > (places.get(id) ?? 0) * PLACE_ROOM + CONTROL_ROOM)
}

/** Whether a row's value in a column is empty or zero. */
export function isNothing<Row>({ value }: { value?: ((row: Row) => Value) | undefined }, row: Row): boolean {
  const own = value?.(row)
  return own === null || own === 0 || own === ''
}
