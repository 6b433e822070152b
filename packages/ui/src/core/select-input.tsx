import type { Ref, SelectHTMLAttributes } from 'react'
import { useField } from './field.tsx'
import fieldStyles from './field.module.css'
import { ChevronIcon } from './icons.tsx'
import styles from './select-input.module.css'

export type SelectInputProps = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'className' | 'style' | 'size'
> & {
  ref?: Ref<HTMLSelectElement>
}

/** A native select in a `Field`, with `<option>`s as children. */
export function SelectInput(props: SelectInputProps) {
  return (
    <span className={styles.frame}>
      <select {...useField()} {...props} className={fieldStyles.control} />
      <ChevronIcon size={18} />
    </span>
  )
}
