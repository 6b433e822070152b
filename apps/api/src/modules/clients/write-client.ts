import { defaultRegion } from '@gatehouse/validation/vocabulary'
import type { NewClient, ClientChanges } from '@gatehouse/validation/endpoints/client'
import type { Context, StaffActor } from '../../context.ts'
import { auditOf, recordAudit } from '../../db/audit.ts'
import { assertZone } from '../../db/assert-zone.ts'
import { clients } from '../../db/schema/clients.ts'
import { withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { newId } from '../../lib/ids.ts'
import { insertMethod } from '../sign-in-methods/write-method.ts'
import { insertSite } from '../sites/write-site.ts'
import { type ClientRow, getClientOrThrow, toClientResponse } from './queries.ts'
import { eq } from 'drizzle-orm'
import { editRow } from '../../db/edit-row.ts'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { AppError } from '../../lib/app-error.ts'

/**
 * Normalises the phone number to E.164.
 * @param before the present client; the number is read by the region that the client will have
 * @throws AppError `invalid_phone`
 */
function readClientFields<Given extends ClientChanges>(given: Given, before: { region: string }): Given {
  if (!given.phone) return given
  const phone = toE164(given.phone, given.region ?? before.region)
  if (phone === undefined) throw new AppError('invalid_phone', { fields: { phone: 'phone_invalid' } })
  return { ...given, phone }
}

/** The name of a client's first sign-in method, in the client's language. */
const frontDoor = { en: 'Front desk', 'en-au': 'Front desk', es: 'Recepción' } as const

/**
 * Creates a client with one site of the same name and one QR code sign-in method, so that visitors
 * can sign in right away.
 * @throws AppError `invalid_phone`, `conflict` for a company number that is taken
 */
export async function createClient(
  { db, actor, now, limits }: Context<StaffActor>,
  input: NewClient,
): Promise<ClientRow> {
  const clientId = newId(now)
  return withScope(db, actor.scope, async (tx) => {
    await tx.insert(clients).values({
      id: clientId,
      ...toColumns(readClientFields(input, { region: defaultRegion })),
      name: input.name,
      companyNo: input.company_no,
      createdAt: now,
      lastModified: now,
    })
    const client = await getClientOrThrow(tx, clientId)
    await recordAudit(tx, {
      ...auditOf({ actor, now }, 'client.created', 'client', { clientId, id: clientId }),
      details: { after: toClientResponse(client) },
    })
    const { name, region, timeZone, language } = client
    const { site } = await insertSite(tx, { actor, now }, { clientId, name, region, timeZone })
    await insertMethod(
      tx,
      { actor, now, limits },
      { clientId, siteId: site.id, type: 'qr', name: frontDoor[language] },
    )
    return client
  })
}

/**
 * Changes fields of a client. An admin may change their own client, a site_admin any client.
 * @throws AppError `not_found`, `invalid_phone`, `changed_meanwhile`, `conflict` for a company
 * number that is taken
 */
export async function updateClient(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  changes: ClientChanges,
  ifMatch?: string,
): Promise<ClientRow> {
  return withScope(db, actor.scope, async (tx) => {
    const row = await getClientOrThrow(tx, id, 'to change it')
    const columns = toColumns(readClientFields(changes, row))
    if (Object.keys(columns).length === 0) return row
    return editRow(tx, {
      row,
      show: toClientResponse,
      ifMatch,
      write: async (lastModified) => {
        if (changes.time_zone !== undefined) await assertZone(tx, changes.time_zone)
        await tx
          .update(clients)
          .set({ ...columns, lastModified })
          .where(eq(clients.id, id))
        return getClientOrThrow(tx, id)
      },
      audit: auditOf({ actor, now }, 'client.updated', 'client', { clientId: id, id }),
    })
  })
}
