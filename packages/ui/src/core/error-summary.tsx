import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import styles from './error-summary.module.css'
import { DangerIcon } from './icons.tsx'

export interface ErrorSummaryProps {
  title: ReactNode
  /** `id` is the id of the field or the group that the link leads to. Its label stands before the message, unless `isWhole`. */
  errors: readonly { id: string; message: ReactNode; isWhole?: boolean }[]
}

/**
 * The errors of a form after it was sent, each with the label of its field. It takes the focus when it appears, so give it a new `key` per attempt.
 * Where it has no errors for a moment it shows nothing, and leaves the focus where it is when it has some again.
 */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({})
  const ids = errors.map(({ id }) => id).join(' ')
  // Before the first paint, and once the fields are there.
  useLayoutEffect(() => {
    // What a field is called stands in the page, which is there only after the drawing.
    // oxlint-disable-next-line react/set-state-in-effect
    setLabels(Object.fromEntries(ids.split(' ').map((id) => [id, labelOf(id)])))
  }, [ids])
  const lead = (event: MouseEvent, id: string) => {
    event.preventDefault()
    focusField(id)
  }
  if (errors.length === 0) return null
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <p className={styles.title}>
        <DangerIcon size={20} />
        {title}
      </p>
      <ul className={styles.list}>
        {errors.map(({ id, message, isWhole }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => lead(event, id)}>
              {!isWhole && labels[id]}
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The label of a field, or the legend of a group, as it stands before an error. */
function labelOf(id: string): string {
  const label =
    document.getElementById(`${id}-label`) ?? document.getElementById(id)?.querySelector(':scope > legend')
  const text = label?.textContent.trim() ?? ''
  if (text === '') return ''
  return /[.:?!]$/.test(text) ? `${text} ` : `${text}: `
}

/** Puts the focus into the control with this id, or the first control of the group with this id, and shows it. */
export function focusField(id: string): void {
  const found = document.getElementById(id)
  const controls = 'input, select, textarea, button'
  const control = found?.matches(controls) ? found : found?.querySelector<HTMLElement>(controls)
  control?.focus({ preventScroll: true })
  found?.scrollIntoView({ block: 'center' })
}
