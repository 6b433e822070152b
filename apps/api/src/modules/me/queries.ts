import { hasValues } from '../../db/has-values.ts'
import { Profile } from '@gatehouse/validation/endpoints/me'
import { eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
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
  return toFields(
    Profile,
    { ...user, clientId, clientName },
    {
      mobile: user.mobile || null,
      language: user.language ?? clientLanguage,
      access: access.map(({ siteId, siteName, userType }) => ({
        site_id: siteId,
        site_name: siteName,
        user_type: userType,
      })),
    },
  )
}
