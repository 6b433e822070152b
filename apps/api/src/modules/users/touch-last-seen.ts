import { and, eq } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** Notes when and where a user was last seen. */
export async function touchLastSeen(
  tx: Transaction,
  { clientId, userId, siteId }: { clientId: string; userId: string; siteId: string },
  at: Date,
): Promise<void> {
  await tx
    .update(users)
    .set({ lastSeenAt: at, lastSeenSiteId: siteId })
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
}
