import type { Retention, RetentionChanges } from '@gatehouse/validation/endpoints/retention'
import { count, eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf } from '../../db/audit.ts'
import { editRow } from '../../db/edit-row.ts'
import { hasValues } from '../../db/has-values.ts'
import { clients } from '../../db/schema/clients.ts'
import { sites } from '../../db/schema/sites.ts'
import { type Transaction, withScope, withReadScope } from '../../db/tenancy.ts'
import { findClientOf } from '../sites/site-list.ts'
import { type ClientRow, getClientOrThrow } from './queries.ts'

interface ClientWithSites {
  client: ClientRow
  /** The number of its active sites. */
  sites: number
}

/** The retention days of a site's client, or of the client that the actor works in. */
export function getRetention(
  { db, actor }: Context<StaffActor>,
  siteId: string | undefined,
): Promise<ClientWithSites> {
  return withReadScope(db, actor.scope, async (tx) => {
    const client = await getClientOrThrow(tx, await findClientOf(tx, actor, siteId))
    return { client, sites: await countSites(tx, client.id) }
  })
}

/** Changes the retention days. The next retention run erases what is now too old. */
export function updateRetention(
  { db, actor, now }: Context<StaffActor>,
  siteId: string | undefined,
  changes: RetentionChanges,
  ifMatch: string | undefined,
): Promise<ClientWithSites> {
  return withScope(db, actor.scope, async (tx) => {
    const id = await findClientOf(tx, actor, siteId)
    const row = await getClientOrThrow(tx, id, 'to change it')
    const activeSites = await countSites(tx, id)
    if (Object.keys(changes).length === 0) return { client: row, sites: activeSites }
    const client = await editRow(tx, {
      row,
      show: (shown) => toRetentionResponse({ client: shown, sites: activeSites }),
      ifMatch,
      write: async (lastModified) => {
        await tx
          .update(clients)
          .set({ ...toDays(changes), lastModified })
          .where(eq(clients.id, id))
        return getClientOrThrow(tx, id)
      },
      audit: auditOf({ actor, now }, 'retention.changed', 'client', { clientId: id, id }),
    })
    return { client, sites: activeSites }
  })
}

export function toRetentionResponse({ client, sites: total }: ClientWithSites): Retention {
  return {
    client_name: client.name,
    time_zone: client.timeZone,
    sites: total,
    contact_days: client.contactRetentionDays,
    answer_days: client.answerRetentionDays,
    temperature_days: client.temperatureRetentionDays,
    photo_days: client.photoRetentionDays,
    last_modified: client.lastModified.toISOString(),
  }
}

/** Columns for the given fields only; the others stay unchanged. */
const toDays = ({ contact_days, answer_days, temperature_days, photo_days }: RetentionChanges) => ({
  contactRetentionDays: contact_days,
  answerRetentionDays: answer_days,
  temperatureRetentionDays: temperature_days,
  photoRetentionDays: photo_days,
})

async function countSites(tx: Transaction, clientId: string): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(sites)
    .where(hasValues(sites, { clientId, status: 'active' }))
  return row?.total ?? 0
}
