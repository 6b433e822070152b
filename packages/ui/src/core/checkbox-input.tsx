import { useId, type ReactNode } from 'react'
import { FieldError, Hint, wire } from './field.tsx'
import styles from './choice.module.css'
import type { InputProps } from './text-input.tsx'

export interface CheckboxInputProps extends Omit<InputProps, 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** One checkbox with its label to the right. The whole line can be pressed. */
export function CheckboxInput({ label, hint, error, id, ...rest }: CheckboxInputProps) {
  const own = useId()
  const wiring = wire(id ?? own, hint, error)
  return (
    <div>
      <label className={styles.line}>
        <input {...wiring} {...rest} type="checkbox" className={styles.box} />
        <span>{label}</span>
      </label>
      <div className={styles.indent}>
        {hint && <Hint id={wiring.id}>{hint}</Hint>}
        <FieldError id={wiring.id}>{error}</FieldError>
      </div>
    </div>
  )
}
