import type { ClientsUpdated } from '@gatehouse/validation/endpoints/client'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import type * as v from 'valibot'
import type { Context, StaffActor } from '../../context.ts'
import { applyBulk, type BulkTarget } from '../../db/apply-bulk.ts'
import { nextModified } from '../../db/edit-row.ts'
import { clients } from '../../db/schema/clients.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { type ClientFilters, clientConditions } from './queries.ts'
import { hasIdOf } from '../../db/sql-values.ts'

type Updated = v.InferOutput<typeof ClientsUpdated> & Pick<BulkResult, 'changed' | 'undo'>

/**
 * Enables and disables clients in one transaction. The database ends the sessions of a disabled
 * client. A site_admin cannot disable their own client, because that would disable their own
 * account.
 * @returns how many have changed, and which could not be changed
 */
export function enableClients(
  { db, actor, now }: Context<StaffActor>,
  wanted: readonly { id: string; enabled: boolean; last_modified?: string | undefined }[],
): Promise<Updated & { changed: string[] }> {
  // The last entry for an id wins.
  const byId = new Map(wanted.map((one) => [one.id, one]))
  return withScope(db, actor.scope, async (tx) => {
    const all: Updated & { changed: string[] } = { updated: 0, blocked: [], changed: [] }
    for (const enabled of [true, false]) {
      const own = [...byId.values()].filter((one) => one.enabled === enabled)
      if (own.length === 0) continue
      const ids = own.map(({ id }) => id)
      const versions = Object.fromEntries(own.flatMap(({ id, last_modified: at }) => (at ? [[id, at]] : [])))
      const done = await setEnabled(tx, { actor, now }, { ids, versions }, enabled)
      const left = new Set([...done.blocked.map(({ id }) => id), ...(done.unchanged ?? [])])
      all.updated += done.done
      all.blocked.push(...done.blocked)
      all.changed.push(...ids.filter((id) => !left.has(id)))
      if (done.undo) all.undo = { ...all.undo, ...done.undo }
    }
    return all
  })
}

/** Same as `enableClients`, for all clients that match the search and the filters of the list. */
export function enableAllClients(
  { db, actor, now }: Context<StaffActor>,
  filters: ClientFilters,
  enabled: boolean,
): Promise<Updated> {
  return withScope(db, actor.scope, async (tx) => {
    const { done, blocked, changed, undo } = await setEnabled(
      tx,
      { actor, now },
      { matching: filters },
      enabled,
    )
    return { updated: done, blocked, ...(changed && { changed }), ...(undo && { undo }) }
  })
}

function setEnabled(
  tx: Transaction,
  { actor, now }: Pick<Context<StaffActor>, 'actor' | 'now'>,
  target: BulkTarget<ClientFilters>,
  enabled: boolean,
): Promise<BulkResult> {
  return applyBulk(tx, target, {
    ...clientConditions,
    table: clients,
    rows: (where) =>
      tx
        .select({ clientId: clients.id, id: clients.id, enabled: clients.enabled })
        .from(clients)
        .where(where)
        .$dynamic(),
    findBlock: ({ id }) => (id === actor.clientId && !enabled ? 'own_client' : undefined),
    isAsWanted: (row) => row.enabled === enabled,
    change: (rows) =>
      tx
        .update(clients)
        .set({ enabled, lastModified: nextModified(clients.lastModified, now) })
        .where(hasIdOf(clients.id, rows)),
    audit: {
      actor: { kind: 'staff', id: actor.userId },
      action: enabled ? 'client.enabled' : 'client.disabled',
      targetKind: 'client',
      at: now,
      details: () => ({ before: { enabled: !enabled }, after: { enabled } }),
    },
  })
}
