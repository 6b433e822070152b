import type { Context, StaffActor } from '../context.ts'
import type { Database } from '../db/client.ts'
import { hasValues } from '../db/has-values.ts'
import { inOneTransaction } from '../db/in-one-transaction.ts'
import { creationKeys } from '../db/schema/creation-keys.ts'
import { withReadScope } from '../db/tenancy.ts'
import type { Cipher } from '../lib/encryption.ts'
import { assertSameRequest } from '../lib/hash-request.ts'

/** A call that creates a row, with a person's idempotency key. */
export interface KeyedCall {
  key: string
  requestHash: Uint8Array
  /** Creates the row in transactions of this database, and returns the response. */
  create: (db: Database) => Promise<string>
}

/** A concurrent equal call was first. */
class KeyTakenError extends Error {}

/**
 * Makes a creating call idempotent: equal calls get the response to the first one. A key belongs to
 * one person in one client. It is written with the row, so a refused call leaves it free, and a
 * concurrent call waits for the first. The response may contain a secret that is shown once, or
 * personal data, so it is stored encrypted.
 * @throws AppError `conflict` where the person has used the key for another call
 */
export async function createOnce(
  { db, actor, now }: Pick<Context<StaffActor>, 'db' | 'actor' | 'now'>,
  cipher: Cipher,
  { key, requestHash, create }: KeyedCall,
): Promise<string> {
  const { scope, userId } = actor
  const clientId = scope.kind === 'client' ? scope.clientId : actor.clientId
  const isOwn = hasValues(creationKeys, { clientId, userId, key })
  const find = async (): Promise<string | undefined> => {
    const [row] = await withReadScope(db, scope, (tx) => tx.select().from(creationKeys).where(isOwn))
    if (!row) return undefined
    assertSameRequest(row.requestHash, requestHash)
    if (!row.encryptedResponse) throw new Error('A stored call has its response')
    return cipher.decrypt(row.encryptedResponse, clientId, userId, key).toString()
  }
  const stored = await find()
  if (stored !== undefined) return stored
  try {
    return await inOneTransaction(db, scope, {
      before: async (tx) => {
        const [own] = await tx
          .insert(creationKeys)
          .values({ clientId, userId, key, requestHash, createdAt: now })
          .onConflictDoNothing()
          .returning({ key: creationKeys.key })
        if (!own) throw new KeyTakenError('An equal call was faster')
      },
      work: create,
      after: async (tx, response) => {
        const encryptedResponse = cipher.encrypt(Buffer.from(response), clientId, userId, key)
        await tx.update(creationKeys).set({ encryptedResponse }).where(isOwn)
      },
    })
  } catch (error) {
    const first = error instanceof KeyTakenError ? await find() : undefined
    if (first === undefined) throw error
    return first
  }
}
