import type { ReactNode } from 'react'
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as AriaToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast'
import { Text } from 'react-aria-components/Text'
import { Button } from '../core/button.tsx'
import { classes } from '../core/classes.ts'
import { CloseIcon } from '../core/icons.tsx'
import { StatusIcon } from '../core/status-icon.tsx'
import styles from './toast.module.css'

export type ToastKind = 'info' | 'success' | 'error' | 'warning'

export interface ToastOptions {
  /** One thing that can still be done about it, such as Undo. */
  action?: { label: ReactNode; onPress: () => void } | undefined
  /** In milliseconds, instead of the usual time of its kind; 0 stays until it is closed. */
  timeout?: number | undefined
}

interface ToastContent {
  kind: ToastKind
  message: ReactNode
  action: ToastOptions['action']
}

export interface Toaster {
  /** Shows a message and answers a function that takes it away again. */
  toast: (kind: ToastKind, message: ReactNode, options?: ToastOptions) => () => void
  /** For `ToastRegion` only. */
  queue: ToastQueue<ToastContent>
}

/** The toasts of an app. `timeouts` are milliseconds per kind; 0 stays until it is closed. */
export function createToaster(timeouts: Readonly<Record<ToastKind, number>>): Toaster {
  const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 4 })
  const toast: Toaster['toast'] = (kind, message, { action, timeout = timeouts[kind] } = {}) => {
    const key = queue.add({ kind, message, action }, timeout > 0 ? { timeout } : {})
    return () => queue.close(key)
  }
  return { toast, queue }
}

const statusOf = { info: 'info', success: 'good', error: 'danger', warning: 'caution' } as const

export interface ToastRegionProps {
  toaster: Toaster
  /** What the region is called in a screen reader's list of landmarks. */
  label: string
  closeLabel: string
}

/** Where the toasts of an app appear; stands once in it. */
export function ToastRegion({ toaster: { queue }, label, closeLabel }: ToastRegionProps) {
  return (
    <AriaToastRegion queue={queue} aria-label={label} className={styles.region!}>
      {({ toast }) => {
        const { kind, message, action } = toast.content
        const close = () => queue.close(toast.key)
        return (
          <AriaToast toast={toast} className={classes(styles.toast, styles[statusOf[kind]])}>
            {/* A press anywhere closes it; the keyboard has the cross. */}
            <div className={styles.face} onClick={close}>
              <StatusIcon kind={statusOf[kind]} size={20} className={styles.icon} />
              <AriaToastContent className={styles.words!}>
                <Text slot="title">{message}</Text>
              </AriaToastContent>
              {action && (
                <Button size="small" onClick={action.onPress}>
                  {action.label}
                </Button>
              )}
              <button type="button" className={styles.close} aria-label={closeLabel} onClick={close}>
                <CloseIcon size={18} />
              </button>
            </div>
          </AriaToast>
        )
      }}
    </AriaToastRegion>
  )
}
