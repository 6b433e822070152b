import type { VerifyTwoStepInput } from '@gatehouse/validation/endpoints/two-step'
import { limits } from '@gatehouse/validation/limits'
import { readRecoveryCode } from '@gatehouse/validation/recovery-codes'
import { and, isNull } from 'drizzle-orm'
import type { Context, StaffActor } from '../../../context.ts'
import { auditOf, recordAudit } from '../../../db/audit.ts'
import { hasValues } from '../../../db/has-values.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { recoveryCodes, recoveryCodeSets, totpMethods, twoStepAccounts } from '../../../db/schema/two-step.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { tryDecrypt, DecryptionError } from '../../../lib/encryption.ts'
import { notifyOwner } from '../../notifications/notify.ts'
import type { Person } from '../account.ts'
import { enabledFor, type EnabledMethod, findMethods, type TwoStepDeps } from '../second-factors.ts'
import { type LockedTwoStep, lockTwoStep, secondsUntil } from './queries.ts'
import { rememberDevice } from './remembered-devices.ts'
import { spendStep, stepOfCode } from './totp.ts'

type Verified =
  | { valid: false }
  | { valid: true; newMethods: EnabledMethod[]; rememberToken?: string | undefined }

/**
 * Checks a code and authenticates the session, or renews its proof. Each code works once, even for
 * parallel requests.
 * @throws AppError `second_factor_spent` after 5 wrong codes of the session, `second_factor_locked`
 * after 10 in a row of the account
 * @throws DecryptionError where the account's seed cannot be decrypted, which counts as a try
 */
export async function verifyCode(
  { db, actor, now }: Context<StaffActor>,
  { cipher, recoveryHash, deviceHash }: TwoStepDeps,
  { type, code, remember }: VerifyTwoStepInput,
): Promise<Verified> {
  const { clientId, userId, sessionId } = actor
  const person = { clientId, userId }
  const verified = await withScope(db, actor.ownScope, async (tx): Promise<Verified | DecryptionError> => {
    const locked = await lockTwoStep(tx, actor)
    assertTriesLeft(locked, now)
    const accepted =
      type === 'totp'
        ? await acceptTotp(tx, cipher, person, code, now)
        : await acceptRecoveryCode(tx, recoveryHash, person, code, now)
    if (accepted instanceof DecryptionError) {
      await countTry(tx, actor, locked)
      return accepted
    }
    if (!accepted) {
      await countWrongCode(tx, actor, locked, now)
      await recordAudit(tx, {
        ...auditOf({ actor, now }, 'session.second_step_refused', 'session', { clientId, id: sessionId }),
        details: { type },
      })
      return { valid: false }
    }
    await tx
      .update(sessions)
      .set({ authenticated: true, provedAt: now, wrongCodes: 0 })
      .where(hasValues(sessions, { clientId, id: sessionId }))
    await tx
      .update(twoStepAccounts)
      .set({ wrongInARow: 0, lockedUntil: null })
      .where(hasValues(twoStepAccounts, { clientId, userId }))
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'session.second_step_passed', 'session', { clientId, id: sessionId }),
      details: { type, remembered: type === 'totp' && remember === true },
    })
    if (type === 'recovery-codes') await notifyOwner(tx, person, 'recovery_code_used', now)
    const rememberToken =
      type === 'totp' && remember === true
        ? await rememberDevice(tx, deviceHash, person, locked.session.program, now)
        : undefined
    return { valid: true, newMethods: await findMethods(tx, person), rememberToken }
  })
  if (verified instanceof DecryptionError) throw verified
  return verified
}

/** @throws AppError `second_factor_locked`, or `second_factor_spent` until the session ends */
function assertTriesLeft({ lockedUntil, session }: LockedTwoStep, now: Date): void {
  if (lockedUntil && now < lockedUntil)
    throw new AppError('second_factor_locked', { retryAfterSeconds: secondsUntil(lockedUntil, now) })
  if (session.wrongCodes < limits.wrongCodes.perSession) return
  throw new AppError('second_factor_spent', { retryAfterSeconds: secondsUntil(session.expiresAt, now) })
}

/** Runs while the account is locked, so parallel tries cannot exceed the limit. */
async function countTry(
  tx: Transaction,
  { clientId, sessionId }: StaffActor,
  { session }: LockedTwoStep,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ wrongCodes: session.wrongCodes + 1 })
    .where(hasValues(sessions, { clientId, id: sessionId }))
}

async function countWrongCode(
  tx: Transaction,
  actor: StaffActor,
  locked: LockedTwoStep,
  now: Date,
): Promise<void> {
  const { clientId, userId } = actor
  const { wrongInARow } = locked
  await countTry(tx, actor, locked)
  const { perAccount, lockMinutes } = limits.wrongCodes
  const isLast = wrongInARow + 1 >= perAccount
  await tx
    .update(twoStepAccounts)
    .set({
      wrongInARow: isLast ? 0 : wrongInARow + 1,
      ...(isLast ? { lockedUntil: new Date(now.getTime() + lockMinutes * 60_000) } : {}),
    })
    .where(hasValues(twoStepAccounts, { clientId, userId }))
}

/** Accepts a code only of a later time step than the last one used. */
async function acceptTotp(
  tx: Transaction,
  cipher: TwoStepDeps['cipher'],
  { clientId, userId }: Person,
  code: string,
  now: Date,
): Promise<boolean | DecryptionError> {
  const [method] = await tx
    .select({ id: totpMethods.id, encryptedSeed: totpMethods.encryptedSeed, lastStep: totpMethods.lastStep })
    .from(totpMethods)
    .where(enabledFor(totpMethods, { clientId, userId }))
  if (!method) return false
  const seed = tryDecrypt(() => cipher.decrypt(method.encryptedSeed, clientId, userId, method.id))
  if (seed instanceof DecryptionError) return seed
  const step = stepOfCode(seed, code, now, method.lastStep)
  return step !== undefined && spendStep(tx, { clientId, id: method.id, step })
}

async function acceptRecoveryCode(
  tx: Transaction,
  hash: TwoStepDeps['recoveryHash'],
  { clientId, userId }: Person,
  text: string,
  now: Date,
): Promise<boolean> {
  const code = readRecoveryCode(text)
  if (code === undefined) return false
  const [set] = await tx
    .select({ id: recoveryCodeSets.id })
    .from(recoveryCodeSets)
    .where(enabledFor(recoveryCodeSets, { clientId, userId }))
  if (!set) return false
  const { count: used } = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        hasValues(recoveryCodes, { clientId, setId: set.id, codeHash: hash.digest(set.id, code) }),
        isNull(recoveryCodes.usedAt),
      ),
    )
  return used === 1
}
