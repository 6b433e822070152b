import type { ReactNode } from 'react'
import { Button } from '../core/button.tsx'
import { EmptyDrawing, FailedDrawing } from '../core/drawings.tsx'
import styles from './empty-state.module.css'

export interface EmptyStateProps {
  drawing?: ReactNode
  title: ReactNode
  /** What this place is for, or what to do next. */
  children?: ReactNode
  action?: ReactNode
  /** The heading level; default 2. */
  level?: 1 | 2 | 3 | undefined
}

/** An empty place: why it is empty and what to do. */
export function EmptyState({
  drawing = <EmptyDrawing />,
  title,
  children,
  action,
  level = 2,
}: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.state}>
      <div className={styles.drawing}>{drawing}</div>
      <Heading className={styles.title}>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

export interface FailedStateProps {
  title: ReactNode
  /** The reason, if known. */
  children?: ReactNode
  retryLabel: ReactNode
  onRetry: () => void
  isBusy?: boolean | undefined
  /** See `EmptyStateProps`. */
  level?: EmptyStateProps['level']
}

/** Something could not be loaded; offers a retry. */
export function FailedState({ title, children, retryLabel, onRetry, isBusy, level }: FailedStateProps) {
  return (
    <div role="alert">
      <EmptyState
        level={level}
        drawing={<FailedDrawing />}
        title={title}
        action={
          <Button busy={isBusy} onClick={onRetry}>
            {retryLabel}
          </Button>
        }
      >
        {children}
      </EmptyState>
    </div>
  )
}
