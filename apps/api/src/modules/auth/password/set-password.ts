import { and, eq, sql } from 'drizzle-orm'
import { users } from '../../../db/schema/users.ts'
import type { Transaction } from '../../../db/tenancy.ts'

interface NewPassword {
  clientId: string
  userId: string
  passwordHash: string
  now: Date
  /** The session that goes on; all others end. */
  keeps?: string
}

/**
 * Puts a password into force while the account is locked. An address that waits to be confirmed was asked for with the earlier
 * password and is given up. The database ends what that one had opened: sessions, remembered devices, device cookies and links.
 */
export async function setPassword(
  tx: Transaction,
  { clientId, userId, passwordHash, now, keeps }: NewPassword,
): Promise<void> {
  if (keeps !== undefined) await tx.execute(sql`select set_config('app.kept_session', ${keeps}, true)`)
  await tx
    .update(users)
    .set({ passwordHash, changePassword: false, pendingEmail: null, lastModified: now })
    .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
}
