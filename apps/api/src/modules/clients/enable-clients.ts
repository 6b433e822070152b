import type { ClientsUpdated } from '@gatehouse/validation/endpoints/client'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { and, eq, inArray, ne, type SQL } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Context, StaffActor } from '../../context.ts'
import { undoableRows, undoOf } from '../../db/apply-bulk.ts'
import { auditOf, recordAudits } from '../../db/audit.ts'
import { nextModified } from '../../db/edit-row.ts'
import { clients } from '../../db/schema/clients.ts'
import { whereListed } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { type ClientFilters, clientConditions } from './queries.ts'

type Updated = v.InferOutput<typeof ClientsUpdated>

/**
 * Enables and disables clients, in one transaction. The database ends the sessions of a disabled client. A site_admin cannot disable the
 * own client, and with it the own account.
 * @returns how many have changed, and which are left as they are
 */
export function enableClients(
  { db, actor, now }: Context<StaffActor>,
  wanted: readonly { id: string; enabled: boolean; last_modified?: string | undefined }[],
): Promise<Updated & { changed: string[] } & Pick<BulkResult, 'undo'>> {
  // The last word on an id counts.
  const byId = new Map(wanted.map(({ id, enabled }) => [id, enabled]))
  const seen = new Map(wanted.map(({ id, last_modified: version }) => [id, version]))
  return withScope(db, actor.scope, async (tx) => {
    const known = await tx
      .select({ id: clients.id, enabled: clients.enabled, lastModified: clients.lastModified })
      .from(clients)
      .where(inArray(clients.id, [...byId.keys()]))
      .orderBy(clients.id)
      // No stronger: check-ins of these clients refer to their rows.
      .for('no key update')
    const blocked: Updated['blocked'] = [...byId.keys()]
      .filter((id) => !known.some((client) => client.id === id))
      .map((id) => ({ id, code: 'not_found', message: errorSentences.not_found }))
    if (byId.get(actor.clientId) === false) {
      byId.delete(actor.clientId)
      blocked.push(ownClient(actor))
    }
    for (const { id, enabled, lastModified } of known) {
      const version = seen.get(id)
      // Also where it is asked for a second time, because the first answer was lost.
      const isAsWanted = byId.get(id) === enabled
      if (!byId.has(id) || isAsWanted || version === undefined || version === lastModified.toISOString())
        continue
      byId.delete(id)
      blocked.push({ id, code: 'changed_meanwhile', message: errorSentences.changed_meanwhile })
    }
    const changed: Changed[] = []
    for (const enabled of [true, false]) {
      const ids = [...byId].filter(([, one]) => one === enabled).map(([id]) => id)
      if (ids.length > 0)
        changed.push(...(await setEnabled(tx, actor, inArray(clients.id, ids), enabled, now)))
    }
    return { updated: changed.length, blocked, changed: idsOf(changed), ...undoOf(changed.map(toUndo)) }
  })
}

/** The same for all clients that match the search and the filters of the list. */
export function enableAllClients(
  { db, actor, now }: Context<StaffActor>,
  filters: ClientFilters,
  enabled: boolean,
): Promise<Updated & Pick<BulkResult, 'changed' | 'undo'>> {
  return withScope(db, actor.scope, async (tx) => {
    const matching = whereListed(clientConditions, filters)
    const [own] = await tx
      .select({ id: clients.id })
      .from(clients)
      .where(and(eq(clients.id, actor.clientId), eq(clients.enabled, true), matching))
    const mayChange = enabled ? matching : and(matching, ne(clients.id, actor.clientId))
    const changed = await setEnabled(tx, actor, mayChange, enabled, now)
    return {
      updated: changed.length,
      blocked: own && !enabled ? [ownClient(actor)] : [],
      ...undoableRows(idsOf(changed)),
      ...undoOf(changed.map(toUndo)),
    }
  })
}

function ownClient({ clientId }: StaffActor): Updated['blocked'][number] {
  return { id: clientId, code: 'own_client', message: errorSentences.own_client }
}

interface Changed {
  id: string
  lastModified: Date
}
const idsOf = (changed: readonly Changed[]) => changed.map(({ id }) => id)
const toUndo = ({ id, lastModified }: Changed) => [id, { last_modified: lastModified.toISOString() }] as const

/** @returns those that were not so before */
async function setEnabled(
  tx: Transaction,
  actor: StaffActor,
  where: SQL | undefined,
  enabled: boolean,
  now: Date,
): Promise<Changed[]> {
  const changed = await tx
    .update(clients)
    .set({ enabled, lastModified: nextModified(clients.lastModified, now) })
    .where(and(where, ne(clients.enabled, enabled)))
    .returning({ id: clients.id, lastModified: clients.lastModified })
  await recordAudits(
    tx,
    changed.map(({ id }) => ({
      ...auditOf({ actor, now }, enabled ? 'client.enabled' : 'client.disabled', 'client', {
        clientId: id,
        id,
      }),
      details: { before: { enabled: !enabled }, after: { enabled } },
    })),
  )
  return changed
}
