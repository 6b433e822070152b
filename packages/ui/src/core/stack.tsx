import type { ReactNode } from 'react'
import styles from './stack.module.css'

const gaps = { 8: styles.gap8, 16: styles.gap16, 24: styles.gap24, 40: styles.gap40, fields: styles.fields }

/** A vertical stack with even gaps; `fields` is the distance between form fields. */
export function Stack({ gap = 'fields', children }: { gap?: keyof typeof gaps; children: ReactNode }) {
  return <div className={`${styles.stack} ${gaps[gap]}`}>{children}</div>
}

/** Buttons in a row that wraps; on a narrow screen each has the full width. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
