import type { ReactNode } from 'react'

export type ToastKind = 'info' | 'success' | 'error' | 'warning'

export interface ToastOptions {
  /** An action on the toast, such as Undo. */
  action?: { label: ReactNode; onPress: () => void } | undefined
  /** In milliseconds, instead of the usual time of its kind; 0 stays until it is closed. */
  timeout?: number | undefined
}

export interface ToastContent {
  kind: ToastKind
  message: ReactNode
  action: ToastOptions['action']
}

/** Shows a toast for `timeout` milliseconds, or until it is closed with 0. @returns a function that removes it */
export type ShowToast = (content: ToastContent, timeout: number) => () => void

export interface Toaster {
  /** Shows a message. @returns a function that removes it */
  toast: (kind: ToastKind, message: ReactNode, options?: ToastOptions) => () => void
  /** For `ToastRegion` only: passes it the waiting toasts, and later ones until it detaches. @returns what detaches it */
  attach: (show: ShowToast) => () => void
}

/**
 * The toasts of an app, which may be called before the region that draws them has been loaded. `timeouts` are milliseconds per
 * kind; 0 stays until it is closed.
 */
export function createToaster(timeouts: Readonly<Record<ToastKind, number>>): Toaster {
  const waiting = new Set<(show: ShowToast) => void>()
  let attached: ShowToast | undefined
  return {
    toast(kind, message, { action, timeout = timeouts[kind] } = {}) {
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
    attach(show) {
      attached = show
      for (const begin of waiting) begin(show)
      waiting.clear()
      return () => {
        if (attached === show) attached = undefined
      }
    },
  }
}
