import type { EnableTwoStepInput } from '@gatehouse/validation/endpoints/two-step'
import { readRecoveryCode } from '@gatehouse/validation/recovery-codes'
import { and, eq, ne } from 'drizzle-orm'
import type { Context, Staff } from '../../../context.ts'
import { recordAudit } from '../../../db/audit.ts'
import { recoveryCodeSets, totpMethods } from '../../../db/schema/two-step.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import { requireSecondFactor, recordSecondFactorProof } from '../sessions.ts'
import type { NoticeKind } from '../../notifications/notices.ts'
import { notifyOwner } from '../../notifications/notify.ts'
import type { TwoStepDeps } from './deps.ts'
import { assertRecentProof, enabledFor, lockForChange } from './queries.ts'
import { findPreparedCodes } from './recovery-codes.ts'
import { forgetDevices } from './remembered-devices.ts'
import { confirmStep, findPreparedTotp, stepOfCode } from './totp.ts'

type Wanted = EnableTwoStepInput['methods'][number]

/**
 * Puts prepared methods into force, all of them or none. With an authenticator the earlier one ends and every remembered device is
 * forgotten; with either, the person's other sessions owe the second step, which they may have passed with what ends here.
 * @throws AppError `two_step_required`, `step_up_required`
 */
export async function enableMethods(
  { db, actor, now }: Context<Staff>,
  parts: TwoStepDeps,
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
    // Codes first: looking at them changes nothing, while an authenticator's code is spent by it.
    if (codes && !(await areCodesReady(tx, parts, actor, codes, now))) return { valid: false }
    if (totp && !(await isTotpReady(tx, parts, actor, totp, now))) return { valid: false }

    if (totp) {
      const confirmedAt = await enableTotp(tx, actor, totp.id, now)
      await forgetDevices(tx, actor)
      // The code that confirmed it proves that its owner is there; what the earlier one proved is over.
      await recordSecondFactorProof(tx, actor, confirmedAt)
    }
    if (codes) await enableCodes(tx, actor, codes.id, now)
    await requireSecondFactor(tx, actor, sessionId)
    const kind = noticeOf(totp !== undefined, hadTotp)
    await recordAudit(tx, {
      clientId,
      actor: { kind: 'staff', id: userId },
      action: auditActions[kind],
      target: { kind: 'user', id: userId },
      at: now,
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
  parts: TwoStepDeps,
  actor: Staff,
  { id, code }: Wanted,
  now: Date,
): Promise<boolean> {
  const method = await findPreparedTotp(tx, parts, actor, id, now)
  if (!method) return false
  if (method.isConfirmed) return true
  const step = typeof code === 'string' ? stepOfCode(method.seed, code, now, method.lastStep) : undefined
  return step !== undefined && confirmStep(tx, actor.clientId, { id, step }, now)
}

/** A code that comes along shows that the set was kept; it is not used up by that. */
async function areCodesReady(
  tx: Transaction,
  parts: TwoStepDeps,
  actor: Staff,
  { id, code }: Wanted,
  now: Date,
): Promise<boolean> {
  const prepared = await findPreparedCodes(tx, parts, actor, now)
  if (prepared?.id !== id) return false
  return typeof code !== 'string' || prepared.recoveryCodes.includes(readRecoveryCode(code) ?? '')
}

/** What else the person has, enabled or prepared in another session, ends. @returns when a code of it was right */
async function enableTotp(
  tx: Transaction,
  { clientId, userId }: Staff,
  id: string,
  now: Date,
): Promise<Date | null> {
  await tx
    .delete(totpMethods)
    .where(and(eq(totpMethods.clientId, clientId), eq(totpMethods.userId, userId), ne(totpMethods.id, id)))
  const [enabled] = await tx
    .update(totpMethods)
    .set({ enabledAt: now, preparedBy: null })
    .where(and(eq(totpMethods.clientId, clientId), eq(totpMethods.id, id)))
    .returning({ confirmedAt: totpMethods.confirmedAt })
  return enabled?.confirmedAt ?? null
}

async function enableCodes(
  tx: Transaction,
  { clientId, userId }: Staff,
  id: string,
  now: Date,
): Promise<void> {
  await tx
    .delete(recoveryCodeSets)
    .where(
      and(
        eq(recoveryCodeSets.clientId, clientId),
        eq(recoveryCodeSets.userId, userId),
        ne(recoveryCodeSets.id, id),
      ),
    )
  await tx
    .update(recoveryCodeSets)
    .set({ enabledAt: now, preparedBy: null, encryptedCodes: null })
    .where(and(eq(recoveryCodeSets.clientId, clientId), eq(recoveryCodeSets.id, id)))
}

/** Switches everything off that is in force. */
export async function dropEnabledMethods(tx: Transaction, actor: Staff): Promise<void> {
  await tx.delete(totpMethods).where(enabledFor(totpMethods, actor))
  await tx.delete(recoveryCodeSets).where(enabledFor(recoveryCodeSets, actor))
}
