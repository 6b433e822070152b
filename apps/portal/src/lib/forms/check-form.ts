import { isFieldCode, type FieldCode } from '@gatehouse/validation/field-codes'
import * as v from 'valibot'

export type FieldErrorKeys = Partial<Record<string, FieldCode>>

/**
 * Checks the values of a form against the schema of its endpoint.
 * @returns the endpoint's input, or the first error of each wrong field, by its path such as `items.0.name`
 */
export function checkForm<Schema extends v.GenericSchema>(
  schema: Schema,
  values: unknown,
): { input: v.InferOutput<Schema>; errors: FieldErrorKeys } | { input?: undefined; errors: FieldErrorKeys } {
  const result = v.safeParse(schema, values)
  if (result.success) return { input: result.output, errors: {} }
  const errors: FieldErrorKeys = {}
  for (const issue of result.issues) {
    const field = v.getDotPath(issue)
    if (field !== null) errors[field] ??= keyOf(issue.message)
  }
  return { errors }
}

/** The messages of our schemas are keys. Valibot's own messages, such as that of a wrong type, are English sentences. */
function keyOf(message: string): FieldCode {
  return isFieldCode(message) ? message : 'wrong_type'
}
