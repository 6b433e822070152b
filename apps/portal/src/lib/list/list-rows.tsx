import { useDensity } from '@gatehouse/ui/staff/density.ts'
import { drawCell } from '@gatehouse/ui/list/list-column.ts'
import { ListTable } from '@gatehouse/ui/list/list-table'
import type { Selection } from '@gatehouse/ui/list/use-selection.ts'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { type ListView, type RowActions, sortFieldOf } from './list-declaration.ts'
import { withSortToggled, type ListAddress, sortOf, type ListEndpoint, type ListRow } from './list-search.ts'
import type { ListSettings } from './list-settings.ts'

interface ListRowsProps<E extends ListEndpoint> extends ListView<E> {
  rowActions: RowActions<E>
  search: ListAddress
  onSearch: (search: ListAddress) => void
  onOpen?: ((row: ListRow<E>) => void) | undefined
  now: number
  settings: ListSettings
  selection?: Selection | undefined
  /** All rows of all pages, for printing. */
  printedRows?: readonly ListRow<E>[] | undefined
}

/** The rows of a list in a table, in the order of the response. */
export function ListRows<E extends ListEndpoint>(props: ListRowsProps<E>) {
  const { list, rowActions, response, search, onSearch, onOpen, now, settings, selection, printedRows } =
    props
  const { t } = useLingui()
  const columns = useMemo(
    () =>
      list.columns.map((column) => ({
        ...column,
        ...(settings.pinnedColumns.includes(column.id) && {
          isPinned: true,
          onPhone: column.onPhone === 'hidden' ? 'labelled' : column.onPhone,
        }),
        header: t(column.header),
        cell: (row: ListRow<E>) => drawCell(column, row, { now, t }),
        isSortable: sortFieldOf(list.endpoint, column) !== undefined,
      })),
    [list, settings.pinnedColumns, now, t],
  )
  const sort = sortOf(list.endpoint, response?.query ?? search)
  const sorted = list.columns.find((column) => sortFieldOf(list.endpoint, column) === sort.field)
  return (
    <ListTable
      caption={t(list.title)}
      density={useDensity()}
      columns={columns}
      rows={printedRows ?? response?.data.items}
      hiddenColumns={new Set(settings.hiddenColumns)}
      sort={sorted && { column: sorted.id, direction: sort.direction }}
      onSort={(id) => {
        const column = list.columns.find((one) => one.id === id)
        const field = column && sortFieldOf(list.endpoint, column)
        if (field !== undefined) onSearch(withSortToggled(list.endpoint, search, field))
      }}
      selection={
        selection && {
          selected: selection.selected,
          isAllMatching: selection.isAllMatching,
          onChange: selection.onChange,
          labelOf: (row) => t`Select ${rowName(list, row)}`,
          allLabel: t`Select this page`,
        }
      }
      rowActions={rowActions && { label: t`Actions`, render: rowActions }}
      onOpen={onOpen}
      isForPrint={printedRows !== undefined}
    />
  )
}

/** The plain value of the title: the name of a row. */
export function rowName<E extends ListEndpoint>({ columns }: ListView<E>['list'], row: ListRow<E>): string {
  return String(columns.find(({ onPhone }) => onPhone === 'title')?.value?.(row) ?? row.id)
}
