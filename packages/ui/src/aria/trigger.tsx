import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import './own-rules.ts'
import { triggerClass, type TriggerKind } from './trigger-class.ts'

export interface TriggerProps {
  /** The content of the button. */
  trigger: ReactNode
  /** The accessible name, for a button that shows only an icon or a picture. */
  triggerLabel?: string | undefined
  triggerKind?: TriggerKind | undefined
  isDisabled?: boolean | undefined
}

/** The button that opens a menu or a popover. */
export function Trigger({
  trigger,
  triggerLabel,
  triggerKind,
  isDisabled = false,
  takesFocus = false,
}: TriggerProps & { takesFocus?: boolean }) {
  return (
    <Button
      className={triggerClass(triggerKind)}
      {...(triggerLabel !== undefined && { 'aria-label': triggerLabel })}
      isDisabled={isDisabled}
      autoFocus={takesFocus}
    >
      {trigger}
    </Button>
  )
}
