import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { withReadScope, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { assertFactorProven } from '../auth/two-step/queries.ts'
import { resetFactors } from '../auth/two-step/reset-factors.ts'
import { lockEditableUser } from './queries.ts'

/**
 * Removes the second factors of a user who has lost them. An admin does it for users below them, a
 * site admin also for admins.
 * @throws AppError `own_account`, `type_too_high`, `not_found`, `wrong_status` for a user without
 * two-step authentication, `step_up_required` where the caller has not entered a code recently
 */
export async function resetTwoStep({ db, actor, now }: Context<StaffActor>, id: string): Promise<void> {
  if (id === actor.userId) throw new AppError('own_account')
  await withReadScope(db, actor.ownScope, (tx) => assertFactorProven(tx, actor, now))
  await withScope(db, actor.scope, async (tx) => {
    const user = await lockEditableUser(tx, actor, id)
    const isEqual = actor.siteAdmin ? user.siteAdmin : user.admin
    if (isEqual) throw new AppError('type_too_high')
    if (!user.hasTwoStep) throw new AppError('wrong_status')
    const { clientId } = user
    await resetFactors(tx, { clientId, userId: id }, now)
    await recordAudit(tx, auditOf({ actor, now }, 'user.two_step_reset', 'user', { clientId, id }))
  })
}
