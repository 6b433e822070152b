import { type ReactNode, useContext, useEffect, useEffectEvent } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '../core/button.tsx'
import { classes } from '../core/classes.ts'
import { CloseLabel } from '../core/close-label.ts'
import { CloseIcon } from '../core/icons.tsx'
import styles from './modal.module.css'
import { MenuPlace } from './menu.tsx'
import { OpenWindows } from './open-windows.ts'
import { triggerClass } from './trigger-class.ts'

export interface ModalProps {
  isOpen: boolean
  /** Called by Escape, the close button, or a press outside the dialog. */
  onClose: () => void
  title: ReactNode
  /** `wide` has space for two columns; `drawer` is full-height at the right edge of the screen. */
  shape?: 'window' | 'wide' | 'drawer' | undefined
  /** Whether a press outside closes the dialog. Not for dialogs with fields. */
  isDismissable?: boolean | undefined
  /** Cannot be closed: it waits for a response that is shown nowhere else. */
  isHeld?: boolean | undefined
  role?: 'dialog' | 'alertdialog' | undefined
  children: ReactNode
}

/**
 * A modal dialog, up to 560 px wide, or 1040 px if `wide`; on a phone it takes the lower part of
 * the screen. Traps the focus. Afterwards the focus returns to the opening button, or with
 * `keepFocus` to the nearest remaining element.
 */
export function Modal({
  isOpen,
  onClose,
  title,
  shape = 'window',
  isDismissable = false,
  isHeld = false,
  role = 'dialog',
  children,
}: ModalProps) {
  const opened = useContext(OpenWindows)
  const closeLabel = useContext(CloseLabel)
  const close = useEffectEvent(() => {
    if (!isHeld) onClose()
  })
  useEffect(() => (isOpen ? opened(() => close()) : undefined), [isOpen, opened])
  return (
    <ModalOverlay
      className={styles.overlay!}
      isOpen={isOpen}
      onOpenChange={(open) => !open && !isHeld && onClose()}
      isDismissable={isDismissable && !isHeld}
      isKeyboardDismissDisabled={isHeld}
    >
      <AriaModal className={classes(styles.modal, styles[shape])}>
        <Dialog className={styles.dialog!} role={role}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title!}>
              {title}
            </Heading>
            <button
              type="button"
              className={triggerClass('icon')}
              aria-label={closeLabel}
              aria-disabled={isHeld || undefined}
              onClick={isHeld ? undefined : onClose}
            >
              <CloseIcon size={20} />
            </button>
          </div>
          <MenuPlace value={undefined}>{children}</MenuPlace>
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  )
}

/** The content of a modal. */
export function ModalBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

/** The buttons of a modal: the main action last, Cancel before it, `start` on the other side. */
export function ModalFooter({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.footer}>
      {start && <div className={styles.start}>{start}</div>}
      {children}
    </div>
  )
}

export interface ConfirmModalProps {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  /** The consequences, with numbers. */
  children: ReactNode
  confirmLabel: ReactNode
  cancelLabel: ReactNode
  isDanger?: boolean | undefined
  isBusy?: boolean | undefined
  /** See `ModalProps`. */
  isHeld?: boolean | undefined
}

/** Confirms an action that is hard to undo. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { isOpen, onClose, onConfirm, title, children, confirmLabel, cancelLabel } = props
  const { isHeld = false } = props
  return (
    <Modal isOpen={isOpen} onClose={onClose} isHeld={isHeld} title={title} role="alertdialog">
      <ModalBody>{children}</ModalBody>
      <ModalFooter>
        <Button aria-disabled={isHeld || undefined} onClick={isHeld ? undefined : onClose}>
          {cancelLabel}
        </Button>
        <Button kind={props.isDanger ? 'danger' : 'primary'} busy={props.isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </ModalFooter>
    </Modal>
  )
}
