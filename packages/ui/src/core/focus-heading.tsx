import { useEffect, useRef, type ReactNode } from 'react'
import styles from './focus-heading.module.css'

interface FocusHeadingProps {
  level: 2 | 3
  /** False in a step that starts in a field, such as one for a code. */
  takesFocus?: boolean | undefined
  children: ReactNode
}

/**
 * The heading of a step or result that replaces another one. Takes the focus on mount, so that it
 * is read out.
 */
export function FocusHeading({ level, takesFocus = true, children }: FocusHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const Heading = `h${level}` as const
  return (
    <Heading ref={heading} className={styles.heading} tabIndex={-1}>
      {children}
    </Heading>
  )
}
