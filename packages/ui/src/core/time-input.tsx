import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { classes } from './classes.ts'
import { digitsOf } from './code.ts'
import { FieldError } from './field.tsx'
import fieldStyles from './field.module.css'
import {
  hourText,
  partsOf,
  readWholeTime,
  shiftTime,
  withDayPeriod,
  withHour,
  withMinute,
} from './time-of-day.ts'
import styles from './time-input.module.css'

const parts = ['hour', 'minute'] as const
type Part = (typeof parts)[number]

/** The result of typing: a key beside two digits. */
const isTypedText = /^\P{N}*\p{N}{0,3}\P{N}*$/u
const LONGEST_PASTED = 12

export interface TimeInputProps {
  label: ReactNode
  /** The accessible name of a part. */
  partName: (part: Part | 'dayPeriod') => string
  /** The error for a part that is not a number from `least` to `most`. */
  faultOf: (part: Part, least: number, most: number) => ReactNode
  /** The texts for before and after noon. Without them the hours count from 0 to 23. */
  dayPeriods: readonly [string, string] | undefined
  /** `HH:MM` */
  value: string
  /** Whether all typed parts form a time. If not, `value` contains the valid parts. */
  isTime: boolean
  onChange: (value: string, isTime: boolean) => void
  /** Also shows the error of a part that is still being typed. */
  isChecked?: boolean
  /** Called when the focus leaves the control. */
  onLeave: () => void
  /** In the line of the label: a button for a common time. */
  shortcut?: ReactNode
  /** Below the digits: the day and the zone. */
  hint: ReactNode
}

/**
 * A time of day in large digits: two numeric fields, and the day period if the language has one.
 * Typed text stays until it is a time. It wraps where a native time input cuts off the day period.
 */
export function TimeInput(props: TimeInputProps) {
  const { label, partName, faultOf, dayPeriods, value, isTime, onChange, onLeave, shortcut, hint } = props
  const id = useId()
  /** The typed digits of each part. */
  const [typed, setTyped] = useState<{ [Name in Part]?: string | undefined }>({})
  /** The part that is being typed. */
  const [current, setCurrent] = useState<Part>()
  /** A press within the control has started. */
  const isPressed = useRef(false)
  const hasDayPeriods = dayPeriods !== undefined
  const { hour } = partsOf(value)
  const shown = { hour: hourText(value, hasDayPeriods), minute: value.slice(3, 5) }
  const range: Record<Part, [number, number]> = { hour: hasDayPeriods ? [1, 12] : [0, 23], minute: [0, 59] }
  const timeWith = (time: string, part: Part, text: string) =>
    part === 'hour' ? withHour(time, text, hasDayPeriods) : withMinute(time, text)
  /** The text of a part if it differs from its part of the value. */
  const textOf = (part: Part) => {
    const text = typed[part]
    if (text === undefined) return undefined
    const time = timeWith(value, part, text)
    return (time === undefined ? !isTime : time === value) ? text : undefined
  }
  const faults = parts.filter((part) => {
    const text = textOf(part)
    if (text === undefined || timeWith(value, part, text) !== undefined) return false
    return props.isChecked || part !== current || text.length >= 2
  })

  const type = (part: Part, input: HTMLInputElement) => {
    const entered = input.value
    const whole = readWholeTime(entered)
    // Invalid pasted text stays whole, with an error: cut to two digits it would be another time.
    const own = isTypedText.test(entered) ? digitsOf(entered, 2) : entered.trim().slice(0, LONGEST_PASTED)
    const texts = whole ?? { hour: textOf('hour'), minute: textOf('minute'), [part]: own }
    let time = value
    let isWhole = true
    if (whole?.isAfternoon !== undefined && Number(whole.hour) <= 12) {
      time = withDayPeriod(value, whole.isAfternoon)
      if (!hasDayPeriods) whole.hour = String((Number(whole.hour) % 12) + (whole.isAfternoon ? 12 : 0))
    }
    setTyped({ hour: texts.hour, minute: texts.minute })
    setCurrent(part)
    for (const each of parts) {
      const text = texts[each]
      const next = text === undefined ? time : timeWith(time, each, text)
      time = next ?? time
      isWhole &&= next !== undefined
    }
    if (!whole) return onChange(time, isWhole)
    flushSync(() => onChange(time, isWhole))
    input.select()
  }
  const set = (time: string) => {
    setTyped({})
    onChange(time, true)
  }
  const step = (event: KeyboardEvent<HTMLInputElement>, minutes: number) => {
    if (event.key === 'Enter') setCurrent(undefined)
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    flushSync(() => set(shiftTime(value, event.key === 'ArrowUp' ? minutes : -minutes)))
    // The next typed text replaces it.
    event.currentTarget.select()
  }
  const leave = (part: Part) => {
    setCurrent(undefined)
    const text = typed[part]
    // A valid time is shown in its usual form, such as 05 for 5.
    if (text !== undefined && timeWith(value, part, text) !== undefined)
      setTyped({ ...typed, [part]: undefined })
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
      aria-valuemin={range[part][0]}
      aria-valuemax={range[part][1]}
      aria-valuetext={textOf(part) ?? shown[part]}
      aria-invalid={faults.includes(part) || undefined}
      aria-describedby={faults.includes(part) ? `${id}-error` : undefined}
      value={textOf(part) ?? shown[part]}
      onChange={(event) => type(part, event.target)}
      onKeyDown={(event) => step(event, part === 'hour' ? 60 : 1)}
      onFocus={(event) => event.target.select()}
      onBlur={() => leave(part)}
    />
  )

  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      onPointerDown={() => (isPressed.current = true)}
      onPointerCancel={() => (isPressed.current = false)}
      onClick={() => (isPressed.current = false)}
      onBlur={(event) => {
        // Safari does not focus a pressed day period.
        if (!isPressed.current && !event.currentTarget.contains(event.relatedTarget)) onLeave()
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
                  onChange={() => onChange(withDayPeriod(value, at === 1), isTime)}
                />
                {name}
              </label>
            ))}
          </div>
        )}
      </div>
      <FieldError id={id}>
        {faults.length > 0 &&
          faults.map((part) => (
            <span key={part} className={styles.fault}>
              {faultOf(part, ...range[part])}
            </span>
          ))}
      </FieldError>
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  )
}
