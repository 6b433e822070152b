import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { StoredResponse } from '../../lib/serializer.ts'

/** Two requests are the same one if the method, the caller's key and the body are equal. */
export interface IdempotencyKey {
  clientId: string
  methodId: string
  key: string
  requestHash: Uint8Array
}

const selectResponse = preparedQuery(
  (db, { clientId, methodId, key }: Placeholders<'clientId' | 'methodId' | 'key'>) =>
    db
      .select({
        requestHash: idempotencyKeys.requestHash,
        status: idempotencyKeys.status,
        answer: idempotencyKeys.answer,
      })
      .from(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.clientId, clientId),
          eq(idempotencyKeys.methodId, methodId),
          eq(idempotencyKeys.key, key),
        ),
      ),
)

const insertResponse = preparedQuery(
  (
    db,
    row: Placeholders<'clientId' | 'methodId' | 'key' | 'requestHash' | 'status' | 'answer' | 'createdAt'>,
  ) => {
    const { clientId, methodId, key, requestHash, status, answer, createdAt } = row
    return db
      .insert(idempotencyKeys)
      .values({ clientId, methodId, key, requestHash, status, answer, createdAt })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key })
  },
)

/**
 * What an earlier sign-in under the key was answered.
 * @throws AppError `conflict` where the key was used with another body
 */
export async function findStoredResponse(
  tx: Transaction,
  { clientId, methodId, key, requestHash }: IdempotencyKey,
): Promise<StoredResponse | undefined> {
  const [found] = await selectResponse(tx, { clientId, methodId, key })
  if (!found) return undefined
  if (!Buffer.from(found.requestHash).equals(requestHash)) {
    throw new AppError('conflict', { message: 'This idempotency key was used with another body.' })
  }
  if (found.status === null || found.answer === null) throw new Error('A stored submission has its answer')
  return new StoredResponse(found.status, found.answer)
}

/** An equal request was faster. This transaction has to be rolled back; the other's answer is stored. */
export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError'
}

/**
 * Stores the answer under the key. This is the first write of a sign-in, so an equal request waits at this unique index until the
 * transaction ends.
 * @throws DuplicateRequestError
 */
export async function storeResponse(
  tx: Transaction,
  name: IdempotencyKey,
  { status, text }: StoredResponse,
  now: Date,
): Promise<void> {
  const kept = await insertResponse(tx, { ...name, status, answer: text, createdAt: now })
  if (kept.length === 0) throw new DuplicateRequestError()
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
