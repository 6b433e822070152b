import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './sheets.module.css'

/** What is on paper in place of the page. The screen does not show it. */
export const Sheets = ({ children }: { children: ReactNode }) =>
  createPortal(<div className={styles.sheets}>{children}</div>, document.body)

/** The class of a table of people, set close on paper. A cell is `data-whole`, or `data-broken` to leave room. */
export const sheetList = styles.list

interface ListHeadProps {
  /** Stands on each sheet: the site and the time. */
  running: string
  columns: readonly string[]
}

/** The head of a table of people. On paper it is repeated on each sheet. */
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
