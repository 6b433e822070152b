import type { NewSite } from '@gatehouse/validation/endpoints/sites'
import { limits } from '@gatehouse/validation/limits'
import { eq } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { newId } from '../../lib/ids.ts'
import { toSiteResponse } from './responses.ts'
import { assertTemperatureOrder } from './site-fields.ts'
import { readSite, type SiteRow } from './site-list.ts'

/**
 * Creates a site. Its zone and its region begin as those of the client.
 * @throws AppError `client_not_chosen`, `temperature_order`, `name_taken`
 */
export function createSite({ db, actor, now }: Context<StaffActor>, input: NewSite): Promise<SiteRow> {
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  const { low, high } = limits.site.temperature
  assertTemperatureOrder({
    lowTemperature: input.low_temperature ?? low,
    highTemperature: input.high_temperature ?? high,
  })
  return withScope(db, scope, async (tx) => {
    const [client] = await tx
      .select({ region: clients.region, timeZone: clients.timeZone })
      .from(clients)
      .where(eq(clients.id, clientId))
    const id = newId(now)
    const columns = Object.assign({}, client, toColumns(input), { name: input.name })
    await tx.insert(sites).values({ ...columns, clientId, id, createdAt: now, lastModified: now })
    const site = await readSite(tx, now, eq(sites.id, id))
    await recordAudit(tx, {
      clientId,
      actor: { kind: 'staff', id: actor.userId },
      action: 'site.created',
      target: { kind: 'site', id },
      at: now,
      details: { after: toSiteResponse(site) },
    })
    return site
  })
}
