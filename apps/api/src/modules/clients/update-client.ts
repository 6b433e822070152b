import type { ClientChanges } from '@gatehouse/validation/endpoints/client'
import { eq } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { byStaff } from '../../db/audit.ts'
import { clients } from '../../db/schema/clients.ts'
import { editRow } from '../../db/edit-row.ts'
import { withScope } from '../../db/tenancy.ts'
import { toColumns } from '../../db/to-columns.ts'
import { readClientFields } from './client-fields.ts'
import { type ClientRow, getClientOrThrow } from './queries.ts'
import { toClientResponse } from './responses.ts'

/**
 * Changes fields of a client. An admin may change their own client, a site_admin any client.
 * @param ifMatch the `last_modified` that the caller has seen
 * @throws AppError `not_found`, `invalid_phone`, `changed_meanwhile`, `conflict` for a company number that is taken
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
        await tx
          .update(clients)
          .set({ ...columns, lastModified })
          .where(eq(clients.id, id))
        return getClientOrThrow(tx, id)
      },
      audit: {
        ...byStaff(id, actor.userId, now),
        action: 'client.updated',
        target: { kind: 'client', id },
      },
    })
  })
}
