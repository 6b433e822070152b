import { serverLimits } from '@gatehouse/validation/limits'
import { and, isNull, type SQL } from 'drizzle-orm'
import { hasValues } from '../../../db/has-values.ts'
import type { StaffActor } from '../../../context.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { twoStepAccounts } from '../../../db/schema/two-step.ts'
import type { Transaction } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isUsable, lockAccount, type Person } from '../account.ts'
import { type EnabledMethod, findMethods, type MethodTable } from '../second-factors.ts'
import { HOUR_MS } from '../../../lib/durations.ts'

/** Matches methods that a session is preparing and has not enabled. */
export function preparedBy(
  table: MethodTable,
  { clientId, sessionId }: Pick<StaffActor, 'clientId' | 'sessionId'>,
): SQL | undefined {
  return hasValues(table, { clientId, preparedBy: sessionId })
}

/** When the lock of an account's second factor ends; null if there is none. */
export async function findLock(tx: Transaction, { clientId, userId }: Person): Promise<Date | null> {
  const [account] = await tx
    .select({ lockedUntil: twoStepAccounts.lockedUntil })
    .from(twoStepAccounts)
    .where(hasValues(twoStepAccounts, { clientId, userId }))
  return account?.lockedUntil ?? null
}

/** The whole seconds until a time, at least one. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
}

export type LockedTwoStep = Awaited<ReturnType<typeof lockTwoStep>>

/**
 * Locks an account and its second factor until the transaction ends, and reads the calling session.
 * Serialises parallel tries and changes.
 * @throws AppError `unauthenticated` where the session has ended
 */
export async function lockTwoStep(tx: Transaction, { clientId, userId, sessionId }: StaffActor) {
  const account = await lockAccount(tx, { clientId, userId })
  await tx.insert(twoStepAccounts).values({ clientId, userId }).onConflictDoNothing()
  const [tries] = await tx
    .select({ wrongInARow: twoStepAccounts.wrongInARow, lockedUntil: twoStepAccounts.lockedUntil })
    .from(twoStepAccounts)
    .where(hasValues(twoStepAccounts, { clientId, userId }))
    .for('update')
  const [session] = await tx
    .select({
      authenticated: sessions.authenticated,
      wrongCodes: sessions.wrongCodes,
      provedAt: sessions.provedAt,
      expiresAt: sessions.expiresAt,
      program: { browser: sessions.browser, system: sessions.system },
    })
    .from(sessions)
    .where(and(hasValues(sessions, { clientId, id: sessionId, userId }), isNull(sessions.revokedAt)))
    .for('update')
  if (!account || !isUsable(account) || !tries || !session) throw new AppError('unauthenticated')
  return { account, ...tries, session }
}

/**
 * Locks the account for a change of its second factors.
 * @throws AppError `two_step_required` where the session has not passed a second factor that is set
 * up. A pre-2FA session may only set up the first one.
 */
export async function lockForChange(
  tx: Transaction,
  actor: StaffActor,
): Promise<LockedTwoStep & { methods: EnabledMethod[] }> {
  const locked = await lockTwoStep(tx, actor)
  const methods = await findMethods(tx, actor)
  if (!locked.session.authenticated && methods.length > 0) throw new AppError('two_step_required')
  return { ...locked, methods }
}

/**
 * Asserts that the person recently gave a code in this session. An unlocked screen, a stolen token
 * or a remembered device is not enough to change a second factor.
 * @throws AppError `step_up_required`
 */
export function assertRecentProof(
  { methods, session: { provedAt } }: LockedTwoStep & { methods: EnabledMethod[] },
  now: Date,
): void {
  if (methods.length === 0) return
  if (!isRecent(provedAt, now)) throw new AppError('step_up_required')
}

/**
 * Asserts the same for a change of another person's account. Someone without a second factor has
 * nothing to prove themselves with.
 * @throws AppError `step_up_required`
 */
export async function assertFactorProven(tx: Transaction, actor: StaffActor, now: Date): Promise<void> {
  const { clientId, userId, sessionId } = actor
  const methods = await findMethods(tx, actor)
  const [session] = await tx
    .select({ provedAt: sessions.provedAt })
    .from(sessions)
    .where(and(hasValues(sessions, { clientId, id: sessionId, userId }), isNull(sessions.revokedAt)))
  if (methods.length === 0 || !isRecent(session?.provedAt ?? null, now))
    throw new AppError('step_up_required')
}

const isRecent = (provedAt: Date | null, now: Date) =>
  provedAt !== null && now.getTime() - provedAt.getTime() < serverLimits.stepUpMinutes * 60_000

/** Methods prepared before this time have expired. */
export function preparedSince(now: Date): Date {
  return new Date(now.getTime() - serverLimits.pendingTwoStepHours * HOUR_MS)
}
