import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { buttonClass } from '../core/button.tsx'
import { classes } from '../core/classes.ts'
import styles from './trigger.module.css'
import './own-rules.ts'

export interface TriggerProps {
  /** What stands on the button. */
  trigger: ReactNode
  /** Its name where only an icon or a picture stands on it. */
  triggerLabel?: string | undefined
  /** `icon` is a square, `bare` draws nothing but what is put on it. */
  triggerKind?: 'secondary' | 'quiet' | 'icon' | 'bare' | undefined
  isDisabled?: boolean | undefined
}

/** The button that opens a menu or a popover. */
export function Trigger({ trigger, triggerLabel, triggerKind = 'secondary', isDisabled }: TriggerProps) {
  const kinds = {
    secondary: buttonClass({ kind: 'secondary' }),
    quiet: buttonClass({ kind: 'quiet' }),
    icon: styles.icon,
    bare: styles.bare,
  }
  return (
    <Button
      className={classes(kinds[triggerKind])}
      {...(triggerLabel !== undefined && { 'aria-label': triggerLabel })}
      isDisabled={isDisabled ?? false}
    >
      {trigger}
    </Button>
  )
}
