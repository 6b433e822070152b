import { limits } from '@gatehouse/validation/limits'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, Staff } from '../../../context.ts'
import { recoveryCodes, recoveryCodeSets, totpMethods } from '../../../db/schema/two-step.ts'
import { users } from '../../../db/schema/users.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import { tryDecrypt, DecryptionError } from '../../../lib/encryption.ts'
import type { TwoStepDeps } from './deps.ts'
import { type EnabledMethod, findMethods, type HeldAccount, holdAccount, preparedBy } from './queries.ts'
import { newRecoveryCodes, tailOf } from './recovery-codes.ts'
import { newSeed, secretOf, stepOfCode, totpUri } from './totp.ts'
import { spendStep } from './verify-code.ts'

const HOUR = 3_600_000

/** What was prepared longer ago has been forgotten. */
export function preparedSince(now: Date): Date {
  return new Date(now.getTime() - limits.pendingTwoStepHours * HOUR)
}

/**
 * Holds the account for a change of its second steps.
 * @throws AppError `two_step_required` where the session owes a second step that is set up: only setting up a first one is
 *   open to a half session
 */
export async function holdForChange(
  tx: Transaction,
  actor: Staff,
): Promise<HeldAccount & { methods: EnabledMethod[] }> {
  const held = await holdAccount(tx, actor)
  const methods = await findMethods(tx, actor)
  if (!held.session.authenticated && methods.length > 0) throw new AppError('two_step_required')
  return { ...held, methods }
}

/**
 * Whoever has a second step and adds, replaces or removes one has given a code in this session a short time ago: an open screen,
 * a stolen token or a remembered device is not enough.
 * @throws AppError `step_up_required`
 */
export function assertFreshProof(
  { methods, session: { provedAt } }: HeldAccount & { methods: EnabledMethod[] },
  now: Date,
): void {
  if (methods.length === 0) return
  const isFresh = provedAt !== null && now.getTime() - provedAt.getTime() < limits.stepUpMinutes * 60_000
  if (!isFresh) throw new AppError('step_up_required')
}

/** Prepares an authenticator app. One that this session prepared before is dropped; what is enabled stays until then. */
export async function prepareTotp(
  { db, actor, now }: Context<Staff>,
  { cipher }: TwoStepDeps,
): Promise<{ id: string; type: 'totp'; uri: string; secret: string }> {
  const { clientId, userId, sessionId } = actor
  return withScope(db, actor.ownScope, async (tx) => {
    const held = await holdForChange(tx, actor)
    assertFreshProof(held, now)
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
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

/** An authenticator that this session prepares, with its seed opened. */
export async function findPreparedTotp(
  tx: Transaction,
  { cipher }: TwoStepDeps,
  { clientId, userId, sessionId }: Staff,
  id: string,
  now: Date,
) {
  const [method] = await tx
    .select()
    .from(totpMethods)
    .where(
      and(
        eq(totpMethods.clientId, clientId),
        eq(totpMethods.preparedBy, sessionId),
        eq(totpMethods.userId, userId),
        isNull(totpMethods.enabledAt),
        gt(totpMethods.createdAt, preparedSince(now)),
      ),
    )
  // Compared here: what is no UUID is no error of the database.
  if (method?.id !== id) return undefined
  const seed = tryDecrypt(() => cipher.decrypt(method.encryptedSeed, clientId, userId, id))
  // Sealed with another key: whoever set it up begins again.
  if (seed instanceof DecryptionError) return undefined
  return { id, lastStep: method.lastStep, isConfirmed: method.confirmedAt !== null, seed }
}

/** Shows that the prepared app makes the right codes. The code's step is spent: it cannot be the first to log in with. */
export async function confirmTotp(
  { db, actor, now }: Context<Staff>,
  parts: TwoStepDeps,
  { id, code }: { id: string; code: string },
): Promise<{ valid: boolean }> {
  return withScope(db, actor.ownScope, async (tx) => {
    await holdForChange(tx, actor)
    const method = await findPreparedTotp(tx, parts, actor, id, now)
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
  await tx
    .update(totpMethods)
    .set({ confirmedAt: now })
    .where(and(eq(totpMethods.clientId, clientId), eq(totpMethods.id, id)))
  return true
}

export interface PreparedCodes {
  id: string
  type: 'recovery-codes'
  recoveryCodes: string[]
}

/** Prepares ten recovery codes. A set that this session prepares already is answered again, so that none is lost that was noted down. */
export async function prepareRecoveryCodes(
  { db, actor, now }: Context<Staff>,
  parts: TwoStepDeps,
): Promise<PreparedCodes> {
  const { clientId, userId, sessionId } = actor
  return withScope(db, actor.ownScope, async (tx) => {
    const held = await holdForChange(tx, actor)
    assertFreshProof(held, now)
    const pending = await findPreparedCodes(tx, parts, actor, now)
    if (pending) return pending
    await tx.delete(recoveryCodeSets).where(preparedBy(recoveryCodeSets, actor))
    const id = newId(now)
    const codes = newRecoveryCodes()
    await tx.insert(recoveryCodeSets).values({
      clientId,
      id,
      userId,
      preparedBy: sessionId,
      encryptedCodes: parts.cipher.encrypt(Buffer.from(JSON.stringify(codes)), clientId, userId, id),
      createdAt: now,
    })
    await tx.insert(recoveryCodes).values(
      codes.map((code, position) => ({
        clientId,
        setId: id,
        position,
        codeHash: parts.recoveryHash.digest(id, code),
        tail: tailOf(code),
      })),
    )
    return { id, type: 'recovery-codes' as const, recoveryCodes: codes }
  })
}

/** The recovery codes that this session prepares, in clear. */
export async function findPreparedCodes(
  tx: Transaction,
  { cipher }: TwoStepDeps,
  { clientId, userId, sessionId }: Staff,
  now: Date,
): Promise<PreparedCodes | undefined> {
  const [set] = await tx
    .select({ id: recoveryCodeSets.id, encryptedCodes: recoveryCodeSets.encryptedCodes })
    .from(recoveryCodeSets)
    .where(
      and(
        eq(recoveryCodeSets.clientId, clientId),
        eq(recoveryCodeSets.preparedBy, sessionId),
        eq(recoveryCodeSets.userId, userId),
        gt(recoveryCodeSets.createdAt, preparedSince(now)),
      ),
    )
  const { id, encryptedCodes } = set ?? {}
  if (!id || !encryptedCodes) return undefined
  const opened = tryDecrypt(() => cipher.decrypt(encryptedCodes, clientId, userId, id))
  if (opened instanceof DecryptionError) return undefined
  return { id, type: 'recovery-codes', recoveryCodes: JSON.parse(opened.toString()) as string[] }
}
