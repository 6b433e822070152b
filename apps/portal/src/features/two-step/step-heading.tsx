import { useEffect, useRef, type ReactNode } from 'react'
import styles from './step-heading.module.css'

/** The heading of a step, at which the keyboard and the screen reader go on. */
export function StepHeading({ level, children }: { level: 2 | 3; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const Heading = `h${level}` as const
  return (
    <Heading ref={heading} className={styles.heading} tabIndex={-1}>
      {children}
    </Heading>
  )
}
