import type { ReactNode, SyntheticEvent } from 'react'
import styles from './nav-item.module.css'

/** The props for the link or button of a nav item. */
export interface NavFace {
  className: string
  'aria-current': 'page' | undefined
  children: ReactNode
}

export interface NavItemProps {
  icon: ReactNode
  label: string
  isCurrent?: boolean | undefined
  /** A number such as unread messages; `countLabel` explains it. */
  count?: number | undefined
  countLabel?: string | undefined
  /** Renders the element: `(face) => <Link to="/home" {...face} />` or a button. */
  render: (face: NavFace) => ReactNode
}

/** Positions the label of a folded item beside the bar, which would clip it. */
function showLabel({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.style.setProperty('--top', `${currentTarget.getBoundingClientRect().top}px`)
  currentTarget.dataset['labelled'] = ''
}

function hideLabel({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  delete currentTarget.dataset['labelled']
}

/**
 * An item of the side bar. In a folded bar its label shows on hover and keyboard focus; Escape
 * hides it.
 */
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
