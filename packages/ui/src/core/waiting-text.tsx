import type { ReactNode } from 'react'
import styles from './waiting-text.module.css'

/** A spinner. The text beside it says what the page waits for. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}

/**
 * A polite status text for work in progress. Shown after 300 ms, so that short waits stay quiet.
 */
export function WaitingText({ children }: { children: ReactNode }) {
  return (
    <p className={styles.waiting} role="status">
      <Spinner />
      <span>{children}</span>
    </p>
  )
}
