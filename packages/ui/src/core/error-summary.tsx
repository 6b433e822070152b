import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import styles from './error-summary.module.css'
import { DangerIcon } from './icons.tsx'

export interface ErrorSummaryProps {
  title: ReactNode
  /**
   * `id` of the field or group that the link leads to. Its label precedes the message, unless
   * `isWhole`.
   */
  errors: readonly { id: string; message: ReactNode; isWhole?: boolean }[]
}

/**
 * The errors of a submitted form, each with the label of its field. Takes the focus on mount, so
 * give it a new `key` per attempt. While there are no errors it is hidden, and it does not take the
 * focus again when they come back.
 */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>({})
  const ids = errors.map(({ id }) => id).join(' ')
  // Before the first paint, once the fields are in the page.
  useLayoutEffect(() => {
    // The labels are in the page, which exists only after the render.
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

/** The label of a field or the legend of a group, with its punctuation, to precede an error. */
function labelOf(id: string): string {
  const label =
    document.getElementById(`${id}-label`) ?? document.getElementById(id)?.querySelector(':scope > legend')
  const text = label?.textContent.trim() ?? ''
  if (text === '') return ''
  return /[.:?!]$/.test(text) ? `${text} ` : `${text}: `
}

/**
 * Focuses the control with this id, or the first control of the group with this id, and scrolls to
 * it.
 */
export function focusField(id: string): void {
  const found = document.getElementById(id)
  const controls = 'input, select, textarea, button'
  const control = found?.matches(controls) ? found : found?.querySelector<HTMLElement>(controls)
  control?.focus({ preventScroll: true })
  found?.scrollIntoView({ block: 'center' })
}
