import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './sheets.module.css'

/** Printed instead of the page. Hidden on the screen. */
export const Sheets = ({ children }: { children: ReactNode }) =>
  createPortal(<div className={styles.sheets}>{children}</div>, document.body)

/**
 * The class of a dense printed table of people. `data-whole` keeps a cell on one line,
 * `data-broken` lets it break anywhere.
 */
export const sheetList = styles.list

interface ListHeadProps {
  /** Printed on each sheet: the site and the time. */
  running: string
  columns: readonly string[]
}

/** The head of a table of people. Print repeats it on each sheet. */
export const ListHead = ({ running, columns }: ListHeadProps) => (
  <thead>
    <tr className={styles.running}>
      <th colSpan={columns.length}>{running}</th>
    </tr>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  </thead>
)
