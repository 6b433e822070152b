import { type FieldFault, fieldFaultOf } from '@gatehouse/validation/field-faults'
import * as v from 'valibot'

export type FieldFaults = Partial<Record<string, FieldFault>>

/** The path of an error about the values as a whole, as the API names it. */
export const WHOLE_FORM = 'body'

/**
 * Validates a form's values against its endpoint's schema.
 * @returns the endpoint's input, or the first error of each wrong field, by its path such as
 *   `items.0.name`
 */
export function checkForm<Schema extends v.GenericSchema>(
  schema: Schema,
  values: unknown,
): { input: v.InferOutput<Schema>; errors: FieldFaults } | { input?: undefined; errors: FieldFaults } {
  const result = v.safeParse(schema, values)
  if (result.success) return { input: result.output, errors: {} }
  const errors: FieldFaults = {}
  for (const issue of result.issues) {
    errors[v.getDotPath(issue) ?? WHOLE_FORM] ??= fieldFaultOf(issue)
  }
  return { errors }
}
