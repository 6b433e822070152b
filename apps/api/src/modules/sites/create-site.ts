import type { NewSite } from '@gatehouse/validation/endpoints/sites'
import { limits } from '@gatehouse/validation/limits'
import { eq } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { byStaff, recordAudit } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { newId } from '../../lib/ids.ts'
import { toSiteResponse } from './responses.ts'
import { assertInstalled, assertTemperatureOrder } from './site-fields.ts'
import { readSite, type SiteRow } from './site-list.ts'

/**
 * Creates a site. Its zone and its region begin as those of the client.
 * @throws AppError `client_not_chosen`, `temperature_order`, `time_out_of_range` for a day of installation to come, `name_taken`
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
    if (!client) throw new Error('A working client is there')
    const columns = Object.assign({}, client, toColumns(input), { name: input.name })
    assertInstalled(columns, now)
    return insertSite(tx, { actor, now }, { ...columns, clientId })
  })
}

/** Writes a new site in the transaction, with its entry in the audit log. */
export async function insertSite(
  tx: Transaction,
  { actor, now }: Pick<Context<StaffActor>, 'actor' | 'now'>,
  columns: Omit<typeof sites.$inferInsert, 'id' | 'createdAt' | 'lastModified'>,
): Promise<SiteRow> {
  const id = newId(now)
  await tx.insert(sites).values({ ...columns, id, createdAt: now, lastModified: now })
  const site = await readSite(tx, now, eq(sites.id, id))
  await recordAudit(tx, {
    ...byStaff(columns.clientId, actor.userId, now),
    action: 'site.created',
    target: { kind: 'site', id },
    details: { after: toSiteResponse(site) },
  })
  return site
}
