import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { and, gt, isNull, lt } from 'drizzle-orm'
import type * as Otp from 'otplib'
import { hasValues } from '../../../db/has-values.ts'
import type { Context, StaffActor } from '../../../context.ts'
import { totpMethods } from '../../../db/schema/two-step.ts'
import { users } from '../../../db/schema/users.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import { DecryptionError, tryDecrypt } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import { later } from '../../../lib/later.ts'
import type { TwoStepDeps } from '../second-factors.ts'
import { assertRecentProof, lockForChange, preparedBy, preparedSince } from './queries.ts'

const require = createRequire(import.meta.url)
const otp = later(() => require('otplib') as typeof Otp)

const ISSUER = 'Gatehouse'
/** 160 bits, as RFC 4226 (section 4, R6) recommends for a shared secret. */
const SEED_BYTES = 20
const PERIOD_SECONDS = 30
const settings = { algorithm: 'sha1', digits: 6, period: PERIOD_SECONDS } as const

export function newSeed(): Uint8Array {
  return randomBytes(SEED_BYTES)
}

/** The seed as a person types it into an app: base32 (RFC 4648) without padding. */
export function secretOf(seed: Uint8Array): string {
  return new (otp().ScureBase32Plugin)().encode(seed, { padding: false })
}

/** The `otpauth://` URI for a QR code. */
export function totpUri(seed: Uint8Array, account: string): string {
  return otp().generateURI({ issuer: ISSUER, label: account, secret: secretOf(seed), ...settings })
}

/**
 * The time step of a code (TOTP, RFC 6238: SHA-1, 6 digits, 30 s). Because clocks differ, one step
 * early or late is accepted.
 * @returns undefined for a wrong code, and for a step up to `lastStep`, which was accepted before
 */
export function stepOfCode(seed: Uint8Array, code: string, now: Date, lastStep: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const result = otp().verifySync({
    strategy: 'totp',
    secret: seed,
    token: code,
    epoch: now.getTime() / 1000,
    epochTolerance: PERIOD_SECONDS,
    afterTimeStep: lastStep,
    ...settings,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Prepares an authenticator app in place of this session's earlier one. An enabled one stays. */
export async function prepareTotp(
  { db, actor, now }: Context<StaffActor>,
  { cipher }: TwoStepDeps,
): Promise<{ id: string; type: 'totp'; uri: string; secret: string }> {
  const { clientId, userId, sessionId } = actor
  return withScope(db, actor.ownScope, async (tx) => {
    const locked = await lockForChange(tx, actor)
    assertRecentProof(locked, now)
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(hasValues(users, { clientId, id: userId }))
    await tx.delete(totpMethods).where(preparedBy(totpMethods, actor))
    const id = newId(now)
    const seed = newSeed()
    await tx.insert(totpMethods).values({
      clientId,
      id,
      userId,
      preparedBy: sessionId,
      encryptedSeed: cipher.encrypt(seed, clientId, userId, id),
      createdAt: now,
    })
    return { id, type: 'totp' as const, uri: totpUri(seed, user?.email ?? ''), secret: secretOf(seed) }
  })
}

/** The authenticator that this session is preparing, with its seed decrypted. */
export async function findPreparedTotp(
  tx: Transaction,
  { cipher }: TwoStepDeps,
  { clientId, userId, sessionId }: StaffActor,
  id: string,
  now: Date,
) {
  const [method] = await tx
    .select()
    .from(totpMethods)
    .where(
      and(
        hasValues(totpMethods, { clientId, preparedBy: sessionId, userId }),
        isNull(totpMethods.enabledAt),
        gt(totpMethods.createdAt, preparedSince(now)),
      ),
    )
  // Compared here and not in SQL, where text that is no UUID raises an error.
  if (method?.id !== id) return undefined
  const seed = tryDecrypt(() => cipher.decrypt(method.encryptedSeed, clientId, userId, id))
  // The seed was encrypted with another key, so the setup has to start again.
  if (seed instanceof DecryptionError) return undefined
  return { id, lastStep: method.lastStep, isConfirmed: method.confirmedAt !== null, seed }
}

/** Checks that the prepared app generates the right codes. The code is used up. */
export async function confirmTotp(
  { db, actor, now }: Context<StaffActor>,
  deps: TwoStepDeps,
  { id, code }: { id: string; code: string },
): Promise<{ valid: boolean }> {
  return withScope(db, actor.ownScope, async (tx) => {
    await lockForChange(tx, actor)
    const method = await findPreparedTotp(tx, deps, actor, id, now)
    const step = method && stepOfCode(method.seed, code, now, method.lastStep)
    if (step === undefined) return { valid: false }
    return { valid: await confirmStep(tx, actor.clientId, { id, step }, now) }
  })
}

export async function confirmStep(
  tx: Transaction,
  clientId: string,
  { id, step }: { id: string; step: number },
  now: Date,
): Promise<boolean> {
  if (!(await spendStep(tx, { clientId, id, step }))) return false
  await tx.update(totpMethods).set({ confirmedAt: now }).where(hasValues(totpMethods, { clientId, id }))
  return true
}

/**
 * Uses up a time step of a method by compare and set.
 * @returns false where this or a later step was already used
 */
export async function spendStep(
  tx: Transaction,
  { clientId, id, step }: { clientId: string; id: string; step: number },
): Promise<boolean> {
  const { count: used } = await tx
    .update(totpMethods)
    .set({ lastStep: step })
    .where(and(hasValues(totpMethods, { clientId, id }), lt(totpMethods.lastStep, step)))
  return used === 1
}
