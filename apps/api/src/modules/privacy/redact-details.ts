/** Properties whose text is always one of our own codes, never user input. */
const codeKeys = new Set(['reason', 'type', 'types', 'fields', 'kind', 'class', 'action', 'status'])
const countKeys = new Set([
  'sessions',
  'devices',
  'contact_rows',
  'answer_rows',
  'temperature_rows',
  'photo_rows',
])
/** How many records of each kind an erasure emptied or left. */
const countsKeys = new Set(['erased', 'kept'])
const code = /^[a-z]+(?:[_.-][a-z]+)*$/

/**
 * The details of an audit entry without anything that could identify a person. Booleans, counts and
 * our own codes stay; all other text, numbers and objects are removed.
 */
export function redactDetails(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).filter(([key, value]) => isImpersonal(key, value)))
}

function isImpersonal(key: string, value: unknown): boolean {
  if (!code.test(key)) return false
  if (typeof value === 'boolean' || value === null) return true
  if (countKeys.has(key)) return Number.isInteger(value)
  if (countsKeys.has(key)) return isCounts(value)
  if (!codeKeys.has(key)) return false
  return (Array.isArray(value) ? value : [value]).every((one) => typeof one === 'string' && code.test(one))
}

function isCounts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(([kind, count]) => code.test(kind) && Number.isInteger(count))
}
