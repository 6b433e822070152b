import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import { useField } from './field.tsx'
import styles from './field.module.css'

export type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'style' | 'size'> & {
  ref?: Ref<HTMLInputElement>
}

/** One line of text inside a `Field`. */
export function TextInput({ type = 'text', ...rest }: InputProps) {
  return <input {...useField()} {...rest} type={type} className={styles.control} />
}

export type TextAreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'style'> & {
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text inside a `Field`. */
export function TextArea(props: TextAreaProps) {
  return <textarea {...useField()} {...props} className={classes(styles.control, styles.area)} />
}
