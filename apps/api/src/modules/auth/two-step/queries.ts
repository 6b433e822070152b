import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Staff } from '../../../context.ts'
import { sessions } from '../../../db/schema/sessions.ts'
import { recoveryCodeSets, totpMethods, twoStepAccounts } from '../../../db/schema/two-step.ts'
import type { Transaction } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isUsable, lockAccount, type LockedAccount } from '../lock-account.ts'

export interface Person {
  clientId: string
  userId: string
}

type MethodTable = typeof totpMethods | typeof recoveryCodeSets

/** Of a person, and switched on. */
export function inForce(table: MethodTable, { clientId, userId }: Person): SQL | undefined {
  return and(eq(table.clientId, clientId), eq(table.userId, userId), isNotNull(table.enabledAt))
}

/** Made by a session that has not switched it on. */
export function preparedBy(
  table: MethodTable,
  { clientId, sessionId }: Pick<Staff, 'clientId' | 'sessionId'>,
): SQL | undefined {
  return and(eq(table.clientId, clientId), eq(table.preparedBy, sessionId))
}

export interface EnabledMethod {
  id: string
  type: 'totp' | 'recovery-codes'
}

/** The second steps in force, the authenticator first. */
export async function findMethods(tx: Transaction, { clientId, userId }: Person): Promise<EnabledMethod[]> {
  const [totp, codes] = await Promise.all([
    tx.select({ id: totpMethods.id }).from(totpMethods).where(inForce(totpMethods, { clientId, userId })),
    tx
      .select({ id: recoveryCodeSets.id })
      .from(recoveryCodeSets)
      .where(inForce(recoveryCodeSets, { clientId, userId })),
  ])
  return [
    ...totp.map(({ id }) => ({ id, type: 'totp' as const })),
    ...codes.map(({ id }) => ({ id, type: 'recovery-codes' as const })),
  ]
}

/** Until when an account's second step is locked, or null. */
export async function findLock(tx: Transaction, { clientId, userId }: Person): Promise<Date | null> {
  const [account] = await tx
    .select({ lockedUntil: twoStepAccounts.lockedUntil })
    .from(twoStepAccounts)
    .where(and(eq(twoStepAccounts.clientId, clientId), eq(twoStepAccounts.userId, userId)))
  return account?.lockedUntil ?? null
}

/** The whole seconds that a lock still holds, at least one. */
export function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
}

export interface HeldAccount {
  account: LockedAccount
  wrongInARow: number
  lockedUntil: Date | null
  session: {
    authenticated: boolean
    wrongCodes: number
    provedAt: Date | null
    expiresAt: Date
    program: string
  }
}

/**
 * Locks an account with its second step until the transaction ends, so that any number of tries and changes at once take turns,
 * and reads the session that tries as it is then.
 * @throws AppError `unauthenticated` where the session ended meanwhile
 */
export async function holdAccount(
  tx: Transaction,
  { clientId, userId, sessionId }: Staff,
): Promise<HeldAccount> {
  const account = await lockAccount(tx, { clientId, userId })
  await tx.insert(twoStepAccounts).values({ clientId, userId }).onConflictDoNothing()
  const [tries] = await tx
    .select({ wrongInARow: twoStepAccounts.wrongInARow, lockedUntil: twoStepAccounts.lockedUntil })
    .from(twoStepAccounts)
    .where(and(eq(twoStepAccounts.clientId, clientId), eq(twoStepAccounts.userId, userId)))
    .for('update')
  const [session] = await tx
    .select({
      authenticated: sessions.authenticated,
      wrongCodes: sessions.wrongCodes,
      provedAt: sessions.provedAt,
      expiresAt: sessions.expiresAt,
      program: sessions.userAgent,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.clientId, clientId),
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
        sql`${sessions.revokedAt} is null`,
      ),
    )
    .for('update')
  if (!account || !isUsable(account) || !tries || !session) throw new AppError('unauthenticated')
  return { account, ...tries, session }
}
