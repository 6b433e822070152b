import type { ReactNode } from 'react'
import styles from './waiting-content.module.css'

export interface WaitingContentProps {
  /** The content belongs to the previous query. */
  isWaiting: boolean
  children: ReactNode
}

/**
 * Content that stays, dimmed, until its replacement is loaded; the page's header shows the wait
 * (`waitingText`).
 */
export function WaitingContent({ isWaiting, children }: WaitingContentProps) {
  return (
    <div className={styles.frame} aria-busy={isWaiting || undefined}>
      <div className={styles.content} data-dimmed={isWaiting || undefined}>
        {children}
      </div>
    </div>
  )
}
