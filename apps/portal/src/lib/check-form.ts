import { messages, type MessageKey } from '@gatehouse/validation/messages'
import * as v from 'valibot'

export type FieldErrors = Partial<Record<string, MessageKey>>

/** What filled-in values are worth to a schema: its input, or the first thing that is wrong with each field. */
export function checkForm<Schema extends v.GenericSchema>(
  schema: Schema,
  values: unknown,
): { input: v.InferOutput<Schema>; errors: FieldErrors } | { input?: undefined; errors: FieldErrors } {
  const result = v.safeParse(schema, values)
  if (result.success) return { input: result.output, errors: {} }
  const errors: FieldErrors = {}
  for (const issue of result.issues) {
    const field = v.getDotPath(issue)
    if (field === null) continue
    errors[field] ??= Object.hasOwn(messages, issue.message) ? (issue.message as MessageKey) : 'wrong_type'
  }
  return { errors }
}
