import { createHash } from 'node:crypto'

/** SHA-256 over a JSON value, the same whatever the order of its properties: tells whether two bodies say the same. */
export function hashRequest(value: unknown): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]),
  )
}
