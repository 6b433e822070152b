import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import { useField } from './field.tsx'
import styles from './field.module.css'

export type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'style' | 'size'> & {
  ref?: Ref<HTMLInputElement>
}

/** One line of text inside a `Field`. */
export function TextInput({ type = 'text', ...rest }: InputProps) {
  const attributes = type === 'email' ? emailAttributes : { type }
  return <input {...useField()} {...attributes} {...rest} className={styles.control} />
}

/** In a field of the type `email`, browsers reject non-ASCII letters and rewrite host names. */
const emailAttributes = {
  type: 'text',
  inputMode: 'email',
  autoCapitalize: 'off',
  spellCheck: false,
} as const

export type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'style'> & {
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text inside a `Field`. */
export function TextArea(props: TextAreaProps) {
  return <textarea {...useField()} {...props} className={classes(styles.control, styles.area)} />
}
