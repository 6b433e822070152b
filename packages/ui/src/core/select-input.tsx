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

/** The platform's own list inside a `Field`; `<option>`s are the children. */
export function SelectInput(props: SelectInputProps) {
  return (
    <span className={styles.frame}>
      <select {...useField()} {...props} className={fieldStyles.control} />
      <ChevronIcon size={18} />
    </span>
  )
}
