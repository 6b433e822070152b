import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { CloseIcon } from '../core/icons.tsx'
import { SkipLink } from '../core/skip-link.tsx'
import styles from './app-shell.module.css'
import { FoldIcon, MenuIcon } from './shell-icons.tsx'

export interface AppShellProps {
  /** The logo; `folded` leaves room for the mark only. */
  brand: (folded: boolean) => ReactNode
  /** `NavItem`s in the order of the side bar. */
  nav: ReactNode
  /** Bell, configuration, help, user: at the foot of the side bar. */
  bottom?: ReactNode
  /** A line over the page: a lost connection, a demonstration. */
  banner?: ReactNode
  isFolded: boolean
  /** Remembered by the caller. */
  onFold: (folded: boolean) => void
  labels: { skip: string; nav: string; fold: string; unfold: string; openMenu: string; closeMenu: string }
  children: ReactNode
}

/** A side bar of 248 px that folds to icons; on a phone a top bar whose menu holds the same. */
export function AppShell({ brand, nav, bottom, banner, isFolded, onFold, labels, children }: AppShellProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  const [isMenuOpen, setMenuOpen] = useState(false)
  useEffect(() => {
    if (!isMenuOpen) return
    const element = drawer.current
    element?.showModal()
    return () => element?.close()
  }, [isMenuOpen])
  const closeAfterLink = (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a')
    if (isLink || event.target === drawer.current) setMenuOpen(false)
  }
  const foldLabel = isFolded ? labels.unfold : labels.fold
  return (
    <div className={styles.shell} data-folded={isFolded || undefined}>
      <SkipLink target="main">{labels.skip}</SkipLink>
      <header className={styles.top}>
        {brand(false)}
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
        <nav className={styles.nav} aria-label={labels.nav}>
          <ul className={styles.list}>{nav}</ul>
        </nav>
        {bottom && <ul className={styles.bottom}>{bottom}</ul>}
      </header>
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label={labels.nav}
        onClose={() => setMenuOpen(false)}
        onClick={closeAfterLink}
      >
        {isMenuOpen && (
          <div className={styles.drawerInside}>
            <div className={styles.brand}>
              {brand(false)}
              <button
                type="button"
                className={styles.iconButton}
                aria-label={labels.closeMenu}
                onClick={() => setMenuOpen(false)}
              >
                <CloseIcon size={22} />
              </button>
            </div>
            <nav className={styles.nav} aria-label={labels.nav}>
              <ul className={styles.list}>{nav}</ul>
            </nav>
            {bottom && <ul className={styles.bottom}>{bottom}</ul>}
          </div>
        )}
      </dialog>
      <main id="main" className={styles.main} tabIndex={-1}>
        {banner}
        <div className={styles.page}>{children}</div>
      </main>
    </div>
  )
}
