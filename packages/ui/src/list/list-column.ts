import type { ReactNode } from 'react'
import type { CardPlace } from '../staff/table.tsx'

/** How a column of a list looks, whatever its cells hold. */
export interface ColumnLayout {
  id: string
  align?: 'start' | 'end' | undefined
  /** The column with the highest number gives way first. 1, the default, always stays. */
  priority?: number | undefined
  /** The reader has asked for it: it never gives way. */
  isPinned?: boolean | undefined
  /** Where it is missing, numbers are `labelled` and others in the `line`. */
  onPhone?: CardPlace | undefined
}

type Value = string | number | null

/** A column of a list. Its cells draw their plain values, unless they say otherwise. An empty value and zero are drawn quieter. */
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

/** The room of a place, and what ticks and menus need beside them, in rem: as `table.module.css` has them. */
const PLACE_ROOM = 9
const CONTROL_ROOM = 4
/** The style sheet has rules for so many places. Whatever comes after them gives way with the last one. */
const LAST_PLACE = 12

/** A number needs half of a place. */
const placesFor = ({ align }: ColumnLayout) => (align === 'end' ? 0.5 : 1)

/**
 * The place of each column in the order in which they give way: one with place 5 is hidden where there is no room for five.
 * One without a place always stays.
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

/** Which columns have room, by their ids. @param room of the table, in rem */
export function columnsWithRoom(columns: readonly ColumnLayout[], room: number): string[] {
  const places = placesOf(columns)
  return columns.map(({ id }) => id).filter((id) => room > (places.get(id) ?? 0) * PLACE_ROOM + CONTROL_ROOM)
}

/** Whether a row has nothing to say in a column. */
export function isNothing<Row>({ value }: { value?: ((row: Row) => Value) | undefined }, row: Row): boolean {
  const own = value?.(row)
  return own === null || own === 0 || own === ''
}
