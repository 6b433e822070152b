import * as v from 'valibot'

export interface NumberRange {
  min: number
  max: number
  isWhole: boolean
}

const KEY = 'number_range'

/** The message of a schema: its key with the range, so that texts can state the limits. */
export const rangeMessage = ({ min, max }: Omit<NumberRange, 'isWhole'>, kind: 'whole' | 'any') =>
  `${KEY} ${min} ${max} ${kind}`

/** The range in the message of a schema; undefined where it is another message. */
export function rangeOf(message: string): NumberRange | undefined {
  const [key, min, max, kind] = message.split(' ')
  return key === KEY ? { min: Number(min), max: Number(max), isWhole: kind === 'whole' } : undefined
}

/** A number from `min` to `max`, inclusive. */
export function numberIn(range: { readonly min: number; readonly max: number }) {
  const message = rangeMessage(range, 'any')
  return v.pipe(v.number(message), v.minValue(range.min, message), v.maxValue(range.max, message))
}

/** A whole number from `min` to `max`, inclusive. */
export function wholeNumberIn(range: { readonly min: number; readonly max: number }) {
  const message = rangeMessage(range, 'whole')
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(range.min, message),
    v.maxValue(range.max, message),
  )
}

/** The same in a query, where a number arrives as text. */
export function wholeNumberTextIn(range: { readonly min: number; readonly max: number }) {
  const message = rangeMessage(range, 'whole')
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(range.min, message),
    v.maxValue(range.max, message),
  )
}
