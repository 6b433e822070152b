import { useEffect, useRef, useState } from 'react'
import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import tooltipStyles from '../aria/tooltip.module.css'
import '../aria/own-rules.ts'
import styles from './exact-time.module.css'

export interface ExactTimeProps {
  /** In ISO 8601. */
  time: string
  /** As it stands in the list, short. */
  label: string
  /** With the day and the second. */
  exact: string
}

/** A short time in a list. Its exact form shows on hover, on focus, and by touch. */
export function ExactTime({ time, label, exact }: ExactTimeProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    // A touch beside the button does not take the focus from it everywhere.
    const close = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && button.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])
  return (
    <TooltipTrigger delay={400} isOpen={isOpen} onOpenChange={setOpen}>
      <Focusable>
        <button ref={button} type="button" className={styles.time} onClick={() => setOpen(true)}>
          <time dateTime={time}>{label}</time>
        </button>
      </Focusable>
      <Tooltip className={tooltipStyles.bubble!} offset={6}>
        {exact}
      </Tooltip>
    </TooltipTrigger>
  )
}
