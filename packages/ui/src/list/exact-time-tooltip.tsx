import type { ReactNode, RefObject } from 'react'
import { Tooltip } from 'react-aria-components/Tooltip'
import '../aria/own-rules.ts'
import styles from '../aria/tooltip.module.css'

export interface ExactTimeTooltipProps {
  id: string
  trigger: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The open tooltip of an `ExactTime`. */
export function ExactTimeTooltip({ id, trigger, children }: ExactTimeTooltipProps) {
  return (
    <Tooltip id={id} triggerRef={trigger} isOpen className={styles.bubble!} offset={6}>
      {children}
    </Tooltip>
  )
}
