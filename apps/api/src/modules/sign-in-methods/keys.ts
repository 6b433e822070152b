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

/** A random key in the alphabet of posters. Every key is as likely as any other. */
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
    const { count: issued } = await tx
      .insert(methodKeys)
      .values({ key, clientId, methodId, createdAt: now })
      .onConflictDoNothing({ target: methodKeys.key })
    if (issued > 0) return key
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

/**
 * Gives a method a new key. Printed posters with the old one lead nowhere from then on. Of several
 * renewals at once one is accepted: the keys that the others would answer would not work any more.
 */
export function renewKey(
  { db, actor, now, limits }: Context<StaffActor>,
  id: string,
  { ifMatch, publicUrl }: Omit<MethodEdit, 'changes'>,
): Promise<MethodRow> {
  return withScope(db, actor.scope, async (tx) => {
    const asked = await getMethodOrThrow(tx, actor, 'manage', id)
    // Here it waits for a renewal that is running. The key is of another table, so it is read again.
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
    // A key is no secret: it is an address that hangs on the wall.
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'sign_in_method.key_renewed', 'sign_in_method', { clientId, id }),
      details: { before: { key: row.key }, after: { key } },
    })
    return getMethodOrThrow(tx, actor, 'manage', id)
  })
}
