import { useId, type ReactNode } from 'react'
import { VisuallyHidden } from '../core/visually-hidden.tsx'
import styles from './segmented-control.module.css'

export interface SegmentedControlProps<Value extends string> {
  /** The accessible name of the choice. */
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

/**
 * A choice of a few visible options, such as a period or a density. Radio buttons, so arrows move
 * between them.
 */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, options, onChange } = props
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.face}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
