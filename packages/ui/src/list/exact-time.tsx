import { useEffect, useId, useRef, useState, type ComponentType } from 'react'
import type { ExactTimeTooltipProps } from './exact-time-tooltip.tsx'
import styles from './exact-time.module.css'

export interface ExactTimeProps {
  /** In ISO 8601. */
  time: string
  /** The short form in the list. */
  label: string
  /** With day and seconds. */
  exact: string
}

const HOVER_MS = 400

/**
 * A short time in a list. Its exact form shows on hover, focus and touch. The tooltip's code is
 * fetched when first needed; after a failure the next use retries.
 */
export function ExactTime({ time, label, exact }: ExactTimeProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [Tooltip, setTooltip] = useState<ComponentType<ExactTimeTooltipProps>>()

  useEffect(() => {
    if (!isOpen) return
    void import('./exact-time-tooltip.tsx').then(
      ({ ExactTimeTooltip }) => setTooltip(() => ExactTimeTooltip),
      () => undefined,
    )
    // Not every browser blurs the button on a touch beside it.
    const close = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && button.current?.contains(target))) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])
  useEffect(() => () => clearTimeout(hover.current), [])

  const close = () => {
    clearTimeout(hover.current)
    setOpen(false)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.time}
        aria-describedby={isOpen && Tooltip ? id : undefined}
        onClick={() => setOpen(true)}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'mouse') hover.current = setTimeout(() => setOpen(true), HOVER_MS)
        }}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') close()
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
      >
        <time dateTime={time}>{label}</time>
      </button>
      {isOpen && Tooltip && (
        <Tooltip id={id} trigger={button} onClose={close}>
          {exact}
        </Tooltip>
      )}
    </>
  )
}
