import { defaultRegion } from '@gatehouse/validation/vocabulary'
import type { NewClient } from '@gatehouse/validation/endpoints/client'
import type { Context, StaffActor } from '../../context.ts'
import { byStaff, recordAudit } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { newId } from '../../lib/ids.ts'
import { insertMethod } from '../sign-in-methods/create-method.ts'
import { insertSite } from '../sites/create-site.ts'
import { readClientFields } from './client-fields.ts'
import { type ClientRow, getClientOrThrow } from './queries.ts'
import { toClientResponse } from './responses.ts'

/** What the first sign-in method of a client is called, in the client's language. */
const frontDoor = { en: 'Front desk', 'en-au': 'Front desk', es: 'Recepción' } as const

/**
 * Creates a client with one site of the same name and one sign-in method by QR code, so that its first visitor can sign in.
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
      ...byStaff(clientId, actor.userId, now),
      action: 'client.created',
      target: { kind: 'client', id: clientId },
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
