import type { EnableTwoStepInput } from '@gatehouse/validation/endpoints/two-step'
import { readRecoveryCode } from '@gatehouse/validation/recovery-codes'
import { and, ne } from 'drizzle-orm'
import type { Context, StaffActor } from '../../../context.ts'
import { auditOf, recordAudit } from '../../../db/audit.ts'
import { hasValues } from '../../../db/has-values.ts'
import { recoveryCodeSets, totpMethods } from '../../../db/schema/two-step.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import { requireSecondFactor, recordSecondFactorProof } from '../sessions.ts'
import type { NoticeKind } from '../../notifications/notices.ts'
import { notifyOwner } from '../../notifications/notify.ts'
import { type TwoStepDeps, enabledFor } from '../second-factors.ts'
import { assertRecentProof, lockForChange } from './queries.ts'
import { findPreparedCodes } from './recovery-codes.ts'
import { forgetDevices } from './remembered-devices.ts'
import { confirmStep, findPreparedTotp, stepOfCode } from './totp.ts'

type Wanted = EnableTwoStepInput['methods'][number]

/**
 * Enables prepared methods, all or none. A new authenticator replaces the earlier one and ends all
 * remembered devices. In both cases the person's other sessions must pass the second factor again,
 * because they may have used one that ends here.
 */
export async function enableMethods(
  { db, actor, now }: Context<StaffActor>,
  deps: TwoStepDeps,
  { methods: wanted }: EnableTwoStepInput,
): Promise<{ valid: boolean }> {
  const { clientId, userId, sessionId } = actor
  return withScope(db, actor.ownScope, async (tx) => {
    const locked = await lockForChange(tx, actor)
    assertRecentProof(locked, now)
    const totp = wanted.find(({ type }) => type === 'totp')
    const codes = wanted.find(({ type }) => type === 'recovery-codes')
    const hadTotp = locked.methods.some(({ type }) => type === 'totp')
    const isOneEach = wanted.length === Number(totp !== undefined) + Number(codes !== undefined)
    if (!isOneEach || !(totp || hadTotp)) return { valid: false }
    // Recovery codes come first: checking them changes nothing, while checking a TOTP code uses it
    // up.
    if (codes && !(await areCodesReady(tx, deps, actor, codes, now))) return { valid: false }
    if (totp && !(await isTotpReady(tx, deps, actor, totp, now))) return { valid: false }

    if (totp) {
      const confirmedAt = await enableTotp(tx, actor, totp.id, now)
      await forgetDevices(tx, actor)
      // The code that confirmed the new authenticator is the session's latest proof. A proof by the
      // earlier authenticator no longer counts.
      await recordSecondFactorProof(tx, actor, confirmedAt)
    }
    if (codes) await enableCodes(tx, actor, codes.id, now)
    await requireSecondFactor(tx, actor, sessionId)
    const kind = noticeOf(totp !== undefined, hadTotp)
    await recordAudit(tx, {
      ...auditOf({ actor, now }, auditActions[kind], 'user', { clientId, id: userId }),
      details: { types: wanted.map(({ type }) => type) },
    })
    await notifyOwner(tx, actor, kind, now)
    return { valid: true }
  })
}

const auditActions = {
  two_step_enabled: 'two_step.enabled',
  two_step_renewed: 'two_step.renewed',
  recovery_codes_renewed: 'two_step.recovery_codes_renewed',
} as const satisfies Partial<Record<NoticeKind, string>>

function noticeOf(withTotp: boolean, hadTotp: boolean): keyof typeof auditActions {
  if (!withTotp) return 'recovery_codes_renewed'
  return hadTotp ? 'two_step_renewed' : 'two_step_enabled'
}

async function isTotpReady(
  tx: Transaction,
  deps: TwoStepDeps,
  actor: StaffActor,
  { id, code }: Wanted,
  now: Date,
): Promise<boolean> {
  const method = await findPreparedTotp(tx, deps, actor, id, now)
  if (!method) return false
  if (method.isConfirmed) return true
  const step = typeof code === 'string' ? stepOfCode(method.seed, code, now, method.lastStep) : undefined
  return step !== undefined && confirmStep(tx, actor.clientId, { id, step }, now)
}

/** A code in the request shows that the person has saved the set. It is not used up. */
async function areCodesReady(
  tx: Transaction,
  deps: TwoStepDeps,
  actor: StaffActor,
  { id, code }: Wanted,
  now: Date,
): Promise<boolean> {
  const prepared = await findPreparedCodes(tx, deps, actor, now)
  if (prepared?.id !== id) return false
  return typeof code !== 'string' || prepared.recoveryCodes.includes(readRecoveryCode(code) ?? '')
}

/**
 * Enables an authenticator and ends the person's other ones, enabled or prepared.
 * @returns when a code confirmed it
 */
async function enableTotp(
  tx: Transaction,
  { clientId, userId }: StaffActor,
  id: string,
  now: Date,
): Promise<Date | null> {
  await tx
    .delete(totpMethods)
    .where(and(hasValues(totpMethods, { clientId, userId }), ne(totpMethods.id, id)))
  const [enabled] = await tx
    .update(totpMethods)
    .set({ enabledAt: now, preparedBy: null })
    .where(hasValues(totpMethods, { clientId, id }))
    .returning({ confirmedAt: totpMethods.confirmedAt })
  return enabled?.confirmedAt ?? null
}

async function enableCodes(
  tx: Transaction,
  { clientId, userId }: StaffActor,
  id: string,
  now: Date,
): Promise<void> {
  await tx
    .delete(recoveryCodeSets)
    .where(and(hasValues(recoveryCodeSets, { clientId, userId }), ne(recoveryCodeSets.id, id)))
  await tx
    .update(recoveryCodeSets)
    .set({ enabledAt: now, preparedBy: null, encryptedCodes: null })
    .where(hasValues(recoveryCodeSets, { clientId, id }))
}

export async function dropEnabledMethods(tx: Transaction, actor: StaffActor): Promise<void> {
  await tx.delete(totpMethods).where(enabledFor(totpMethods, actor))
  await tx.delete(recoveryCodeSets).where(enabledFor(recoveryCodeSets, actor))
}
