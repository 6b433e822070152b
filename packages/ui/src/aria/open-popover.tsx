import { useId } from 'react'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { classes } from '../core/classes.ts'
import hiddenStyles from '../core/visually-hidden.module.css'
import styles from './overlay.module.css'
import type { OpenState } from './lazy-trigger.tsx'
import type { PopoverProps } from './popover.tsx'
import { Trigger } from './trigger.tsx'

/**
 * `Popover` after its first press. Its button replaces the plain one and takes over the focus. The
 * panel itself is the dialog, so that the hidden close buttons are inside a dialog too.
 */
export function OpenPopover({
  title,
  titleHidden,
  placement = 'bottom end',
  children,
  isOpen,
  onOpenChange,
  ...trigger
}: PopoverProps & OpenState) {
  const titleId = useId()
  const close = () => onOpenChange(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Trigger {...trigger} takesFocus />
      <AriaPopover
        className={classes(styles.floating, styles.popover)}
        placement={placement}
        offset={4}
        aria-labelledby={titleId}
      >
        <div className={styles.dialog}>
          <h2 id={titleId} className={titleHidden ? hiddenStyles.hidden : styles.heading}>
            {title}
          </h2>
          {typeof children === 'function' ? children(close) : children}
        </div>
      </AriaPopover>
    </DialogTrigger>
  )
}
