import type { ReactNode } from 'react'
import { WaitingText } from '../core/waiting-text.tsx'
import styles from './waiting-content.module.css'

export interface WaitingContentProps {
  /** What stands here answers another question than the one that was asked last. */
  isWaiting: boolean
  /** Says that the next answer is on its way. */
  waitingText: ReactNode
  children: ReactNode
}

/** Content that stays, dimmed, while what takes its place is on its way; a spinner shows itself after 300 ms. */
export function WaitingContent({ isWaiting, waitingText, children }: WaitingContentProps) {
  return (
    <div className={styles.frame} aria-busy={isWaiting || undefined}>
      {isWaiting && (
        <div className={styles.waiting}>
          <WaitingText>{waitingText}</WaitingText>
        </div>
      )}
      <div className={styles.content} data-dimmed={isWaiting || undefined}>
        {children}
      </div>
    </div>
  )
}
