import { useState } from 'react'
import { useField } from './field.tsx'
import fieldStyles from './field.module.css'
import { EyeIcon, EyeOffIcon } from './icons.tsx'
import styles from './password-input.module.css'
import type { InputProps } from './text-input.tsx'

export interface PasswordInputProps extends Omit<InputProps, 'type'> {
  /** Tells password managers which password this field is for. */
  autoComplete: 'current-password' | 'new-password'
  showLabel: string
  hideLabel: string
}

/** A password inside a `Field`, with a button that shows the typed text. */
export function PasswordInput({ showLabel, hideLabel, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const wiring = useField()
  return (
    <span className={styles.frame}>
      <input
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        {...wiring}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={fieldStyles.control}
      />
      <button
        type="button"
        className={styles.toggle}
        aria-label={shown ? hideLabel : showLabel}
        aria-controls={rest.id ?? wiring.id}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
      </button>
    </span>
  )
}
