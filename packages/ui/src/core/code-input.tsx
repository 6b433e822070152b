import { useEffect, useRef, useState } from 'react'
import { classes } from './classes.ts'
import styles from './code-input.module.css'
import { digitsOf } from './code.ts'
import { useField } from './field.tsx'

export interface CodeInputProps {
  value: string
  /** Called with digits only, `length` at most. */
  onChange: (digits: string) => void
  /** Called once when the last digit arrives, by key, paste or autofill. */
  onComplete?: ((digits: string) => void) | undefined
  length?: number | undefined
  /** Number of wrong codes so far. Each increase shakes and focuses the field. */
  shake?: number | undefined
  readOnly?: boolean | undefined
  name?: string | undefined
  autoFocus?: boolean | undefined
}

/**
 * A numeric code in a `Field`. One native input drawn as slots, so that paste and one-time codes
 * work.
 */
export function CodeInput({ value, onChange, onComplete, length = 6, shake = 0, ...rest }: CodeInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    if (shake > 0) input.current?.focus()
  }, [shake])
  const type = (text: string) => {
    const digits = digitsOf(text, length)
    if (digits === value) return
    onChange(digits)
    if (digits.length === length) onComplete?.(digits)
  }
  const here = Math.min(value.length, length - 1)
  return (
    <div className={classes(styles.code, shake > 0 && (shake % 2 ? styles.shakeOdd : styles.shakeEven))}>
      <input
        {...useField()}
        {...rest}
        ref={input}
        className={styles.input}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        value={value}
        onChange={(event) => type(event.target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      <div className={styles.slots} aria-hidden="true">
        {Array.from({ length }, (_, at) => (
          <span key={at} className={classes(styles.slot, focused && at === here && styles.here)}>
            {value[at]}
          </span>
        ))}
      </div>
    </div>
  )
}
