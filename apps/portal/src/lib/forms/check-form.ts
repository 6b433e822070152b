import { type FieldCode, fieldCodeOf } from '@gatehouse/validation/field-codes'
import * as v from 'valibot'

export type FieldErrorKeys = Partial<Record<string, FieldCode>>

/** The path of an error of the values as a whole, as the API names it. */
export const WHOLE_FORM = 'body'

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
    errors[v.getDotPath(issue) ?? WHOLE_FORM] ??= fieldCodeOf(issue)
  }
  return { errors }
}
