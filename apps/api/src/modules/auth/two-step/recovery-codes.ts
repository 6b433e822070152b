import { randomInt } from 'node:crypto'
import { serverLimits } from '@gatehouse/validation/limits'
import {
  formatRecoveryCode,
  recoveryCodeAlphabet,
  recoveryCodeLength,
} from '@gatehouse/validation/recovery-codes'
import { and, asc, gt } from 'drizzle-orm'
import { hasValues } from '../../../db/has-values.ts'
import type { Context, StaffActor } from '../../../context.ts'
import { recoveryCodes, recoveryCodeSets } from '../../../db/schema/two-step.ts'
import { type Transaction, withScope, withReadScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { DecryptionError, tryDecrypt } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import { type TwoStepDeps, enabledFor } from '../second-factors.ts'
import { assertRecentProof, lockForChange, preparedBy, preparedSince } from './queries.ts'

/** Ten random codes of the form `xxxxxx-xxxxxx`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: serverLimits.recoveryCodes }, () => {
    const signs = Array.from(
      { length: recoveryCodeLength },
      () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)],
    )
    return formatRecoveryCode(signs.join(''))
  })
}

/** The part of a code that is stored in clear: its last two characters. */
export function tailOf(code: string): string {
  return code.slice(-2)
}

export function maskedCode(tail: string): string {
  return `••••••-••••${tail}`
}

/**
 * Prepares ten recovery codes. A session that has already prepared a set gets the same set, because
 * the person may have written it down.
 */
export async function prepareRecoveryCodes({ db, actor, now }: Context<StaffActor>, deps: TwoStepDeps) {
  const { clientId, userId, sessionId } = actor
  return withScope(db, actor.ownScope, async (tx) => {
    const locked = await lockForChange(tx, actor)
    assertRecentProof(locked, now)
    const pending = await findPreparedCodes(tx, deps, actor, now)
    if (pending) return pending
    await tx.delete(recoveryCodeSets).where(preparedBy(recoveryCodeSets, actor))
    const id = newId(now)
    const codes = newRecoveryCodes()
    await tx.insert(recoveryCodeSets).values({
      clientId,
      id,
      userId,
      preparedBy: sessionId,
      encryptedCodes: deps.cipher.encrypt(Buffer.from(JSON.stringify(codes)), clientId, userId, id),
      createdAt: now,
    })
    await tx.insert(recoveryCodes).values(
      codes.map((code, position) => ({
        clientId,
        setId: id,
        position,
        codeHash: deps.recoveryHash.digest(id, code),
        tail: tailOf(code),
      })),
    )
    return { id, type: 'recovery-codes' as const, recoveryCodes: codes }
  })
}

/** The recovery codes that this session is preparing, decrypted. */
export async function findPreparedCodes(
  tx: Transaction,
  { cipher }: TwoStepDeps,
  { clientId, userId, sessionId }: StaffActor,
  now: Date,
) {
  const [set] = await tx
    .select({ id: recoveryCodeSets.id, encryptedCodes: recoveryCodeSets.encryptedCodes })
    .from(recoveryCodeSets)
    .where(
      and(
        hasValues(recoveryCodeSets, { clientId, preparedBy: sessionId, userId }),
        gt(recoveryCodeSets.createdAt, preparedSince(now)),
      ),
    )
  const { id, encryptedCodes } = set ?? {}
  if (!id || !encryptedCodes) return undefined
  const opened = tryDecrypt(() => cipher.decrypt(encryptedCodes, clientId, userId, id))
  if (opened instanceof DecryptionError) return undefined
  return { id, type: 'recovery-codes' as const, recoveryCodes: JSON.parse(opened.toString()) as string[] }
}

/**
 * The codes that this session is preparing, in clear; otherwise the enabled codes, masked and with
 * the used ones marked.
 * @throws AppError `not_found` where there are none
 */
export async function getRecoveryCodes({ db, actor, now }: Context<StaffActor>, deps: TwoStepDeps) {
  return withReadScope(db, actor.ownScope, async (tx) => {
    const prepared = await findPreparedCodes(tx, deps, actor, now)
    if (prepared) {
      const used = prepared.recoveryCodes.map(() => false)
      return { ...prepared, pending: true, used, remaining: used.length }
    }
    const rows = await tx
      .select({ setId: recoveryCodes.setId, tail: recoveryCodes.tail, usedAt: recoveryCodes.usedAt })
      .from(recoveryCodeSets)
      .innerJoin(
        recoveryCodes,
        hasValues(recoveryCodes, { clientId: recoveryCodeSets.clientId, setId: recoveryCodeSets.id }),
      )
      .where(enabledFor(recoveryCodeSets, actor))
      .orderBy(asc(recoveryCodes.position))
    const [first] = rows
    if (!first) throw new AppError('not_found')
    const used = rows.map(({ usedAt }) => usedAt !== null)
    return {
      id: first.setId,
      type: 'recovery-codes' as const,
      pending: false,
      recoveryCodes: rows.map(({ tail }) => maskedCode(tail)),
      used,
      remaining: used.filter((isUsed) => !isUsed).length,
    }
  })
}
