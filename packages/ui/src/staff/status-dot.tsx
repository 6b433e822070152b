import type { ReactNode } from 'react'
import type { Kind } from '../core/status-icon.tsx'
import { classes } from '../core/classes.ts'
import styles from './status-dot.module.css'

export interface StatusDotProps {
  kind: Kind
  /** The state in words; a dot alone says nothing. */
  children: ReactNode
}

/** The state of a device or a connection. The dot is full when good, half when worth a look, hollow when gone. */
export function StatusDot({ kind, children }: StatusDotProps) {
  return (
    <span className={styles.state}>
      <span className={classes(styles.dot, styles[kind])} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
