import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { CloseIcon } from '../core/icons.tsx'
import styles from './app-shell.module.css'

interface PhoneMenuProps {
  label: string
  closeLabel: string
  brand: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * The side bar over the page on a phone. Traps the focus and restores it afterwards. Not a modal
 * `<dialog>`, because the menus, dialogs and toasts opened from it could not be above one;
 * `AppShell` makes the page behind it inert instead.
 */
export function PhoneMenu({ label, closeLabel, brand, onClose, children }: PhoneMenuProps) {
  const close = useRef<HTMLButtonElement>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    close.current?.focus()
    return () => {
      // After a navigation the focus belongs to the new page.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [opener])
  const closeAfterLink = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, [data-leaves-menu]')) onClose()
  }
  return (
    <>
      <div className={styles.scrim} onClick={onClose} />
      <div
        role="dialog"
        aria-label={label}
        className={styles.drawer}
        onClick={closeAfterLink}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      >
        <div className={styles.brand}>
          {brand}
          <button
            ref={close}
            type="button"
            className={styles.iconButton}
            aria-label={closeLabel}
            onClick={onClose}
          >
            <CloseIcon size={22} />
          </button>
        </div>
        {children}
      </div>
    </>
  )
}
