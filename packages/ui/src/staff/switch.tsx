import type { ReactNode } from 'react'
import type { InputProps } from '../core/text-input.tsx'
import styles from './switch.module.css'

export interface SwitchProps extends Omit<InputProps, 'type' | 'role'> {
  label: ReactNode
  hint?: ReactNode
}

/** On or off at once, without a button to send it. The words stand first, the switch at the end of the line. */
export function Switch({ label, hint, ...rest }: SwitchProps) {
  return (
    <label className={styles.line}>
      <span className={styles.text}>
        {label}
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      <input {...rest} type="checkbox" role="switch" className={styles.track} />
    </label>
  )
}
