import type { NewSite, SiteChanges } from '@gatehouse/validation/endpoints/sites'
import { limits } from '@gatehouse/validation/limits'
import { eq } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { assertZone } from '../../db/assert-zone.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { newId } from '../../lib/ids.ts'
import { toSiteResponse, readSite, type SiteRow, lockSite } from './site-list.ts'
import { editRow } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { AppError } from '../../lib/app-error.ts'
import { dayOf } from '../../lib/zoned-time.ts'

/**
 * Checks the resulting limits of a site, because a change may have only one of them.
 * @throws AppError `temperature_order`
 */
function assertTemperatureOrder(site: { lowTemperature: number; highTemperature: number }): void {
  if (site.lowTemperature < site.highTemperature) return
  throw new AppError('temperature_order', { fields: { low_temperature: 'temperature_order' } })
}

/**
 * Checks the installation date of a site, in its own time zone.
 * @throws AppError `time_out_of_range` for a future date
 */
function assertInstalled(
  site: { installedOn?: string | null | undefined; timeZone: string },
  now: Date,
): void {
  if (!site.installedOn || site.installedOn <= dayOf(now, site.timeZone)) return
  throw new AppError('time_out_of_range', { fields: { installed_on: 'date_in_future' } })
}

/**
 * Creates a site. By default it has the zone and the region of the client.
 * @throws AppError `client_not_chosen`, `temperature_order`, `time_out_of_range` for a future
 *   installation date, `name_taken`
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

/** Inserts a new site and its audit log entry. */
export async function insertSite(
  tx: Transaction,
  { actor, now }: Pick<Context<StaffActor>, 'actor' | 'now'>,
  columns: Omit<typeof sites.$inferInsert, 'id' | 'createdAt' | 'lastModified'> & { timeZone: string },
): Promise<SiteRow> {
  const id = newId(now)
  await assertZone(tx, columns.timeZone)
  await tx.insert(sites).values({ ...columns, id, createdAt: now, lastModified: now })
  const site = await readSite(tx, now, eq(sites.id, id))
  await recordAudit(tx, {
    ...auditOf({ actor, now }, 'site.created', 'site', { clientId: columns.clientId, id }),
    details: { after: toSiteResponse(site) },
  })
  return site
}

/**
 * Changes fields of a site, active or archived.
 * @param ifMatch the `last_modified` that the caller has seen
 * @throws AppError `not_found`, `temperature_order`, `time_out_of_range`, `changed_meanwhile`,
 *   `name_taken`
 */
export function updateSite(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  changes: SiteChanges,
  ifMatch?: string,
): Promise<SiteRow> {
  return withScope(db, actor.scope, async (tx) => {
    const row = await lockSite(tx, actor, 'manage', id)
    const isRow = hasValues(sites, { clientId: row.clientId, id })
    const columns = toColumns(changes)
    if (Object.keys(columns).length > 0) {
      const { site: _, ...figures } = await readSite(tx, now, isRow)
      const write = async (lastModified: Date) => {
        if (changes.time_zone !== undefined) await assertZone(tx, changes.time_zone)
        assertTemperatureOrder({
          lowTemperature: changes.low_temperature ?? row.lowTemperature,
          highTemperature: changes.high_temperature ?? row.highTemperature,
        })
        // An unchanged date is accepted, even if it is in the future in a new zone.
        if (changes.installed_on !== row.installedOn)
          assertInstalled(
            { installedOn: changes.installed_on, timeZone: changes.time_zone ?? row.timeZone },
            now,
          )
        const [changed] = await tx
          .update(sites)
          .set({ ...columns, lastModified })
          .where(isRow)
          .returning()
        if (!changed) throw new Error('The row is locked')
        return changed
      }
      await editRow(tx, {
        row,
        show: (site) => toSiteResponse({ ...figures, site }),
        ifMatch,
        write,
        audit: auditOf({ actor, now }, 'site.updated', 'site', { clientId: row.clientId, id }),
      })
    }
    return readSite(tx, now, isRow)
  })
}
