import { Uuid } from '@gatehouse/validation/fields'
import { eq, and } from 'drizzle-orm'
import * as v from 'valibot'
import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import type { ReadingActor } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { clients } from '../../db/schema/clients.ts'
import { clientScope, type InstallationScope } from '../../db/scopes.ts'
import { withReadScope } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import { spellingKey } from '../../db/schema/columns.ts'
import type { ClientOfHost } from '../../pages/register-pages.ts'

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

/** How a client shows itself on its own host; undefined for an unknown or disabled one. */
export async function findClientOfHost(
  db: Database,
  installation: InstallationScope,
  companyNo: string,
): Promise<ClientOfHost | undefined> {
  const [client] = await withReadScope(db, installation, (tx) =>
    tx
      .select({ name: clients.name, logo: clients.logo, accent: clients.accent, look: clients.look })
      .from(clients)
      .where(and(eq(spellingKey(clients.companyNo), spellingKeyOf(companyNo)), eq(clients.enabled, true))),
  )
  if (!client) return undefined
  const { name, logo, ...shown } = client
  return { brand: { name, logo }, ...shown }
}
