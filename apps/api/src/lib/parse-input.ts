import type { EndpointDeclaration, EndpointInput } from '@gatehouse/validation/endpoint'
import { type FieldFault, fieldFaultOf } from '@gatehouse/validation/field-faults'
import { findUnsafeText } from '@gatehouse/validation/safe-text'
import * as v from 'valibot'
import { AppError } from './app-error.ts'

interface RawInput {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
}

const parts = ['params', 'query', 'headers', 'body'] as const

/** With more values only the first error is reported: all would block the event loop. */
const MANY_VALUES = 1000

/**
 * Parses a request by the declaration of its endpoint.
 * @throws AppError `bad_request` with a message key for each field at fault; `not_found` for a
 *   parameter that is not an id
 */
export function parseInput<E extends EndpointDeclaration>(
  endpoint: E,
  raw: RawInput,
): Omit<EndpointInput<E>, 'upload'> {
  const input: Record<string, unknown> = {}
  // No prototype: a field may be named `toString`.
  const fields: Record<string, FieldFault> = Object.create(null)
  for (const part of parts) {
    const schema = endpoint[part]
    if (!schema) continue
    const unsafe = part === 'headers' ? undefined : findUnsafeText(raw[part])
    if (unsafe !== undefined) {
      fields[unsafe || part] = 'unsafe_text'
      continue
    }
    if (Array.isArray(raw[part]) && schema.type !== 'array') {
      // Valibot accepts a list as an object without fields.
      fields[part] = 'wrong_type'
      continue
    }
    const given = raw[part] ?? undefined
    const parsed = v.safeParse(schema, given, { abortEarly: hasMoreValues(given, MANY_VALUES) })
    if (parsed.success) input[part] = parsed.output
    else if (part === 'params') throw new AppError('not_found')
    else for (const issue of parsed.issues) fields[v.getDotPath(issue) ?? part] ??= fieldFaultOf(issue)
  }
  if (Object.keys(fields).length > 0) throw new AppError('bad_request', { fields })
  return input as Omit<EndpointInput<E>, 'upload'>
}

/** Whether there are more than `most` values, at any depth. */
function hasMoreValues(value: unknown, most: number): boolean {
  let count = 0
  const rest = [value]
  for (const one of rest) {
    count += 1
    if (count > most) return true
    if (typeof one !== 'object' || one === null) continue
    const inner = Object.values(one)
    if (count + inner.length > most) return true
    rest.push(...inner)
  }
  return false
}
