import type { ReactNode } from 'react'

export type ToastKind = 'info' | 'success' | 'error' | 'warning'

export interface ToastOptions {
  /** An action on the toast, such as Undo. */
  action?: { label: ReactNode; onPress: () => void } | undefined
  /** Overrides the kind's timeout, in milliseconds; 0 stays until closed. */
  timeout?: number | undefined
}

export interface ToastContent {
  kind: ToastKind
  message: ReactNode
  action: ToastOptions['action']
}

/**
 * Shows a toast for `timeout` milliseconds; 0 stays until closed.
 * @returns a function that removes it
 */
export type ShowToast = (content: ToastContent, timeout: number) => () => void

export type Toaster = ReturnType<typeof createToaster>

/**
 * The toasts of an app. May be called before the region that shows them is loaded. `timeouts` are
 * milliseconds per kind; 0 stays until closed.
 */
export function createToaster(timeouts: Readonly<Record<ToastKind, number>>) {
  const waiting = new Set<(show: ShowToast) => void>()
  let attached: ShowToast | undefined
  return {
    /** Shows a message. @returns a function that removes it */
    toast(
      kind: ToastKind,
      message: ReactNode,
      { action, timeout = timeouts[kind] }: ToastOptions = {},
    ): () => void {
      const content = { kind, message, action }
      if (attached) return attached(content, timeout)
      let close = () => {}
      const begin = (show: ShowToast) => {
        close = show(content, timeout)
      }
      waiting.add(begin)
      return () => {
        waiting.delete(begin)
        close()
      }
    },
    /**
     * For `ToastRegion` only: passes it the waiting toasts and all later ones.
     * @returns a function that detaches it
     */
    attach(show: ShowToast): () => void {
      attached = show
      for (const begin of waiting) begin(show)
      waiting.clear()
      return () => {
        if (attached === show) attached = undefined
      }
    },
  }
}
