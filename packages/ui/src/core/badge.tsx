import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classes } from './classes.ts'
import { type Kind, StatusIcon } from './status-icon.tsx'

/** A status in a row or beside a title: always an icon and a word. */
export function Badge({ kind, children }: { kind: Kind; children: ReactNode }) {
  return (
    <span className={classes(styles.badge, styles[kind])}>
      <StatusIcon kind={kind} />
      {children}
    </span>
  )
}
