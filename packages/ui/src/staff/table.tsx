import type { MouseEvent, ReactNode } from 'react'
import choiceStyles from '../core/choice.module.css'
import { classes } from '../core/classes.ts'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import { FilterSelect, type FilterSelectProps } from './filter-select.tsx'
import { DownIcon, SortIcon, UpIcon } from './shell-icons.tsx'
import { Skeleton } from './skeleton.tsx'
import type { Density } from './density.ts'
import styles from './table.module.css'

// On a phone the rows are drawn as cards; the roles keep the table a table for screen readers then.

/** The screens on which rows are cards. */
export const CARDS = '(max-width: 639px)'

/** Where a cell stands on the card: `line` is its value in the running line, `labelled` has the column's name before it. */
export type CardPlace = 'title' | 'corner' | 'line' | 'labelled' | 'hidden'

export interface TableProps {
  /** What the table lists, for a screen reader. */
  caption: string
  density?: Density | undefined
  /** The `th`s: `HeadCell`, `SortCell`, `SelectAllCell`. */
  head: ReactNode
  /** `TableRow`s or `SkeletonRows`. */
  children: ReactNode
  /** The head stays in view while the page scrolls. The columns must fit then, because a wider table is cut. */
  hasStickyHead?: boolean | undefined
  /** Where it is wider than its frame, the rows scroll sideways under their titles and menus, and the head does not stick. */
  isWide?: boolean | undefined
}

/** A native table with rows of 44 px or 36 px that become cards on a phone. */
export function Table({
  caption,
  density = 'comfortable',
  head,
  children,
  hasStickyHead = false,
  isWide = false,
}: TableProps) {
  return (
    <div
      className={classes(styles.frame, hasStickyHead && styles.sticky)}
      data-frame=""
      data-wide={isWide || undefined}
    >
      <table className={classes(styles.table, styles[density])} role="table">
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead role="rowgroup">
          <tr role="row">{head}</tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  )
}

export interface HeadCellProps {
  /** It is hidden where there is no room for so many columns. */
  place?: number | undefined
  align?: 'start' | 'end' | undefined
  /** The name is for screen readers only: the column of row menus. */
  isHidden?: boolean | undefined
  /** Its cells name the rows. */
  isTitle?: boolean | undefined
  children: ReactNode
}

export function HeadCell({ place, align = 'start', isHidden, isTitle, children }: HeadCellProps) {
  return (
    <th
      scope="col"
      role="columnheader"
      data-place={place}
      className={classes(styles[align], (isTitle || isHidden) && styles.stays)}
    >
      {isHidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </th>
  )
}

export interface SortCellProps extends Omit<HeadCellProps, 'isHidden'> {
  /** Of this column now; missing where another column sorts. */
  direction?: 'asc' | 'desc' | undefined
  onSort: () => void
}

/** A column head that sorts. */
export function SortCell({ place, align = 'start', direction, isTitle, onSort, children }: SortCellProps) {
  const sort = direction && (direction === 'asc' ? 'ascending' : 'descending')
  const Icon = direction ? (direction === 'asc' ? UpIcon : DownIcon) : SortIcon
  return (
    <th
      scope="col"
      role="columnheader"
      data-place={place}
      aria-sort={sort ?? 'none'}
      className={classes(styles[align], isTitle && styles.stays)}
    >
      <button type="button" className={styles.sort} data-sorted={direction} onClick={onSort}>
        {children}
        <Icon size={14} />
      </button>
      {/* Where the rows are cards nobody could see the focus on the button: `SortSelect` sorts there. */}
      <span className={styles.sortName}>{children}</span>
    </th>
  )
}

/** Sorts where the rows are cards and no head is in view, each column in each direction; shows only there. */
export function SortSelect<Value extends string>(props: FilterSelectProps<Value>) {
  return (
    <div className={styles.sortSelect}>
      <FilterSelect {...props} />
    </div>
  )
}

export interface SelectCellProps {
  label: string
  isSelected: boolean
  /** Some but not all of what it stands for. */
  isPartly?: boolean | undefined
  isDisabled?: boolean | undefined
  /** `range` is true with Shift: from the row ticked last to this one. */
  onSelect: (selected: boolean, range: boolean) => void
}

function Tick({ label, isSelected, isPartly = false, isDisabled, onSelect }: SelectCellProps) {
  return (
    <label className={styles.tick}>
      <input
        ref={(element) => {
          if (element) element.indeterminate = isPartly
        }}
        type="checkbox"
        className={choiceStyles.box}
        aria-label={label}
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => {
          const { nativeEvent } = event
          onSelect(event.target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }}
      />
    </label>
  )
}

/** The tick in a table's head. */
export function SelectAllCell(props: SelectCellProps) {
  return (
    <th scope="col" role="columnheader" className={styles.tickCell}>
      <Tick {...props} />
    </th>
  )
}

/** The tick at the start of a row. */
export function SelectCell(props: SelectCellProps) {
  return (
    <td role="cell" className={styles.tickCell}>
      <Tick {...props} />
    </td>
  )
}

export function TableRow({
  id,
  isSelected,
  status,
  onOpen,
  children,
}: {
  /** By which `focusRow` finds it. */
  id?: string | undefined
  isSelected?: boolean | undefined
  /** Colours the row. A cell says the same in words. */
  status?: 'danger' | 'caution' | undefined
  /** A press beside the controls of the row does what its `OpenButton` does, which the keyboard reaches. */
  onOpen?: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <tr
      role="row"
      data-row={id}
      data-selected={isSelected || undefined}
      data-status={status}
      data-opens={onOpen ? '' : undefined}
      onClick={onOpen && ((event) => isBesideControls(event) && onOpen())}
    >
      {children}
    </tr>
  )
}

/** Windows and menus of a row are elsewhere on the page. Whoever has marked text wants to copy it. */
function isBesideControls({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return (
    target instanceof Element &&
    currentTarget.contains(target) &&
    target.closest('a, button, input, select, label') === null &&
    getSelection()?.isCollapsed !== false
  )
}

export interface CellProps {
  /** It is hidden where there is no room for so many columns. */
  place?: number | undefined
  /** The column's name, drawn before the value where the row is a card. */
  label?: string | undefined
  align?: 'start' | 'end' | undefined
  /** The cell that names the row: a row header, and the title of the card. */
  isTitle?: boolean | undefined
  /** Holds the row's menu: the corner of the card. */
  isAction?: boolean | undefined
  /** Where it is missing, the cell is a line of the card: the column's name, and the value at the end. */
  onPhone?: CardPlace | undefined
  /** There is nothing to read: an empty value or zero. */
  isNothing?: boolean | undefined
  children?: ReactNode
}

export function Cell(props: CellProps) {
  const { place, label, align = 'start', isTitle, isAction, onPhone, isNothing, children } = props
  const className = classes(
    styles[align],
    isTitle && styles.title,
    isAction && styles.action,
    onPhone && styles[`${onPhone}OnPhone`],
    isNothing && styles.nothing,
  )
  if (isTitle) {
    return (
      <th scope="row" role="rowheader" data-place={place} className={className}>
        {children}
      </th>
    )
  }
  return (
    <td role="cell" data-place={place} className={className} data-label={label}>
      {children}
    </td>
  )
}

/** The title of a row that opens its details. */
export function OpenButton({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onOpen}>
      {children}
    </button>
  )
}

export interface SkeletonColumn extends Pick<CellProps, 'place' | 'align' | 'onPhone' | 'isAction'> {
  /** The room that its values usually need, in rem; that of the column where it is missing. */
  width?: number | undefined
  /** In px; that of a `Skeleton` where it is missing. */
  height?: number | undefined
  /** Each row has the full width, as a tick box has. */
  isFixed?: boolean | undefined
}

interface SkeletonRowsProps {
  rows: number
  columns: readonly SkeletonColumn[]
}

/** Rows of the final height while the first response is on its way. */
export function SkeletonRows({ rows, columns }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} role="row" aria-hidden="true">
      {columns.map(({ width, height, isFixed, ...cell }, at) => {
        const share = isFixed ? 1 : 0.55 + ((row * 7 + at * 3) % 5) / 10
        return (
          <Cell key={at} {...cell}>
            <Skeleton
              width={width === undefined ? `${share * 100}%` : `${width * share}rem`}
              height={height}
            />
          </Cell>
        )
      })}
    </tr>
  ))
}
