import type { ReactNode } from 'react'
import styles from './skip-link.module.css'

/** The first Tab stop. Leads to the element with the id `target`, which needs `tabIndex={-1}`. */
export function SkipLink({ target, children }: { target: string; children: ReactNode }) {
  return (
    <a className={styles.skip} href={`#${target}`}>
      {children}
    </a>
  )
}
