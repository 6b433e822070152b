import { useEffect, useState } from 'react'
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
import type { Toaster, ToastContent } from './toaster.ts'

const statusOf = { info: 'info', success: 'good', error: 'danger', warning: 'caution' } as const

export interface ToastRegionProps {
  toaster: Toaster
  /** The accessible name of the landmark. */
  label: string
  closeLabel: string
}

/** Shows the toasts of an app. One per app; it may be loaded after the first toast. */
export function ToastRegion({ toaster, label, closeLabel }: ToastRegionProps) {
  const [queue] = useState(() => new ToastQueue<ToastContent>({ maxVisibleToasts: 4 }))
  useEffect(
    () =>
      toaster.attach((content, timeout) => {
        const key = queue.add(content, timeout > 0 ? { timeout } : {})
        return () => queue.close(key)
      }),
    [toaster, queue],
  )
  return (
    <AriaToastRegion queue={queue} aria-label={label} className={styles.region!}>
      {({ toast }) => {
        const { kind, message, action } = toast.content
        const close = () => queue.close(toast.key)
        return (
          <AriaToast toast={toast} className={classes(styles.toast, styles[statusOf[kind]])}>
            {/* A press anywhere closes it. The keyboard uses the close button. */}
            <div className={styles.face} onClick={close}>
              <StatusIcon kind={statusOf[kind]} size={20} className={styles.icon} />
              <AriaToastContent className={styles.text!}>
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
