import type { SiteChanges } from '@gatehouse/validation/endpoints/sites'
import { and, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { byStaff } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { sites } from '../../db/schema/sites.ts'
import { withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { toSiteResponse } from './responses.ts'
import { assertInstalled, assertTemperatureOrder } from './site-fields.ts'
import { lockSite, readSite, type SiteRow } from './site-list.ts'

/**
 * Changes fields of a site, also of an archived one.
 * @param ifMatch the `last_modified` that the caller has seen
 * @throws AppError `not_found`, `temperature_order`, `time_out_of_range`, `changed_meanwhile`, `name_taken`
 */
export function updateSite(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  changes: SiteChanges,
  ifMatch?: string,
): Promise<SiteRow> {
  return withScope(db, actor.scope, async (tx) => {
    const row = await lockSite(tx, actor, 'manage', id)
    const isRow = and(eq(sites.clientId, row.clientId), eq(sites.id, id))
    const columns = toColumns(changes)
    if (Object.keys(columns).length > 0) {
      const { site: _, ...figures } = await readSite(tx, now, isRow)
      const write = async (lastModified: Date) => {
        assertTemperatureOrder({
          lowTemperature: changes.low_temperature ?? row.lowTemperature,
          highTemperature: changes.high_temperature ?? row.highTemperature,
        })
        // One that was today in the earlier zone stays.
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
        audit: {
          ...byStaff(row.clientId, actor.userId, now),
          action: 'site.updated',
          target: { kind: 'site', id },
        },
      })
    }
    return readSite(tx, now, isRow)
  })
}
