import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import { Client, type ClientOptionsPage, type clientList } from '@gatehouse/validation/endpoints/client'
import type { EndpointInput } from '@gatehouse/validation/endpoint'
import { asc, count, eq, ne, sql } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { chosenFirst, type OptionsSearch, readOptions } from '../../db/options.ts'
import { clients } from '../../db/schema/clients.ts'
import { type Transaction, withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { inNameOrder } from '../../db/name-order.ts'
import { type ListConditions, selectPage, withListScope } from '../../db/select-page.ts'
import { instant } from '../../db/sql-values.ts'
import { toFields } from '../../db/to-columns.ts'

export type ClientRow = typeof clients.$inferSelect

export const toClientResponse = (row: ClientRow): Client => toFields(Client, row)

/** The client that the actor works in: their own, or the one that a site_admin has chosen. */
export function getOwnClient({ db, actor }: Context<StaffActor>): Promise<ClientRow> {
  const scope = actor.scope.kind === 'client' ? actor.scope : actor.ownScope
  return withReadScope(db, scope, (tx) => getClientOrThrow(tx, scope.clientId))
}

/**
 * Finds a client within the transaction's scope. `to change it` locks its row until the transaction
 * ends.
 * @throws AppError `not_found`
 */
export async function getClientOrThrow(
  tx: Transaction,
  id: string,
  why?: 'to change it',
): Promise<ClientRow> {
  const found = tx.select().from(clients).where(eq(clients.id, id))
  const [client] = await (why ? found.for('no key update') : found)
  if (!client) throw new AppError('not_found')
  return client
}

/** The distinct countries of the clients within the actor's scope. */
export function listCountries({ db, actor }: Context<StaffActor>): Promise<{ country: string }[]> {
  return withReadScope(db, actor.scope, (tx) =>
    tx
      .select({ country: clients.country })
      .from(clients)
      .where(ne(clients.country, ''))
      .groupBy(clients.country)
      .orderBy(asc(inNameOrder(clients.country))),
  )
}

export interface ClientFilters {
  search?: string | undefined
  country?: string | undefined
  enabled?: 'true' | 'false' | undefined
}

/** The search and filter conditions of the client list. */
export const clientConditions: ListConditions<ClientFilters> = {
  scope: undefined,
  search: { texts: [clients.foldedName, clients.foldedCompanyNo] },
  filters: {
    country: (country) => eq(clients.country, country),
    enabled: (enabled) => eq(clients.enabled, enabled === 'true'),
  },
}

/** A page of clients. Each row has the total number of matches. */
export function listClients(
  { db, actor, now }: Context<StaffActor>,
  query: EndpointInput<typeof clientList>['query'],
): Promise<OutputOf<'listClients'>> {
  return withListScope(db, actor.scope, async (tx) => {
    const { items, total } = await selectPage(query, {
      ...clientConditions,
      sort: {
        name: clients.foldedName,
        company_no: clients.foldedCompanyNo,
        country: inNameOrder(clients.country),
        last_modified: clients.lastModified,
        enabled: clients.enabled,
      },
      lastSort: clients.id,
      rows: (where) => tx.select().from(clients).where(where).$dynamic(),
      count: (where) => tx.select({ total: count() }).from(clients).where(where),
    })
    const ids = items.map(({ id }) => id)
    const uses = await tx.execute<{ id: string; people_logged_in: number; sign_in_pages: number }>(sql`
      select asked.id,
        (select count(distinct user_id)::int from sessions
          where client_id = asked.id and revoked_at is null and expires_at > ${instant(now)}) as people_logged_in,
        (select count(*)::int from sign_in_methods
          where client_id = asked.id and enabled and retired_at is null and not site_archived) as sign_in_pages
      from unnest(${`{${ids.join(',')}}`}::uuid[]) as asked (id)`)
    const useOf = new Map(uses.map(({ id, ...use }) => [id, use]))
    const none = { people_logged_in: 0, sign_in_pages: 0 }
    return items.map((row) => Object.assign(toClientResponse(row), useOf.get(row.id) ?? none, { total }))
  })
}

/** Options for a client picker: the first matches by name. */
export const findClientOptions = (
  ctx: Context<StaffActor>,
  asked: OptionsSearch,
): Promise<ClientOptionsPage> =>
  readOptions(ctx, asked, {
    id: clients.id,
    texts: clientConditions.search.texts,
    rows: (tx, where, isChosen) =>
      tx
        .select({ id: clients.id, name: clients.name, look: clients.look })
        .from(clients)
        .where(where)
        .orderBy(...chosenFirst(isChosen), asc(clients.foldedName), asc(clients.id)),
  })
