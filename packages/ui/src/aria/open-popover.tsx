import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { classes } from '../core/classes.ts'
import styles from './overlay.module.css'
import type { PopoverProps } from './popover.tsx'
import { Trigger } from './trigger.tsx'

export interface OpenPopoverProps extends PopoverProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** `Popover` from its first press on: the button takes the focus of the one it stands in for. */
export function OpenPopover({
  title,
  titleHidden,
  placement = 'bottom end',
  children,
  isOpen,
  onOpenChange,
  ...trigger
}: OpenPopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Trigger {...trigger} takesFocus />
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
