import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { CloseIcon } from '../core/icons.tsx'
import styles from './app-shell.module.css'
import { FoldIcon, MenuIcon } from './shell-icons.tsx'

export interface AppShellProps {
  /** The logo; `folded` leaves space for the mark only. */
  brand: (folded: boolean) => ReactNode
  /** `NavItem`s in the order of the side bar. */
  nav: ReactNode
  /** At the bottom of the side bar: notifications, configuration, help, user. */
  bottom?: ReactNode
  /** Lines above the page: an evacuation, a demonstration. */
  banner?: ReactNode
  /**
   * Whose data the page shows: in a phone's top bar, and above the page if the side bar is folded.
   */
  whose?: ReactNode
  isFolded: boolean
  /** The caller stores the state. */
  onFold: (folded: boolean) => void
  labels: { skip: string; nav: string; fold: string; unfold: string; openMenu: string; closeMenu: string }
  children: ReactNode
}

/** A side bar of 248 px that folds to icons; on a phone a top bar with a menu of the same items. */
export function AppShell(props: AppShellProps) {
  const { brand, nav, bottom, banner, whose, isFolded, onFold, labels, children } = props
  const [isMenuOpen, setMenuOpen] = useState(false)
  const foldLabel = isFolded ? labels.unfold : labels.fold
  const places = (
    <>
      <nav className={styles.nav} aria-label={labels.nav}>
        <ul className={styles.list}>{nav}</ul>
      </nav>
      {bottom && <ul className={styles.bottom}>{bottom}</ul>}
    </>
  )
  return (
    <div className={styles.shell} data-folded={isFolded || undefined}>
      <a className={styles.skip} href="#main">
        {labels.skip}
      </a>
      <header className={styles.top} inert={isMenuOpen}>
        {brand(false)}
        {whose}
        <button
          type="button"
          className={styles.iconButton}
          aria-label={labels.openMenu}
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(true)}
        >
          <MenuIcon size={22} />
        </button>
      </header>
      <header className={styles.side}>
        <div className={styles.brand}>
          {brand(isFolded)}
          <button
            type="button"
            className={styles.iconButton}
            aria-label={foldLabel}
            title={foldLabel}
            onClick={() => onFold(!isFolded)}
          >
            <FoldIcon size={20} />
          </button>
        </div>
        {places}
      </header>
      {isMenuOpen && (
        <PhoneMenu
          label={labels.nav}
          closeLabel={labels.closeMenu}
          brand={brand(false)}
          onClose={() => setMenuOpen(false)}
        >
          {places}
        </PhoneMenu>
      )}
      <main id="main" className={styles.main} tabIndex={-1} inert={isMenuOpen}>
        {banner}
        <div className={styles.page}>
          {isFolded && whose}
          {children}
        </div>
      </main>
    </div>
  )
}

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
function PhoneMenu({ label, closeLabel, brand, onClose, children }: PhoneMenuProps) {
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
