import type { ClientChanges } from '@gatehouse/validation/endpoints/client'
import { eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { recordAudit } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { type ClientRow, getClientOrThrow } from './queries.ts'

/**
 * Changes fields of a client. An admin may change their own client, a site_admin any client.
 * @throws AppError `not_found`, `invalid_phone`, `conflict` for a company number that is taken
 */
export async function updateClient(
  { db, actor, now }: Context<StaffActor>,
  id: string,
  changes: ClientChanges,
): Promise<ClientRow> {
  return withScope(db, actor.scope, async (tx) => {
    const before = await getClientOrThrow(tx, id)
    const {
      company_no: companyNo,
      post_code: postCode,
      accepts_unknown_mobiles: acceptsUnknownMobiles,
      phone,
      ...same
    } = changes
    const columns = {
      ...same,
      ...(companyNo === undefined ? {} : { companyNo }),
      ...(postCode === undefined ? {} : { postCode }),
      ...(acceptsUnknownMobiles === undefined ? {} : { acceptsUnknownMobiles }),
      ...(phone === undefined ? {} : { phone: phoneOf(phone, before.region) }),
    }
    if (Object.keys(columns).length === 0) return before
    await tx
      .update(clients)
      .set({ ...columns, lastModified: now })
      .where(eq(clients.id, id))
    await recordAudit(tx, {
      clientId: id,
      actor: { kind: 'staff', id: actor.userId },
      action: 'client.updated',
      target: { kind: 'client', id },
      at: now,
      details: { fields: Object.keys(changes) },
    })
    return getClientOrThrow(tx, id)
  })
}

function phoneOf(text: string, region: string): string {
  if (text === '') return ''
  const phone = toE164(text, region)
  if (phone !== undefined) return phone
  throw new AppError('invalid_phone', { fields: { phone: 'phone_invalid' } })
}
