import { and, eq } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { dropTokens } from '../auth/one-time-tokens.ts'
import { endSessions } from '../auth/sessions.ts'
import { forgetDevices } from '../two-step/remembered-devices.ts'

interface NewPassword {
  clientId: string
  userId: string
  passwordHash: string
  now: Date
  /** The hash that it replaces; left out where a link replaces whatever is there. */
  replaces?: string
  /** The session that goes on; all others end. */
  keeps?: string
}

/**
 * Puts a password into force, and ends what the earlier one had opened: sessions, remembered devices, links to reset it.
 * @returns false where another password came in between
 */
export async function setPassword(
  tx: Transaction,
  { clientId, userId, passwordHash, now, replaces, keeps }: NewPassword,
): Promise<boolean> {
  const person = { clientId, userId }
  const changed = await tx
    .update(users)
    .set({ passwordHash, changePassword: false, lastModified: now })
    .where(
      and(
        eq(users.clientId, clientId),
        eq(users.id, userId),
        replaces === undefined ? undefined : eq(users.passwordHash, replaces),
      ),
    )
    .returning({ id: users.id })
  if (changed.length === 0) return false
  await endSessions(tx, person, now, keeps === undefined ? undefined : { except: keeps })
  await forgetDevices(tx, person)
  await dropTokens(tx, person, 'password_reset')
  return true
}
