import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './action-menu.module.css'

interface ActionMenuProps {
  label: string
  children: ReactNode
}

/** Actions in a row, on a phone behind a button. Browsers without popovers always show the row. */
export function ActionMenu({ label, children }: ActionMenuProps) {
  const id = useId()
  return (
    <>
      <button type="button" className={styles.button} popoverTarget={id} aria-label={label}>
        <svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <circle cx="12" cy="5" r="2" />
          <circle cx="12" cy="12" r="2" />
          <circle cx="12" cy="19" r="2" />
        </svg>
      </button>
      {/* The click handler also gets clicks that the keyboard causes on its buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        id={id}
        popover="auto"
        className={styles.actions}
        onClick={({ currentTarget }) => currentTarget.togglePopover?.(false)}
      >
        {children}
      </div>
    </>
  )
}
