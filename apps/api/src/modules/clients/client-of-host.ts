import { spellingKeyOf } from '@gatehouse/validation/spelling-key'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { spellingKey } from '../../db/schema/columns.ts'
import { clients } from '../../db/schema/clients.ts'
import type { InstallationScope } from '../../db/scopes.ts'
import { withReadScope } from '../../db/tenancy.ts'
import type { ClientOfHost } from '../../pages/register-pages.ts'

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
