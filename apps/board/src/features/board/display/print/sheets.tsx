import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './sheets.module.css'

/** What is on paper in place of the page. The screen does not show it. */
export const Sheets = ({ children }: { children: ReactNode }) =>
  createPortal(<div className={styles.sheets}>{children}</div>, document.body)
