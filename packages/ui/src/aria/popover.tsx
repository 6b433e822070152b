import type { ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover as AriaPopover, type Placement } from 'react-aria-components/Popover'
import { classes } from '../core/classes.ts'
import styles from './overlay.module.css'
import { Trigger, type TriggerProps } from './trigger.tsx'

export interface PopoverProps extends TriggerProps {
  title: string
  /** Keeps the title for screen readers only. */
  titleHidden?: boolean | undefined
  placement?: Placement | undefined
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button that opens a small panel beside itself: the bell's list, a filter with its own Save. */
export function Popover({
  title,
  titleHidden,
  placement = 'bottom end',
  children,
  ...trigger
}: PopoverProps) {
  return (
    <DialogTrigger>
      <Trigger {...trigger} />
      <AriaPopover className={classes(styles.floating, styles.popover)} placement={placement} offset={4}>
        <Dialog className={styles.dialog!} {...(titleHidden && { 'aria-label': title })}>
          {({ close }) => (
            <>
              {!titleHidden && (
                <Heading slot="title" level={2} className={styles.heading!}>
                  {title}
                </Heading>
              )}
              {typeof children === 'function' ? children(close) : children}
            </>
          )}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
