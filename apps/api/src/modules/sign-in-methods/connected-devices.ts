import { deviceLimits } from '@gatehouse/validation/device-protocol'
import type { ConnectedDevice } from '@gatehouse/validation/live'
import { and, eq, isNull } from 'drizzle-orm'
import type { StaffActor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { hasValues } from '../../db/has-values.ts'
import { devices } from '../../db/schema/devices.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { withReadScope } from '../../db/tenancy.ts'
import { isAccessibleSite } from '../sites/policy.ts'
import { isSiteOf } from '../sites/queries.ts'
import { isDeviceOnline } from '../../db/online-devices.ts'

/** The devices of the sites that a person may see, by name and up to a limit. */
export async function listConnectedDevices(db: Database, actor: StaffActor): Promise<ConnectedDevice[]> {
  const found = await withReadScope(db, actor.scope, (tx) =>
    tx
      .select({
        id: signInMethods.id,
        name: signInMethods.name,
        siteId: signInMethods.siteId,
        connected: isDeviceOnline,
        lastSeenAt: devices.lastSeenAt,
      })
      .from(signInMethods)
      .innerJoin(sites, isSiteOf(signInMethods))
      .leftJoin(devices, hasValues(devices, { clientId: signInMethods.clientId, methodId: signInMethods.id }))
      .where(
        and(
          isAccessibleSite(actor, 'see'),
          eq(signInMethods.type, 'device'),
          isNull(signInMethods.retiredAt),
        ),
      )
      .orderBy(signInMethods.foldedName, signInMethods.id)
      .limit(deviceLimits.listedDevices),
  )
  return found.map(({ id, name, siteId, connected, lastSeenAt }) => ({
    id,
    name,
    site_id: siteId,
    connected,
    last_seen: lastSeenAt?.toISOString() ?? null,
  }))
}
