import { useContext, useEffect, useId, useRef, type ReactNode } from 'react'
import { CloseLabel } from './close-label.ts'
import styles from './dialog.module.css'
import { CloseIcon } from './icons.tsx'

export interface DialogProps {
  isOpen: boolean
  /**
   * Called by Escape, the close button, or a press outside the dialog. The caller sets `isOpen`.
   */
  onClose: () => void
  title: ReactNode
  /** Instead of `CloseLabel`. */
  closeLabel?: string | undefined
  children: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
}

/** A native modal dialog. It traps the focus and restores it afterwards. */
export function Dialog({ isOpen, onClose, title, closeLabel, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const usualLabel = useContext(CloseLabel)
  useEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    // Browsers before 2022 do not support <dialog>. There the attribute shows it.
    if (element.showModal) element.showModal()
    else element.setAttribute('open', '')
    return () => (element.close ? element.close() : element.removeAttribute('open'))
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {isOpen && (
        <div className={styles.frame}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <button
              type="button"
              className={styles.close}
              aria-label={closeLabel ?? usualLabel}
              onClick={onClose}
            >
              <CloseIcon size={20} />
            </button>
          </div>
          {children}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  )
}
