import type { ReactNode } from 'react'
import type { Status } from '../looks/look.ts'
import { classes } from './classes.ts'
import styles from './notice.module.css'
import colours from './status-colours.module.css'
import { StatusIcon } from './status-icon.tsx'

export interface NoticeProps {
  kind: Status
  title?: ReactNode
  children?: ReactNode
  /** Buttons or links below the text. */
  action?: ReactNode
  /** Announced when it appears: `polite` waits for a pause, `assertive` interrupts. */
  live?: 'polite' | 'assertive' | undefined
}

/** A message inside the page: an icon, a title, a text and an action. */
export function Notice({ kind, title, children, action, live }: NoticeProps) {
  return (
    <div
      className={classes(styles.notice, colours[kind])}
      role={live && (live === 'polite' ? 'status' : 'alert')}
    >
      <StatusIcon kind={kind} size={20} className={styles.icon} />
      <div className={styles.body}>
        {title && <div className={styles.title}>{title}</div>}
        {children && <div className={styles.text}>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
