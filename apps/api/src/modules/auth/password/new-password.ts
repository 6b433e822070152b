import { eq, sql } from 'drizzle-orm'
import { nextModified } from '../../../db/edit-row.ts'
import { hasValues } from '../../../db/has-values.ts'
import { clients } from '../../../db/schema/clients.ts'
import { users } from '../../../db/schema/users.ts'
import type { Transaction } from '../../../db/tenancy.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isWeakPassword } from './strength.ts'

/** Texts that an attacker who knows the person would try: names, email, client and mobile. */
export async function findOwnWords(
  tx: Transaction,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<string[]> {
  const [found] = await tx
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      client: clients.name,
      mobile: users.mobile,
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(hasValues(users, { clientId, id: userId }))
  return found ? Object.values(found) : []
}

/** @throws AppError `weak_password` at this field */
export function assertStrongPassword(password: string, own: readonly string[], field: string): void {
  if (!isWeakPassword(password, own)) return
  throw new AppError('weak_password', { fields: { [field]: 'password_too_weak' } })
}

interface NewPassword {
  clientId: string
  userId: string
  passwordHash: string
  now: Date
  /** The session that continues. All others end. */
  keepSessionId?: string
}

/**
 * Sets a password while the account is locked. A pending email change is dropped, because it was
 * requested with the earlier password. A trigger ends what the earlier password had opened:
 * sessions, remembered devices, device cookies and links.
 */
export async function setPassword(
  tx: Transaction,
  { clientId, userId, passwordHash, now, keepSessionId }: NewPassword,
): Promise<void> {
  if (keepSessionId !== undefined)
    await tx.execute(sql`select set_config('app.kept_session', ${keepSessionId}, true)`)
  await tx
    .update(users)
    .set({
      passwordHash,
      changePassword: false,
      pendingEmail: null,
      lastModified: nextModified(users.lastModified, now),
    })
    .where(hasValues(users, { clientId, id: userId }))
}
