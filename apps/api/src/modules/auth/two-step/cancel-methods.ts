import { hasIdOf } from '../../../db/sql-values.ts'
import { and, inArray } from 'drizzle-orm'
import type { Context, StaffActor } from '../../../context.ts'
import { auditOf, recordAudit } from '../../../db/audit.ts'
import { hasValues } from '../../../db/has-values.ts'
import { recoveryCodeSets, totpMethods } from '../../../db/schema/two-step.ts'
import { type Transaction, withScope } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { LockedAccount } from '../account.ts'
import { findAccessSummary } from '../access-entries.ts'
import { requireSecondFactor } from '../sessions.ts'
import { notifyOwner } from '../../notifications/notify.ts'
import { dropEnabledMethods } from './enable-methods.ts'
import { mustUseTwoStep } from '../policy.ts'
import { assertRecentProof, lockForChange, preparedBy } from './queries.ts'
import { forgetDevices } from './remembered-devices.ts'

/**
 * Deletes methods that this session is preparing, and disables enabled ones. Without an
 * authenticator two-step authentication is off, so recovery codes and remembered devices end too.
 * If only the recovery codes end, the person's other sessions must pass the second factor again,
 * because they may have used one of the codes. Unknown ids count as cancelled.
 * @throws AppError `two_step_required`, `step_up_required`, or `two_step_forced` where the client's
 * policy requires a second factor
 */
export async function cancelMethods(
  { db, actor, now }: Context<StaffActor>,
  { methods: ids }: { methods: string[] },
): Promise<void> {
  const { clientId, userId } = actor
  await withScope(db, actor.ownScope, async (tx) => {
    const locked = await lockForChange(tx, actor)
    const enabled = locked.methods.filter(({ id }) => ids.includes(id))
    if (enabled.length > 0) assertRecentProof(locked, now)
    await dropPrepared(tx, actor, ids)
    const isSwitchedOff = enabled.some(({ type }) => type === 'totp')
    if (isSwitchedOff) {
      await assertNotForced(tx, actor, locked.account)
      await dropEnabledMethods(tx, actor)
      await forgetDevices(tx, actor)
      await notifyOwner(tx, actor, 'two_step_disabled', now)
    } else if (enabled.length > 0) {
      await tx
        .delete(recoveryCodeSets)
        .where(and(hasValues(recoveryCodeSets, { clientId, userId }), hasIdOf(recoveryCodeSets.id, enabled)))
      await requireSecondFactor(tx, actor, actor.sessionId)
    }
    if (enabled.length === 0) return
    const action = isSwitchedOff ? 'two_step.disabled' : 'two_step.recovery_codes_dropped'
    await recordAudit(tx, {
      ...auditOf({ actor, now }, action, 'user', { clientId, id: userId }),
      details: { types: enabled.map(({ type }) => type) },
    })
  })
}

async function dropPrepared(tx: Transaction, actor: StaffActor, ids: string[]): Promise<void> {
  await tx.delete(totpMethods).where(and(preparedBy(totpMethods, actor), inArray(totpMethods.id, ids)))
  await tx
    .delete(recoveryCodeSets)
    .where(and(preparedBy(recoveryCodeSets, actor), inArray(recoveryCodeSets.id, ids)))
}

/**
 * Checks the person's present rights against the client's present policy.
 * @throws AppError `two_step_forced`
 */
async function assertNotForced(
  tx: Transaction,
  person: StaffActor,
  { admin, siteAdmin, twoStepRequiredFor }: LockedAccount,
): Promise<void> {
  const { hasManagerEntry, hasStaffEntry } = await findAccessSummary(tx, person)
  if (mustUseTwoStep({ admin, siteAdmin, hasManagerEntry, hasStaffEntry }, twoStepRequiredFor))
    throw new AppError('two_step_forced')
}
