import { Uuid } from '@gatehouse/validation/fields'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { ReadingActor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { clients } from '../../db/schema/clients.ts'
import { clientScope } from '../../db/scopes.ts'
import { withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'

/**
 * Narrows the actor to the client that a request names in `x-client-id`. A site_admin may choose
 * any client. Other users and API keys only have their own; any other client is `not_found`.
 * @throws AppError `not_found`
 */
export async function enterChosenClient<Who extends ReadingActor>(
  db: Database,
  actor: Who,
  chosen: string | string[],
): Promise<Who> {
  const { success, output: id } = v.safeParse(Uuid, chosen)
  if (!success) throw new AppError('not_found')
  const isOwn = id === actor.clientId
  if (!isOwn && !(actor.siteAdmin && (await hasClient(db, actor, id)))) throw new AppError('not_found')
  return { ...actor, scope: clientScope(id) }
}

async function hasClient(db: Database, { scope }: ReadingActor, id: string): Promise<boolean> {
  const found = await withReadScope(db, scope, (tx) =>
    tx.select({ id: clients.id }).from(clients).where(eq(clients.id, id)),
  )
  return found.length === 1
}
