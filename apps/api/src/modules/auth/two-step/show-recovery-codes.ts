import { and, asc, eq } from 'drizzle-orm'
import type { Context, Staff } from '../../../context.ts'
import { recoveryCodes, recoveryCodeSets } from '../../../db/schema/two-step.ts'
import { withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { TwoStepDeps } from './deps.ts'
import { findPreparedCodes } from './prepare-methods.ts'
import { inForce } from './queries.ts'
import { maskedCode } from './recovery-codes.ts'

/**
 * The codes that this session prepares, in clear; else those in force, masked, with the used ones marked.
 * @throws AppError `not_found` where there are none
 */
export async function showRecoveryCodes({ db, actor, now }: Context<Staff>, parts: TwoStepDeps) {
  return withScope(
    db,
    actor.ownScope,
    async (tx) => {
      const prepared = await findPreparedCodes(tx, parts, actor, now)
      if (prepared) {
        const used = prepared.recoveryCodes.map(() => false)
        return { ...prepared, pending: true, used, remaining: used.length }
      }
      const rows = await tx
        .select({ setId: recoveryCodes.setId, tail: recoveryCodes.tail, usedAt: recoveryCodes.usedAt })
        .from(recoveryCodeSets)
        .innerJoin(
          recoveryCodes,
          and(
            eq(recoveryCodes.clientId, recoveryCodeSets.clientId),
            eq(recoveryCodes.setId, recoveryCodeSets.id),
          ),
        )
        .where(inForce(recoveryCodeSets, actor))
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
    },
    { readOnly: true },
  )
}
