import type { ReactNode, SyntheticEvent } from 'react'
import styles from './nav-item.module.css'

/** What the link or button of a nav item is drawn with. */
export interface NavFace {
  className: string
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

/** Shows the label of a folded item beside the bar, which would cut off what stands out of it. */
function showLabel({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.style.setProperty('--top', `${currentTarget.getBoundingClientRect().top}px`)
  currentTarget.dataset['labelled'] = ''
}

function hideLabel({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  delete currentTarget.dataset['labelled']
}

/** A place in the side bar. Where the bar is folded, the label shows while the item has the pointer or the keyboard; Escape hides it. */
export function NavItem({ icon, label, isCurrent, count, countLabel, render }: NavItemProps) {
  return (
    <li
      onPointerEnter={showLabel}
      onPointerLeave={hideLabel}
      onFocus={(event) => event.target.matches(':focus-visible') && showLabel(event)}
      onBlur={hideLabel}
      onKeyDown={(event) => event.key === 'Escape' && hideLabel(event)}
    >
      {render({
        className: styles.item!,
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
