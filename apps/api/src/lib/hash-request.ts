import { createHash } from 'node:crypto'
import { AppError } from './app-error.ts'

/** SHA-256 of a JSON value, independent of the order of its properties. */
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

/** @throws AppError `conflict` where an idempotency key was used with another request */
export function assertSameRequest(stored: Uint8Array, requestHash: Uint8Array): void {
  if (!Buffer.from(stored).equals(requestHash))
    throw new AppError('conflict', { message: 'This idempotency key was used with another body.' })
}
