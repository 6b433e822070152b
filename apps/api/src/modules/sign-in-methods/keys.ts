import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { methodKeys, signInMethods } from '../../db/schema/sign-in-methods.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { unpairKiosks } from './paired-kiosks.ts'
import { randomInt } from 'node:crypto'
import { methodKeyAlphabet, methodKeyLength } from '@gatehouse/validation/method-key'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { nextModified } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { AppError } from '../../lib/app-error.ts'
import { getMethodOrThrow, type MethodRow } from './method-list.ts'
import { toMethodResponse } from './responses.ts'
import type { MethodEdit } from './write-method.ts'

/** A random key in the alphabet of posters, uniformly distributed. */
export function newMethodKey(random: (below: number) => number = randomInt): string {
  const characters = Array.from(
    { length: methodKeyLength },
    () => methodKeyAlphabet[random(methodKeyAlphabet.length)],
  )
  return characters.join('')
}

interface KeyOwner {
  clientId: string
  methodId: string
}

/** The most draws for a key. Even with half of all keys in use, only 1 call in 10^12 finds none. */
const MOST_DRAWS = 40

/**
 * Gives a method a key, like `drawKey`. It is valid once the transaction commits.
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
 * Gives a method a key that no method has, or had in the last year: retired keys stay in the table
 * until then. Row-level security hides the keys of other clients, but the unique index covers them
 * too.
 */
export async function drawKey(
  tx: Transaction,
  { clientId, methodId }: KeyOwner,
  now: Date,
  draw: () => string = newMethodKey,
): Promise<string> {
  for (let drawn = 0; drawn < MOST_DRAWS; drawn += 1) {
    const key = draw()
    const { count: issued } = await tx
      .insert(methodKeys)
      .values({ key, clientId, methodId, createdAt: now })
      .onConflictDoNothing({ target: methodKeys.key })
    if (issued > 0) return key
  }
  throw new Error('No free method key was found')
}

/** Retires the keys of these methods. With the commit their pages end and tablets are unpaired. */
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

/**
 * Gives a method a new key. Printed posters with the old one stop working. Of several concurrent
 * renewals only one is accepted, because the keys returned by the others would not work.
 */
export function renewKey(
  { db, actor, now, limits }: Context<StaffActor>,
  id: string,
  { ifMatch, publicUrl }: Omit<MethodEdit, 'changes'>,
): Promise<MethodRow> {
  return withScope(db, actor.scope, async (tx) => {
    const asked = await getMethodOrThrow(tx, actor, 'manage', id)
    // Waits here for a concurrent renewal. The key is in another table, so it is read again.
    await getMethodOrThrow(tx, actor, 'manage', id, { lock: true })
    const row = await getMethodOrThrow(tx, actor, 'manage', id)
    const { clientId, retiredAt, lastModified } = row.method
    if (retiredAt) throw new AppError('method_retired')
    if (row.key !== asked.key || (ifMatch !== undefined && ifMatch !== lastModified.toISOString()))
      throw new AppError('changed_meanwhile', { current: toMethodResponse(row, publicUrl) })
    await retireKeys(tx, clientId, [id], now)
    const key = await issueKey(tx, { limits, now }, { clientId, methodId: id })
    await tx
      .update(signInMethods)
      .set({ lastModified: nextModified(signInMethods.lastModified, now) })
      .where(hasValues(signInMethods, { clientId, id }))
    // A key is no secret: it is an address on a public poster.
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'sign_in_method.key_renewed', 'sign_in_method', { clientId, id }),
      details: { before: { key: row.key }, after: { key } },
    })
    return getMethodOrThrow(tx, actor, 'manage', id)
  })
}
