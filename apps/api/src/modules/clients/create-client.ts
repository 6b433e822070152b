import type { NewClient } from '@gatehouse/validation/endpoints/client'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { signInMethods } from '../../db/schema/sign-in-methods.ts'
import { sites } from '../../db/schema/sites.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { newId } from '../../lib/ids.ts'
import { issueMethodKey } from '../sign-in-methods/issue-method-key.ts'
import { readClientFields } from './client-fields.ts'
import { type ClientRow, getClientOrThrow } from './queries.ts'
import { toClientResponse } from './responses.ts'

/** What the first sign-in method of a client is called, in the client's language. */
const frontDoor = { en: 'Front desk', 'en-au': 'Front desk', es: 'Recepción' } as const

/**
 * Creates a client with one site of the same name and one sign-in method by QR code, so that its first visitor can sign in.
 * @throws AppError `invalid_phone`, `conflict` for a company number that is taken, `bad_request` for an unknown region
 */
export async function createClient(
  { db, actor, now }: Context<StaffActor>,
  input: NewClient,
): Promise<ClientRow> {
  const clientId = newId(now)
  return withScope(db, clientScope(clientId), async (tx) => {
    await tx.insert(clients).values({
      id: clientId,
      ...toColumns(readClientFields(input, { region: 'AU' })),
      name: input.name,
      companyNo: input.company_no,
      createdAt: now,
      lastModified: now,
    })
    const client = await getClientOrThrow(tx, clientId)
    const siteId = newId(now)
    const methodId = newId(now)
    const { region, timeZone, language } = client
    await tx.insert(sites).values({
      clientId,
      id: siteId,
      name: client.name,
      region,
      timeZone,
      createdAt: now,
      lastModified: now,
    })
    await tx.insert(signInMethods).values({
      clientId,
      id: methodId,
      siteId,
      type: 'qr',
      name: frontDoor[language],
      createdAt: now,
      lastModified: now,
    })
    await issueMethodKey(tx, { clientId, methodId }, now)
    await recordAudit(tx, {
      clientId,
      actor: { kind: 'staff', id: actor.userId },
      action: 'client.created',
      target: { kind: 'client', id: clientId },
      at: now,
      details: { after: toClientResponse(client) },
    })
    return client
  })
}
