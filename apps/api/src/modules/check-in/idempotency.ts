import { createHash } from 'node:crypto'
import type { idempotencyKeys } from '../../db/schema/visits.ts'
import { AppError } from '../../lib/app-error.ts'
import { StoredResponse } from '../../lib/serializer.ts'

/** A request under an idempotency key, and its response. */
export type StoredRequest = Pick<typeof idempotencyKeys.$inferSelect, 'requestHash' | 'status' | 'response'>

/**
 * The response to the earlier request, if this is the same one.
 * @throws AppError `conflict` where the key was used with another body
 */
export function responseOf(stored: StoredRequest, requestHash: Uint8Array): StoredResponse {
  if (!Buffer.from(stored.requestHash).equals(requestHash))
    throw new AppError('conflict', { message: 'This idempotency key was used with another body.' })
  if (stored.status === null || stored.response === null) throw new Error('A stored request has its response')
  return new StoredResponse(stored.status, stored.response)
}

/** SHA-256 over a JSON value. The order of its properties makes no difference. */
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
