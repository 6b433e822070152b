import type { ReactNode } from 'react'
import type { Kind } from '../core/status-icon.tsx'
import { classes } from '../core/classes.ts'
import styles from './status-dot.module.css'

export interface StatusDotProps {
  kind: Kind
  /** Text for the state; a dot alone is not enough. */
  children: ReactNode
}

/**
 * The state of a device or connection. The dot is full if good, half if it needs attention, hollow
 * if gone.
 */
export function StatusDot({ kind, children }: StatusDotProps) {
  return (
    <span className={styles.state}>
      <span className={classes(styles.dot, styles[kind])} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
