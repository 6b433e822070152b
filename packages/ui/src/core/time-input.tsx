import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { digitsOf } from './code.ts'
import fieldStyles from './field.module.css'
import { hourText, partsOf, shiftTime, withDayPeriod, withHour, withMinute } from './time-of-day.ts'
import styles from './time-input.module.css'

type Part = 'hour' | 'minute'

export interface TimeInputProps {
  label: ReactNode
  /** The name of a part, for a screen reader. */
  partName: (part: Part | 'dayPeriod') => string
  /** The words for before and after noon. Without them the hours count from 0 to 23. */
  dayPeriods: readonly [string, string] | undefined
  /** `HH:MM` */
  value: string
  onChange: (value: string) => void
  /** The focus leaves the control. */
  onLeave: () => void
  /** In the line of the label: a button for a usual time. */
  shortcut?: ReactNode
  /** Below the figures: the day and the zone. */
  hint: ReactNode
}

/**
 * A time of day in large figures: two fields of digits, and the day period where the language has one. It wraps where a native time input
 * cuts its day period off.
 */
export function TimeInput(props: TimeInputProps) {
  const { label, partName, dayPeriods, value, onChange, onLeave, shortcut, hint } = props
  const id = useId()
  /** The digits of the field that is being typed into. They are shown as long as they are those of the value, or incomplete. */
  const [typed, setTyped] = useState<{ part: Part; text: string }>()
  const hasDayPeriods = dayPeriods !== undefined
  const { hour } = partsOf(value)
  const shown = { hour: hourText(value, hasDayPeriods), minute: value.slice(3, 5) }
  const textOf = (part: Part) => {
    if (typed?.part !== part) return shown[part]
    return [value, undefined].includes(timeWith(part, typed.text)) ? typed.text : shown[part]
  }
  const timeWith = (part: Part, text: string) =>
    part === 'hour' ? withHour(value, text, hasDayPeriods) : withMinute(value, text)

  const type = (part: Part, entered: string) => {
    const digits = digitsOf(entered, 2)
    // A second digit that gives no time begins anew.
    const text = digits.length < 2 || timeWith(part, digits) ? digits : digits.slice(1)
    setTyped({ part, text })
    const time = timeWith(part, text)
    if (time) onChange(time)
  }
  const step = (event: KeyboardEvent, minutes: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    setTyped(undefined)
    onChange(shiftTime(value, event.key === 'ArrowUp' ? minutes : -minutes))
  }
  const digits = (part: Part) => (
    <input
      className={classes(fieldStyles.control, styles.digits)}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      role="spinbutton"
      aria-label={partName(part)}
      aria-valuenow={Number(shown[part])}
      aria-valuemin={part === 'hour' && hasDayPeriods ? 1 : 0}
      aria-valuemax={part === 'minute' ? 59 : hasDayPeriods ? 12 : 23}
      aria-valuetext={shown[part]}
      value={textOf(part)}
      onChange={(event) => type(part, event.target.value)}
      onKeyDown={(event) => step(event, part === 'hour' ? 60 : 1)}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyped(undefined)}
    />
  )

  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
      }}
    >
      <div className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {shortcut}
      </div>
      <div className={styles.time}>
        <div className={styles.figures}>
          {digits('hour')}
          <span aria-hidden="true">:</span>
          {digits('minute')}
        </div>
        {dayPeriods && (
          <div role="radiogroup" aria-label={partName('dayPeriod')} className={styles.dayPeriods}>
            {dayPeriods.map((name, at) => (
              <label key={name} className={styles.dayPeriod}>
                <input
                  type="radio"
                  name={`${id}-day-period`}
                  checked={hour < 12 === (at === 0)}
                  onChange={() => onChange(withDayPeriod(value, at === 1))}
                />
                {name}
              </label>
            ))}
          </div>
        )}
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  )
}
