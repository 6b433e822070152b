import {
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type OnChangeFn,
  type RowSelectionState,
} from '@tanstack/react-table'
import { useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
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
import { DEFAULT_WIDTH, isNothing, type ColumnLayout, type ListColumn } from './list-column.ts'
import { rowFocus } from './row-focus.ts'
import { shareTableWidths } from './table-widths.ts'
import { useFittingColumns } from './use-fitting-columns.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })
const NOTHING: RowSelectionState = {}
const SKELETON_ROWS = 8
/** Room for ticks or for row menus, in rem. */
const CONTROL_ROOM = 3.5

export interface ListTableProps<Row extends { id: string }> extends Pick<TableProps, 'caption' | 'density'> {
  columns: readonly ListColumn<Row>[]
  /** Undefined until the first response: skeletons stand in their place. */
  rows: readonly Row[] | undefined
  /** The columns that the reader has turned off. */
  hiddenColumns?: ReadonlySet<string> | undefined
  sort: { column: string; direction: 'asc' | 'desc' } | undefined
  onSort: (column: string) => void
  /** Ticks on the rows; none where it is missing. */
  selection?: ListSelection<Row> | undefined
  /** The menu of a row, with its heading for screen readers. */
  /** `width` is that of the column in rem; as wide as it needs where it is missing. */
  rowActions?: { label: string; width?: number | undefined; render: (row: Row) => ReactNode } | undefined
  /** Opens the details of a row: by its title, and by a press anywhere beside its controls. */
  onOpen?: ((row: Row) => void) | undefined
  /** Told which columns are shown: their ids, with spaces between. */
  onShown?: ((ids: string) => void) | undefined
  /** For paper: every column, and nothing to press. */
  isForPrint?: boolean | undefined
}

export interface ListSelection<Row> {
  selected: RowSelectionState
  onChange: OnChangeFn<RowSelectionState>
  /** All rows of all pages are meant: each shows a tick, and none can be taken out. */
  isAllMatching: boolean
  labelOf: (row: Row) => string
  allLabel: string
}

/** The rows of a list. Columns that have no room give way, and on a phone each row is a card. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { caption, density, columns, rows, hiddenColumns, sort, onSort, onShown, isForPrint = false } = props
  const selection = isForPrint ? undefined : props.selection
  const rowActions = isForPrint ? undefined : props.rowActions
  const onOpen = isForPrint ? undefined : props.onOpen
  const chosen = columns.filter(({ id }) => !hiddenColumns?.has(id))
  const reserved = (selection ? CONTROL_ROOM : 0) + (rowActions ? (rowActions.width ?? CONTROL_ROOM) : 0)
  const { frame, fitting, isTable, fullWidth, breaksWords } = useFittingColumns(chosen, reserved)
  const shown = isForPrint ? chosen : chosen.filter(({ id }) => fitting.has(id))

  const shownIds = shown.map(({ id }) => id).join(' ')
  useEffect(() => {
    onShown?.(shownIds)
  }, [shownIds, onShown])

  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => (body.current ? rowFocus(body.current) : undefined), [])

  const data = useMemo(() => [...(rows ?? [])], [rows])
  const definitions = useMemo(() => columns.map(({ id, header }) => ({ id, header })), [columns])
  const table = useTable({
    features,
    data,
    columns: definitions,
    getRowId: (row) => row.id,
    enableRowSelection: !selection?.isAllMatching,
    ...(selection && { onRowSelectionChange: selection.onChange }),
    state: {
      rowSelection: selection?.selected ?? NOTHING,
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, shown.includes(column)])),
    },
  })
  const visible = table
    .getVisibleLeafColumns()
    .flatMap(({ id }) => columns.find((column) => column.id === id) ?? [])
  const isAllMatching = selection?.isAllMatching ?? false
  // On paper the table is drawn where nothing can be measured.
  const isShared = isTable && !isForPrint
  useLayoutEffect(
    () => (isShared && frame.current ? shareTableWidths(frame.current) : undefined),
    [frame, isShared],
  )

  return (
    <Table
      caption={caption}
      density={density}
      hasStickyHead={!isForPrint}
      fullWidth={isForPrint ? undefined : fullWidth}
      breaksWords={breaksWords}
      frameRef={frame}
      bodyRef={body}
      columns={
        <>
          {selection && <col data-fixed="" />}
          {visible.map(({ id }) => (
            <col key={id} />
          ))}
          {rowActions && <col data-fixed={rowActions.width ?? ''} />}
        </>
      }
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
            isSortable && !isForPrint ? (
              <SortCell
                key={id}
                align={align}
                isTitle={onPhone === 'title'}
                direction={sort?.column === id ? sort.direction : undefined}
                onSort={() => onSort(id)}
              >
                {inTwoLines(header)}
              </SortCell>
            ) : (
              <HeadCell key={id} align={align} isTitle={onPhone === 'title'}>
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
          columns={skeletonColumns(visible, {
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
              const content = column.cell(row.original)
              return (
                <Cell
                  key={column.id}
                  label={column.header}
                  align={column.align}
                  isTitle={isTitle}
                  onPhone={column.onPhone ?? 'labelled'}
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

/** Cells of the same widths as those of the rows that are on their way. */
function skeletonColumns(
  columns: readonly ColumnLayout[],
  { hasTicks, hasActions }: { hasTicks: boolean; hasActions: boolean },
): SkeletonColumn[] {
  return [
    ...(hasTicks ? [{ width: 1.25, height: 20, isFixed: true }] : []),
    ...columns.map(({ align, width = DEFAULT_WIDTH, onPhone = 'labelled' as const }) => ({
      align,
      width,
      onPhone,
    })),
    ...(hasActions ? [{ width: 1.25, isFixed: true, isAction: true }] : []),
  ]
}

/** The last two of three words and more stay together, so that a head has two lines at most where its column is narrow. */
function inTwoLines(header: string): string {
  return header.replace(/(?<= .*) (?=\S+$)/, '\u00a0')
}
