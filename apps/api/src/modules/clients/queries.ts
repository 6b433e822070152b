import { asc, eq, ne } from 'drizzle-orm'
import type { Context, StaffActor } from '../../context.ts'
import { clients } from '../../db/schema/clients.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { inNameOrder } from '../../db/name-order.ts'

export type ClientRow = typeof clients.$inferSelect

/** The person's own client. */
export function getOwnClient({ db, actor }: Context<StaffActor>): Promise<ClientRow> {
  return withScope(db, actor.ownScope, (tx) => getClientOrThrow(tx, actor.clientId), { readOnly: true })
}

/** Finds a client within the transaction's scope. @throws AppError `not_found` */
export async function getClientOrThrow(tx: Transaction, id: string): Promise<ClientRow> {
  const [client] = await tx.select().from(clients).where(eq(clients.id, id))
  if (!client) throw new AppError('not_found')
  return client
}

/** The countries of the clients within the person's scope, each once. */
export function listCountries({ db, actor }: Context<StaffActor>): Promise<{ country: string }[]> {
  return withScope(
    db,
    actor.scope,
    (tx) =>
      tx
        .select({ country: clients.country })
        .from(clients)
        .where(ne(clients.country, ''))
        .groupBy(clients.country)
        .orderBy(asc(inNameOrder(clients.country))),
    { readOnly: true },
  )
}
