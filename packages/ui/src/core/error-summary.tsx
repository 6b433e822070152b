import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import styles from './error-summary.module.css'
import { DangerIcon } from './icons.tsx'

export interface ErrorSummaryProps {
  title: ReactNode
  /** `id` is the id of the field or the group that the link leads to. */
  errors: readonly { id: string; message: ReactNode }[]
}

/** The errors of a form after it was sent. It takes the focus when it appears, so give it a new `key` per attempt. */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const lead = (event: MouseEvent, id: string) => {
    event.preventDefault()
    focusField(id)
  }
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <p className={styles.title}>
        <DangerIcon size={20} />
        {title}
      </p>
      <ul className={styles.list}>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => lead(event, id)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Puts the focus into the control with this id, or the first control of the group with this id, and shows it. */
export function focusField(id: string): void {
  const found = document.getElementById(id)
  const controls = 'input, select, textarea, button'
  const control = found?.matches(controls) ? found : found?.querySelector<HTMLElement>(controls)
  control?.focus({ preventScroll: true })
  found?.scrollIntoView({ block: 'center' })
}
