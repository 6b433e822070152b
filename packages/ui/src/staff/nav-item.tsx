import type { ReactNode } from 'react'
import styles from './nav-item.module.css'

/** What the link or button of a nav item is drawn with. */
export interface NavFace {
  className: string
  title: string
  'aria-current': 'page' | undefined
  children: ReactNode
}

export interface NavItemProps {
  icon: ReactNode
  label: string
  isCurrent?: boolean | undefined
  /** A number that waits, such as unread messages; its meaning is said by `countLabel`. */
  count?: number | undefined
  countLabel?: string | undefined
  /** Draws the element: `(face) => <Link to="/home" {...face} />` or a button. */
  render: (face: NavFace) => ReactNode
}

/** A place in the side bar. Where the bar is folded its label stays for screen readers and as the title. */
export function NavItem({ icon, label, isCurrent, count, countLabel, render }: NavItemProps) {
  return (
    <li>
      {render({
        className: styles.item!,
        title: label,
        'aria-current': isCurrent ? 'page' : undefined,
        children: (
          <>
            {icon}
            <span className={styles.label}>{label}</span>
            {Boolean(count) && (
              <span className={styles.count} aria-label={countLabel} role={countLabel && 'img'}>
                {count}
              </span>
            )}
          </>
        ),
      })}
    </li>
  )
}
