import { createContext, use, useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'
import { DangerIcon } from './icons.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const FieldContext = createContext<Wiring | undefined>(undefined)

export interface FieldProps {
  label: ReactNode
  /** Shows the label to screen readers only, if the context makes it clear (a search box). */
  labelHidden?: boolean | undefined
  /** The text "(optional)" in the user's language. Marks the field as optional. */
  optional?: ReactNode
  hint?: ReactNode
  /** What is wrong and how to correct it. Marks the control as invalid. */
  error?: ReactNode
  /** The control's id, the target of error summary links. Generated if missing. */
  id?: string | undefined
  children: ReactNode
}

/**
 * A label above one control, with its hint and error. The control inside gets its ids from the
 * field.
 */
export function Field({ label, labelHidden, optional, hint, error, id, children }: FieldProps) {
  const own = useId()
  const controlId = id ?? own
  const wiring = wire(controlId, hint, error)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId}>
        <span id={`${controlId}-label`}>
          {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        </span>
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      {hint && <Hint id={controlId}>{hint}</Hint>}
      <FieldContext value={wiring}>{children}</FieldContext>
      <FieldError id={controlId}>{error}</FieldError>
    </div>
  )
}

/**
 * The id and ARIA attributes that a control gets from the field around it; empty outside of a
 * field.
 */
export function useField(): Partial<Wiring> {
  return use(FieldContext) ?? {}
}

/** The ids of hint and error derive from the control's id: `{id}-hint`, `{id}-error`. */
export function wire(id: string, hint: ReactNode, error: ReactNode): Wiring {
  return {
    id,
    'aria-describedby': classes(Boolean(hint) && `${id}-hint`, Boolean(error) && `${id}-error`) || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.hint} id={`${id}-hint`}>
      {children}
    </p>
  )
}

/** Always in the page, so that screen readers announce later errors. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={`${id}-error`} aria-live="polite">
      {children && (
        <>
          <DangerIcon />
          <span>{children}</span>
        </>
      )}
    </p>
  )
}
