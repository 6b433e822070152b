import { and, eq } from 'drizzle-orm'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { StoredResponse } from '../../lib/serializer.ts'

/** What makes two sign-ins the same one: the method, the caller's key, and the body. */
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

/** An equal sign-in was faster: what this one did is to be undone, and the other's answer is there. */
export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError'
}

/**
 * Keeps the answer under the key. Of all that a sign-in writes it is sent first: a twin that comes meanwhile waits here, on the
 * index, until this transaction ends.
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
