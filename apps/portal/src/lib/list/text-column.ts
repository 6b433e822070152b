import type { ListColumn } from './list-declaration.ts'
import type { ListEndpoint, ListRow } from './list-search.ts'

/** A column whose cells are plain texts or numbers. */
export function textColumn<E extends ListEndpoint>({
  text,
  ...column
}: Omit<ListColumn<E>, 'cell' | 'value'> & {
  text: (row: ListRow<E>) => string | number | null
}): ListColumn<E> {
  return { ...column, cell: text, value: (row) => (text(row) === '' ? null : text(row)) }
}
