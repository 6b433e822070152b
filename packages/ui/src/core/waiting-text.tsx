import type { ReactNode } from 'react'
import styles from './waiting-text.module.css'

/**
 * A polite status text for work in progress. Shown after 300 ms, so that short waits stay quiet.
 */
export function WaitingText({ children }: { children: ReactNode }) {
  return (
    <p className={styles.waiting} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
