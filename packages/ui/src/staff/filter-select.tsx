import fieldStyles from '../core/field.module.css'
import { classes } from '../core/classes.ts'
import { ChevronIcon } from '../core/icons.tsx'
import styles from './filter-select.module.css'

export interface FilterSelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  /** Called when the focus enters and leaves the list. */
  onFocusChange?: ((isFocused: boolean) => void) | undefined
}

/** A filter in a row: a native select with its label before the value. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, onChange, onFocusChange } = props
  return (
    <label className={styles.frame}>
      <span className={styles.label}>{label}</span>
      <select
        className={classes(fieldStyles.control, styles.select)}
        value={value}
        onFocus={() => onFocusChange?.(true)}
        onBlur={() => onFocusChange?.(false)}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronIcon size={18} className={styles.chevron} />
    </label>
  )
}
