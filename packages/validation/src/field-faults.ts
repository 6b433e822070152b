import type * as v from 'valibot'
import type { FieldCode } from './field-codes.ts'
import { type NumberRange, rangeOf } from './number-range.ts'

/** Why a field was refused: a key, or the range that its number has to be in (`number_range`). */
export type FieldFault = FieldCode | NumberRange

export const codeOfFault = (fault: FieldFault): FieldCode =>
  typeof fault === 'string' ? fault : 'number_range'

/** valibot's own sentences have spaces. The list itself would make the login load all keys. */
const isKey = (message: string): message is FieldCode => /^[a-z_]+$/.test(message)

/** The fault that a schema found: a key where the schema names one, else valibot's sentence. */
export function fieldFaultOf({ type, expected, message }: v.BaseIssue<unknown>): FieldFault {
  if (type === 'strict_object' && expected === 'never') return 'unknown_field'
  return isKey(message) ? message : (rangeOf(message) ?? 'wrong_type')
}
