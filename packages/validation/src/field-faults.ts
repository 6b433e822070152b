import type * as v from 'valibot'
import type { FieldCode } from './field-codes.ts'
import { type NumberRange, rangeOf } from './number-range.ts'

/** Why a field was refused: a key, or the range that its number has to be in (`number_range`). */
export type FieldFault = FieldCode | NumberRange

export const codeOfFault = (fault: FieldFault): FieldCode =>
  typeof fault === 'string' ? fault : 'number_range'

/** A sentence of valibot has spaces. The list of all keys is left out of what a login loads. */
const isKey = (message: string): message is FieldCode => /^[a-z_]+$/.test(message)

/** What a schema found: a schema's message is a key where the schema names it, and valibot's own sentence elsewhere. */
export function fieldFaultOf({ type, expected, message }: v.BaseIssue<unknown>): FieldFault {
  if (type === 'strict_object' && expected === 'never') return 'unknown_field'
  return isKey(message) ? message : (rangeOf(message) ?? 'wrong_type')
}
