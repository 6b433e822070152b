import type { ReactNode } from 'react'
import styles from './card.module.css'

export interface CardProps {
  title: ReactNode
  /** Beside the title: a link, a badge or a small button. */
  aside?: ReactNode
  children: ReactNode
}

/** A raised surface with a hairline around it. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </div>
      <div className={styles.inset}>{children}</div>
    </section>
  )
}
