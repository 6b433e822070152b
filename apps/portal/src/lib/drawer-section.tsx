import type { ReactNode } from 'react'
import styles from './drawer-section.module.css'

/** A titled part of a drawer. */
export function DrawerSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  )
}
