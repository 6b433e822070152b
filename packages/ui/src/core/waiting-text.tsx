import type { ReactNode } from 'react'
import styles from './waiting-text.module.css'

/** A turning ring. The text beside it says what the page waits for. */
export function Spinner({ size = 20 }: { size?: number }) {
  return <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}

/** Says politely that something is under way. Shows itself after 300 ms, so that short waits stay quiet. */
export function WaitingText({ children }: { children: ReactNode }) {
  return (
    <p className={styles.waiting} role="status">
      <Spinner />
      <span>{children}</span>
    </p>
  )
}
