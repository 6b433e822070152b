import type { NewUser, User } from '@gatehouse/validation/endpoints/users'
import { getWorkingScope, type Context, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { eq } from 'drizzle-orm'
import { clients } from '../../db/schema/clients.ts'
import { accessEntries } from '../../db/schema/users.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { insertAccount } from '../auth/account.ts'
import { limitGuesses } from '../identity/limit-guesses.ts'
import type { BanKeys, PersonKeys } from '../identity/person-key.ts'
import {
  noticeWaiting,
  assertHasSite,
  assertMayGive,
  assertSitesAreManaged,
  readMobile,
  userColumns,
} from './user-input.ts'
import { claimIdentity } from './claim-identity.ts'
import { recordInvitation } from './invite-user.ts'
import { canApprove } from './policy.ts'
import { getUserOrThrow } from './queries.ts'

export interface UserDeps {
  personKeys: PersonKeys
  banKeys: BanKeys
  /** Whether invitations are emailed. */
  sendsMail: boolean
}

/**
 * Creates a user. It is pending if a Manager without approval access creates it. A Manager gives at
 * least one site, because otherwise only admins could find the user.
 * @throws AppError `conflict` at a taken email, employee number, or name and mobile;
 *   `invalid_phone`, `type_too_high`, `approval_required`, `site_required` where a Manager gives no
 *   site, `not_found` for a site that the person does not manage, `client_not_chosen`,
 *   `too_many_requests`
 */
export async function createUser(ctx: Context<StaffActor>, deps: UserDeps, input: NewUser): Promise<User> {
  const { db, actor, limits, now } = ctx
  const { personKeys, banKeys, sendsMail } = deps
  await limits.take('accountEmails', actor.userId)
  if (input.mobile) await limitGuesses(ctx, { firstName: input.first_name, lastName: input.last_name })
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  const { access = [], email, first_name: firstName, last_name: lastName } = input
  return withScope(db, scope, async (tx) => {
    await assertMayGive(tx, actor, input)
    assertHasSite(actor, access)
    await assertSitesAreManaged(tx, actor, clientId, access)
    const mobile = input.mobile ? readMobile(input.mobile, await findRegion(tx, clientId)) : ''
    const person = { firstName, lastName, mobile }
    const id = newId(now)
    if (mobile !== '') await claimIdentity(tx, banKeys, { clientId, userId: id, person })
    const status = (await canApprove(tx, actor)) ? 'active' : 'pending'
    const written = userColumns(input)
    await insertAccount(tx, {
      clientId,
      id,
      ...person,
      ...written,
      status,
      personKey: mobile === '' ? null : personKeys(clientId, person),
      createdAt: now,
      lastModified: now,
    })
    if (access.length > 0) {
      await tx
        .insert(accessEntries)
        .values(
          access.map((entry) => ({ clientId, userId: id, siteId: entry.site_id, userType: entry.user_type })),
        )
    }
    // As stored, so that later entries have the same spelling.
    const after = {
      first_name: firstName,
      last_name: lastName,
      mobile,
      email,
      employee_number: written.employeeNumber,
      phone_extension: written.phoneExtension,
      admin: written.admin,
      approval_access: written.approvalAccess,
      ppe: written.ppe,
      temperature: written.temperatureCheck,
      access,
      status,
    }
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'user.created', 'user', { clientId, id }),
      details: { before: {}, after },
    })
    if (status === 'pending') await noticeWaiting(tx, { clientId, id }, now)
    if (sendsMail && input.invite && status === 'active')
      await recordInvitation(tx, { clientId, userId: id, email, by: actor }, now)
    return getUserOrThrow(tx, actor, id)
  })
}

async function findRegion(tx: Transaction, clientId: string): Promise<string> {
  const [client] = await tx.select({ region: clients.region }).from(clients).where(eq(clients.id, clientId))
  return client?.region ?? ''
}
