import type { ReactNode } from 'react'
import styles from './card.module.css'
import { classes } from './classes.ts'

export interface CardProps {
  title?: ReactNode
  /** Beside the title: a link, a badge, a small button. */
  aside?: ReactNode
  /** The heading's level; 2 if missing. */
  level?: 2 | 3 | undefined
  /** Children reach the edges: a list, a table, a picture. */
  flush?: boolean | undefined
  children: ReactNode
}

/** A raised surface with a hairline around it. */
export function Card({ title, aside, level = 2, flush, children }: CardProps) {
  const Heading = `h${level}` as const
  return (
    <section className={styles.card}>
      {title && (
        <div className={styles.head}>
          <Heading className={styles.title}>{title}</Heading>
          {aside}
        </div>
      )}
      <div className={classes(!flush && styles.inset, Boolean(title) && styles.below)}>{children}</div>
    </section>
  )
}
