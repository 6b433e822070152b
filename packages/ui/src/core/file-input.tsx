import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { classes } from './classes.ts'
import buttonStyles from './button.module.css'
import { useField } from './field.tsx'
import styles from './file-input.module.css'

export interface FileInputProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'accept' | 'disabled' | 'id'
> {
  /** The button's label in the language of the page: browsers use their own language. */
  chooseLabel: ReactNode
  /** Shown beside the button while no file is chosen. */
  noneLabel: ReactNode
  onChoose: (file: File | undefined) => void
}

/** Chooses one file in a `Field`. The same file can be chosen again after it has changed. */
export function FileInput({ chooseLabel, noneLabel, onChoose, ...rest }: FileInputProps) {
  const [name, setName] = useState<string>()
  return (
    <span className={styles.frame}>
      <input
        {...useField()}
        {...rest}
        type="file"
        className={styles.input}
        onClick={({ currentTarget }) => (currentTarget.value = '')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          setName(file?.name)
          onChoose(file)
        }}
      />
      <span aria-hidden="true" className={classes(buttonStyles.button, buttonStyles.secondary)}>
        {chooseLabel}
      </span>
      <span className={styles.name}>{name ?? noneLabel}</span>
    </span>
  )
}
