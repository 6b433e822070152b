import {
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type OnChangeFn,
  type RowSelectionState,
} from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import {
  Cell,
  HeadCell,
  OpenButton,
  SelectAllCell,
  SelectCell,
  SkeletonRows,
  SortCell,
  Table,
  TableRow,
  type SkeletonColumn,
  type TableProps,
} from '../staff/table.tsx'
import {
  cardPlace,
  drawCell,
  isNothing,
  placesOf,
  type ColumnLayout,
  type ListColumn,
} from './list-column.ts'

const features = tableFeatures({ rowSelectionFeature })
const NOTHING: RowSelectionState = {}
const SKELETON_ROWS = 8

export interface ListTableProps<Row extends { id: string }> extends Pick<TableProps, 'caption' | 'density'> {
  columns: readonly (ListColumn<Row> & { isSortable?: boolean })[]
  /** Undefined until the first response: skeletons are shown. */
  rows: readonly Row[] | undefined
  /** The columns that the user has turned off. */
  hiddenColumns?: ReadonlySet<string> | undefined
  sort?: { column: string; direction: 'asc' | 'desc' } | undefined
  /** Without it the order is fixed. */
  onSort?: (column: string) => void
  /** Selection of rows; without it there are no ticks. */
  selection?: ListSelection<Row> | undefined
  /** The menu of each row, with its column heading for screen readers. */
  rowActions?: { label: string; render: (row: Row) => ReactNode } | undefined
  /** Opens a row's details, by its title or by a press anywhere outside its controls. */
  onOpen?: ((row: Row) => void) | undefined
  /** A small table within a page: its head is not sticky, and on a phone its values are stacked. */
  isPlain?: boolean | undefined
  /** For print: all columns, no controls. */
  isForPrint?: boolean | undefined
}

export interface ListSelection<Row> {
  selected: RowSelectionState
  onChange: OnChangeFn<RowSelectionState>
  /** All rows of all pages are selected: every row shows a tick, and none can be deselected. */
  isAllMatching: boolean
  labelOf: (row: Row) => string
  allLabel: string
}

/** The rows of a list. Columns without space are hidden, and on a phone each row is a card. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { caption, density, columns, rows, hiddenColumns, sort, onSort, isPlain, isForPrint = false } = props
  const selection = isForPrint ? undefined : props.selection
  const rowActions = isForPrint ? undefined : props.rowActions
  const onOpen = isForPrint ? undefined : props.onOpen
  const visible = columns.filter(({ id }) => !hiddenColumns?.has(id))
  const places = isForPrint ? undefined : placesOf(visible)
  const data = useMemo(() => [...(rows ?? [])], [rows])
  const definitions = useMemo(() => columns.map(({ id, header }) => ({ id, header })), [columns])
  const table = useTable({
    features,
    data,
    columns: definitions,
    getRowId: (row) => row.id,
    enableRowSelection: !selection?.isAllMatching,
    ...(selection && { onRowSelectionChange: selection.onChange }),
    state: { rowSelection: selection?.selected ?? NOTHING },
  })
  const isAllMatching = selection?.isAllMatching ?? false

  return (
    <Table
      caption={caption}
      density={density}
      hasStickyHead={!isForPrint && !isPlain}
      isWide={!isForPrint && visible.some(({ isPinned }) => isPinned)}
      head={
        <>
          {selection && (
            <SelectAllCell
              label={selection.allLabel}
              isSelected={isAllMatching || (data.length > 0 && table.getIsAllRowsSelected())}
              isPartly={!isAllMatching && table.getIsSomeRowsSelected()}
              isDisabled={isAllMatching}
              onSelect={(selected) => table.toggleAllRowsSelected(selected)}
            />
          )}
          {visible.map(({ id, header, align, isSortable, onPhone }) =>
            isSortable && onSort && !isForPrint ? (
              <SortCell
                key={id}
                place={places?.get(id)}
                align={align}
                isTitle={onPhone === 'title'}
                direction={sort?.column === id ? sort.direction : undefined}
                onSort={() => onSort(id)}
              >
                {inTwoLines(header)}
              </SortCell>
            ) : (
              <HeadCell key={id} place={places?.get(id)} align={align} isTitle={onPhone === 'title'}>
                {inTwoLines(header)}
              </HeadCell>
            ),
          )}
          {rowActions && <HeadCell isHidden>{rowActions.label}</HeadCell>}
        </>
      }
    >
      {rows === undefined ? (
        <SkeletonRows
          rows={SKELETON_ROWS}
          columns={skeletonColumns(visible, places, {
            hasTicks: selection !== undefined,
            hasActions: rowActions !== undefined,
          })}
        />
      ) : (
        table.getRowModel().rows.map((row) => (
          <TableRow
            key={row.id}
            id={row.id}
            isSelected={isAllMatching || row.getIsSelected()}
            onOpen={onOpen && (() => onOpen(row.original))}
          >
            {selection && (
              <SelectCell
                label={selection.labelOf(row.original)}
                isSelected={isAllMatching || row.getIsSelected()}
                isDisabled={isAllMatching}
                onSelect={(checked, isRange) =>
                  row.getToggleSelectedHandler()({ target: { checked }, shiftKey: isRange })
                }
              />
            )}
            {visible.map((column) => {
              const isTitle = column.onPhone === 'title'
              const content = drawCell(column, row.original, undefined)
              return (
                <Cell
                  key={column.id}
                  place={places?.get(column.id)}
                  label={column.header}
                  align={column.align}
                  isTitle={isTitle}
                  onPhone={isPlain ? column.onPhone : cardPlace(column)}
                  isNothing={isNothing(column, row.original)}
                >
                  {isTitle && onOpen ? (
                    <OpenButton onOpen={() => onOpen(row.original)}>{content}</OpenButton>
                  ) : (
                    content
                  )}
                </Cell>
              )
            })}
            {rowActions && <Cell isAction>{rowActions.render(row.original)}</Cell>}
          </TableRow>
        ))
      )}
    </Table>
  )
}

function skeletonColumns(
  columns: readonly ColumnLayout[],
  places: ReadonlyMap<string, number> | undefined,
  { hasTicks, hasActions }: { hasTicks: boolean; hasActions: boolean },
): SkeletonColumn[] {
  return [
    ...(hasTicks ? [{ width: 1.25, height: 20, isFixed: true }] : []),
    ...columns.map((column) => ({
      place: places?.get(column.id),
      align: column.align,
      onPhone: cardPlace(column),
    })),
    ...(hasActions ? [{ width: 1.25, isFixed: true, isAction: true }] : []),
  ]
}

/**
 * Keeps the last two words of three or more together, so that a narrow head has two lines at most.
 */
function inTwoLines(header: string): string {
  return header.replace(/(?<= .*) (?=\S+$)/, '\u00a0')
}
