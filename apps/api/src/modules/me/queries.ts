import { hasValues } from '../../db/has-values.ts'
import type { Profile } from '@gatehouse/validation/endpoints/me'
import { eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { listAccessEntries } from '../auth/access-entries.ts'

/** The signed-in person's profile. */
export function getProfile({ db, actor }: Context<StaffActor>): Promise<Profile> {
  return withReadScope(db, actor.ownScope, (tx) => readProfile(tx, actor))
}

/** The profile as this transaction sees it. */
export async function readProfile(tx: Transaction, actor: StaffActor): Promise<Profile> {
  const { clientId, userId } = actor
  const [[found], access] = await Promise.all([
    tx
      .select({ user: users, clientName: clients.name, clientLanguage: clients.language })
      .from(users)
      .innerJoin(clients, eq(clients.id, users.clientId))
      .where(hasValues(users, { clientId, id: userId })),
    listAccessEntries(tx, actor),
  ])
  if (!found) throw new Error('A live session has a user')
  const { user, clientName, clientLanguage } = found
  return {
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    pending_email: user.pendingEmail,
    mobile: user.mobile === '' ? null : user.mobile,
    language: user.language ?? clientLanguage,
    client_id: clientId,
    client_name: clientName,
    admin: user.admin,
    site_admin: user.siteAdmin,
    approval_access: user.approvalAccess,
    change_password: user.changePassword,
    access: access.map(({ siteId, siteName, userType }) => ({
      site_id: siteId,
      site_name: siteName,
      user_type: userType,
    })),
    last_modified: user.lastModified.toISOString(),
  }
}
