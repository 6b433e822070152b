import type { ReactNode } from 'react'
import styles from './item-list.module.css'

/** A short vertical list of things, each with its actions; for longer lists there are tables. */
export function ItemList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

interface ItemProps {
  name: ReactNode
  /** Beside the name. */
  badge?: ReactNode
  detail: ReactNode
  actions?: ReactNode
}

export function Item({ name, badge, detail, actions }: ItemProps) {
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <span className={styles.name}>{name}</span> {badge}
        <div className={styles.detail}>{detail}</div>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  )
}
