import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

/** The filters of a list in a row; `end` is on the other side: density, columns, export. */
export function Toolbar({ label, end, children }: { label: string; end?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.toolbar} role="group" aria-label={label}>
      {children}
      {end && <div className={styles.end}>{end}</div>}
    </div>
  )
}

/** The number of selected rows and their actions; stays at the bottom of the list. */
export function SelectionBar({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.selection}>
      <p className={styles.summary} role="status" translate="no">
        {summary}
      </p>
      {children}
    </div>
  )
}
