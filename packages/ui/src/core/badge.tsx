import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classes } from './classes.ts'
import colours from './status-colours.module.css'
import { type Kind, StatusIcon } from './status-icon.tsx'

/** A number beside a title or a tab. */
export function Count({ children }: { children: ReactNode }) {
  return (
    <span className={classes(styles.badge, styles.neutral, styles.count)} translate="no">
      {children}
    </span>
  )
}

/** A status in a row or beside a title: always an icon and a word. */
export function Badge({ kind, children }: { kind: Kind; children: ReactNode }) {
  return (
    <span className={classes(styles.badge, kind === 'neutral' ? styles.neutral : colours[kind])}>
      <StatusIcon kind={kind} />
      <span>{children}</span>
    </span>
  )
}
