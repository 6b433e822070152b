import type { ReactNode, RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import '../aria/own-rules.ts'
import styles from './exact-time-tooltip.module.css'

export interface ExactTimeTooltipProps {
  id: string
  trigger: RefObject<HTMLElement | null>
  /** Called when the page scrolls. */
  onClose: () => void
  children: ReactNode
}

/** The open tooltip of an `ExactTime`. */
export function ExactTimeTooltip({ id, trigger, onClose, children }: ExactTimeTooltipProps) {
  return (
    <TooltipTriggerStateContext
      value={{ isOpen: true, shouldSkipAnimation: true, open: () => {}, close: onClose }}
    >
      <Tooltip triggerRef={trigger} className={styles.bubble!} offset={6}>
        <span id={id}>{children}</span>
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
