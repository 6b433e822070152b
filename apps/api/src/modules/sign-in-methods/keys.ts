import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { methodKeys } from '../../db/schema/sign-in-methods.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newMethodKey } from './method-key.ts'
import { unpairKiosks } from './paired-kiosks.ts'

interface KeyOwner {
  clientId: string
  methodId: string
}

/** How often a key is drawn. Even with half of all keys in use, one attempt in a million million finds none. */
const MOST_DRAWS = 40

/**
 * Gives a method a key, as `drawKey`. It counts once the transaction commits.
 * @throws AppError `too_many_requests` where the client got many keys lately
 */
export async function issueKey(
  tx: Transaction,
  { limits, now }: Pick<Context, 'limits' | 'now'>,
  owner: KeyOwner,
): Promise<string> {
  const reserved = await limits.reserve(tx, [['newMethodKeys', owner.clientId]])
  const key = await drawKey(tx, owner, now)
  await reserved.commit()
  return key
}

/**
 * Gives a method a key that nobody has, and that nobody had in the last year: a retired key stays in the table until then. Another client's
 * rows cannot be read here, but their keys are as taken as one's own.
 */
export async function drawKey(
  tx: Transaction,
  { clientId, methodId }: KeyOwner,
  now: Date,
  draw: () => string = newMethodKey,
): Promise<string> {
  for (let drawn = 0; drawn < MOST_DRAWS; drawn += 1) {
    const key = draw()
    const issued = await tx
      .insert(methodKeys)
      .values({ key, clientId, methodId, createdAt: now })
      .onConflictDoNothing({ target: methodKeys.key })
      .returning({ key: methodKeys.key })
    if (issued.length > 0) return key
  }
  throw new Error('No free method key was found')
}

/** Retires the keys in use of these methods of a client. Their pages are gone with the commit, and their tablets are unpaired. */
export async function retireKeys(
  tx: Transaction,
  clientId: string,
  methodIds: readonly string[],
  now: Date,
): Promise<void> {
  await unpairKiosks(tx, clientId, methodIds)
  await tx
    .update(methodKeys)
    .set({ retiredAt: now })
    .where(
      and(
        eq(methodKeys.clientId, clientId),
        inArray(methodKeys.methodId, [...methodIds]),
        isNull(methodKeys.retiredAt),
      ),
    )
}
