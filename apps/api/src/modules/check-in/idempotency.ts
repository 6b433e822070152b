import type { idempotencyKeys } from '../../db/schema/visits.ts'
import { assertSameRequest } from '../../lib/hash-request.ts'
import { StoredResponse } from '../../lib/serializer.ts'

/** A request under an idempotency key, and its response. */
export type StoredRequest = Pick<typeof idempotencyKeys.$inferSelect, 'requestHash' | 'status' | 'response'>

/**
 * The response to the earlier request, if this is the same one.
 * @throws AppError `conflict` where the key was used with another body
 */
export function responseOf(stored: StoredRequest, requestHash: Uint8Array): StoredResponse {
  assertSameRequest(stored.requestHash, requestHash)
  if (stored.status === null || stored.response === null) throw new Error('A stored request has its response')
  return new StoredResponse(stored.status, stored.response)
}
