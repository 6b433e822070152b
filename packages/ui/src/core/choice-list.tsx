import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { FieldError, Hint, wire } from './field.tsx'
import styles from './choice.module.css'

export interface Choice {
  value: string
  label: ReactNode
  hint?: ReactNode
  disabled?: boolean | undefined
}

interface Common {
  legend: ReactNode
  choices: readonly Choice[]
  hint?: ReactNode
  optional?: ReactNode
  error?: ReactNode
  /** The group's id, the target of error summary links. */
  id?: string | undefined
  name?: string | undefined
  /** Two short answers, such as yes and no, may be side by side. */
  columns?: 1 | 2 | undefined
  onBlur?: (() => void) | undefined
}

interface One extends Common {
  type: 'radio'
  value: string | undefined
  onChange: (value: string) => void
}

interface Many extends Common {
  type: 'checkbox'
  value: readonly string[]
  onChange: (value: string[]) => void
}

export type ChoiceListProps = One | Many

/** A question and its answers. Each answer is a row of at least 44 px, pressable anywhere. */
export function ChoiceList(props: ChoiceListProps) {
  const { type, legend, choices, hint, optional, error, columns = 1, onBlur } = props
  const own = useId()
  const id = props.id ?? own
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = wire(id, hint, error)
  const isChosen = (value: string) =>
    props.type === 'radio' ? props.value === value : props.value.includes(value)
  const choose = (value: string, chosen: boolean) => {
    if (props.type === 'radio') return props.onChange(value)
    const others = props.value.filter((other) => other !== value)
    return props.onChange(chosen ? [...others, value] : others)
  }
  return (
    <fieldset id={id} className={styles.group} aria-describedby={describedBy}>
      <legend className={styles.legend}>
        {legend}
        {optional && <span className={styles.optional}> {optional}</span>}
      </legend>
      {hint && <Hint id={id}>{hint}</Hint>}
      <div className={classes(styles.rows, columns === 2 && styles.pair)}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.row}>
            <input
              type={type}
              name={props.name ?? own}
              value={choice.value}
              checked={isChosen(choice.value)}
              disabled={choice.disabled}
              aria-invalid={invalid}
              className={type === 'radio' ? styles.dot : styles.box}
              onChange={(event) => choose(choice.value, event.target.checked)}
              onBlur={onBlur}
            />
            <span>
              {choice.label}
              {choice.hint && <span className={styles.rowHint}>{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}
