import type { MouseEvent, ReactNode, ThHTMLAttributes } from 'react'
import choiceStyles from '../core/choice.module.css'
import { classes } from '../core/classes.ts'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import { FilterSelect, type FilterSelectProps } from './filter-select.tsx'
import { DownIcon, SortIcon, UpIcon } from './shell-icons.tsx'
import { Skeleton } from './skeleton.tsx'
import type { Density } from './density.ts'
import styles from './table.module.css'

// On a phone the rows look like cards; the ARIA roles keep the table a table for screen readers.

/** The screens on which rows are cards. */
export const CARDS = '(max-width: 639px)'

/**
 * Where a cell is on the card: `line` shows its value in the running line, `labelled` with the
 * column's name before it.
 */
export type CardPlace = 'title' | 'corner' | 'line' | 'labelled' | 'hidden'

export interface TableProps {
  /** The accessible name: what the table lists. */
  caption: string
  density?: Density | undefined
  /** The `th`s: `HeadCell`, `SortCell`, `SelectAllCell`. */
  head: ReactNode
  /** `TableRow`s or `SkeletonRows`. */
  children: ReactNode
  /**
   * Keeps the head in view while the page scrolls. The columns must fit, because a wider table is
   * cut off.
   */
  hasStickyHead?: boolean | undefined
  /**
   * If wider than its frame, the rows scroll sideways under their titles and menus, and the head is
   * not sticky.
   */
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
  /** Hidden if there is no space for this many columns. */
  place?: number | undefined
  align?: 'start' | 'end' | undefined
  /** For screen readers only: the heading of the row menus. */
  isHidden?: boolean | undefined
  /** Its cells name the rows. */
  isTitle?: boolean | undefined
  children: ReactNode
}

export function HeadCell(props: HeadCellProps & Pick<ThHTMLAttributes<HTMLElement>, 'aria-sort'>) {
  const { place, align = 'start', isHidden, isTitle, children } = props
  return (
    <th
      scope="col"
      role="columnheader"
      data-place={place}
      aria-sort={props['aria-sort']}
      className={classes(styles[align], (isTitle || isHidden) && styles.stays)}
    >
      {isHidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}
    </th>
  )
}

export interface SortCellProps extends Omit<HeadCellProps, 'isHidden'> {
  /** The current direction of this column; missing if another column sorts. */
  direction?: 'asc' | 'desc' | undefined
  onSort: () => void
}

/** A column head that sorts. */
export function SortCell({ direction, onSort, children, ...cell }: SortCellProps) {
  const sort = direction && (direction === 'asc' ? 'ascending' : 'descending')
  const Icon = direction ? (direction === 'asc' ? UpIcon : DownIcon) : SortIcon
  return (
    <HeadCell {...cell} aria-sort={sort ?? 'none'}>
      <button type="button" className={styles.sort} data-sorted={direction} onClick={onSort}>
        {children}
        <Icon size={14} />
      </button>
      {/* On cards the button's focus would be invisible: `SortSelect` sorts there. */}
      <span className={styles.sortName}>{children}</span>
    </HeadCell>
  )
}

/** Sorts by each column in each direction. Shown only if rows are cards, without a head. */
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
  /** Partially checked. */
  isPartly?: boolean | undefined
  isDisabled?: boolean | undefined
  /** `range` is true with Shift: from the last ticked row to this one. */
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

/** The checkbox in a table's head. */
export function SelectAllCell(props: SelectCellProps) {
  return (
    <th scope="col" role="columnheader" className={styles.tickCell}>
      <Tick {...props} />
    </th>
  )
}

/** The checkbox at the start of a row. */
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
  /** The id by which `focusRow` finds it. */
  id?: string | undefined
  isSelected?: boolean | undefined
  /** Colours the row. A cell contains the same as text. */
  status?: 'danger' | 'info' | undefined
  /**
   * A press outside the row's controls does the same as its `OpenButton`, which is for the
   * keyboard.
   */
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

/**
 * A row's dialogs and menus are elsewhere in the page. A user who has selected text wants to copy
 * it.
 */
function isBesideControls({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return (
    target instanceof Element &&
    currentTarget.contains(target) &&
    target.closest('a, button, input, select, label') === null &&
    getSelection()?.isCollapsed !== false
  )
}

export interface CellProps {
  /** Hidden if there is no space for this many columns. */
  place?: number | undefined
  /** The column's name, shown before the value on cards. */
  label?: string | undefined
  align?: 'start' | 'end' | undefined
  /** The cell that names the row: a row header, and the title of the card. */
  isTitle?: boolean | undefined
  /** Contains the row's menu: the corner of the card. */
  isAction?: boolean | undefined
  /** If missing, the cell is a line of the card: the column's name, and the value at the end. */
  onPhone?: CardPlace | undefined
  /** An empty value or zero. */
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
  /** The usual width of its values, in rem; default: that of the column. */
  width?: number | undefined
  /** In pixels; default: that of a `Skeleton`. */
  height?: number | undefined
  /** All rows have the full width, as for checkboxes. */
  isFixed?: boolean | undefined
}

interface SkeletonRowsProps {
  rows: number
  columns: readonly SkeletonColumn[]
}

/** Rows of the final height until the first response. */
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
