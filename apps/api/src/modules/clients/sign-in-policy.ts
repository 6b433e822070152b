import { SignInPolicy, type SignInPolicyChanges } from '@gatehouse/validation/endpoints/sign-in-policy'
import { twoStepAudiences } from '@gatehouse/validation/vocabulary'
import { eq } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { clients } from '../../db/schema/clients.ts'
import { withScope, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import { AppError } from '../../lib/app-error.ts'
import { type ClientRow, getClientOrThrow } from './queries.ts'

/** The sign-in policy of the client that the actor works in. */
export async function getSignInPolicy({ db, actor }: Context<StaffActor>): Promise<SignInPolicy> {
  const scope = getWorkingScope(actor)
  const client = await withReadScope(db, scope, (tx) => getClientOrThrow(tx, scope.clientId))
  return toPolicy(client)
}

/**
 * Changes the sign-in policy of the client that the actor works in.
 * @throws AppError `client_not_chosen`, `changed_meanwhile`, `forbidden` where an admin changes
 * what is required of site admins
 */
export function updateSignInPolicy(
  { db, actor, now }: Context<StaffActor>,
  changes: SignInPolicyChanges,
  ifMatch: string | undefined,
): Promise<SignInPolicy> {
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  return withScope(db, scope, async (tx) => {
    const row = await getClientOrThrow(tx, clientId, 'to change it')
    const before = toPolicy(row)
    if (Object.keys(changes).length === 0) return before
    const required = new Set(changes.two_step_required_for ?? before.two_step_required_for)
    if (!actor.siteAdmin && required.has('site_admin') !== row.twoStepRequiredFor.includes('site_admin'))
      throw new AppError('forbidden')
    const twoStepRequiredFor = twoStepAudiences.filter((audience) => required.has(audience))
    const boardWithoutTwoStep = changes.board_without_two_step ?? before.board_without_two_step
    const checkOutOthers = changes.check_out_others ?? before.check_out_others
    const client = await editRow(tx, {
      row,
      show: toPolicy,
      ifMatch,
      write: async (lastModified) => {
        await tx
          .update(clients)
          .set({ twoStepRequiredFor, boardWithoutTwoStep, checkOutOthers, lastModified })
          .where(eq(clients.id, clientId))
        return getClientOrThrow(tx, clientId)
      },
      audit: auditOf({ actor, now }, 'sign_in_policy.changed', 'client', { clientId, id: clientId }),
    })
    return toPolicy(client)
  })
}

const toPolicy = (row: ClientRow): SignInPolicy => toFields(SignInPolicy, row)
