import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { and, count, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import { isDeviceOnline, isWarning } from '../../db/online-devices.ts'
import { devices } from '../../db/schema/devices.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { isSiteOf } from '../sites/queries.ts'
import { canApprove, isListedUser } from '../users/policy.ts'

/** The paired devices at the chosen sites, as the list of sign-in methods counts them by status. */
export async function countDevices(tx: Transaction, chosen: SQL | undefined): Promise<Dashboard['devices']> {
  const countOf = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [counted] = await tx
    .select({
      total: count(),
      online: countOf(isDeviceOnline),
      offline: countOf(and(isNotNull(devices.lastSeenAt), not(isDeviceOnline))),
      low_pressure: countOf(isWarning),
    })
    .from(devices)
    .innerJoin(
      signInMethods,
      and(eq(signInMethods.clientId, devices.clientId), eq(signInMethods.id, devices.methodId)),
    )
    .innerJoin(sites, isSiteOf(signInMethods))
    .where(and(isNull(signInMethods.retiredAt), chosen))
  return counted ?? { total: 0, online: 0, offline: 0, low_pressure: 0 }
}

/** The accounts that the person may approve, of all sites; none where they may not. */
export async function countPendingUsers(tx: Transaction, actor: StaffActor): Promise<number> {
  const mayManage = actor.admin || actor.siteAdmin || actor.hasManagerEntry
  if (!mayManage || !(await canApprove(tx, actor))) return 0
  const [counted] = await tx
    .select({ pending: count() })
    .from(users)
    .where(and(isListedUser(actor), eq(users.status, 'pending')))
  return counted?.pending ?? 0
}
