import { and, eq } from 'drizzle-orm'
import { clients, type TwoStepAudience } from '../../db/schema/clients.ts'
import { users, type UserStatus } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** An account as it is while its row is locked. */
export interface LockedAccount {
  securityVersion: number
  status: UserStatus
  email: string
  admin: boolean
  siteAdmin: boolean
  mustChangePassword: boolean
  clientEnabled: boolean
  twoStepRequiredFor: TwoStepAudience[]
}

/**
 * Locks an account, and its client against being disabled, until the transaction ends. Everything that grants something to an
 * account, and everything that ends what was granted, begins with this, so that the two cannot overlap; the order of the locks
 * (client, user, then what belongs to the user) is the same everywhere.
 * @returns undefined where the account is gone
 */
export async function lockAccount(
  tx: Transaction,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<LockedAccount | undefined> {
  const [[client], [user]] = await Promise.all([
    tx
      .select({ clientEnabled: clients.enabled, twoStepRequiredFor: clients.twoStepRequiredFor })
      .from(clients)
      .where(eq(clients.id, clientId))
      .for('share'),
    tx
      .select({
        securityVersion: users.securityVersion,
        status: users.status,
        email: users.email,
        admin: users.admin,
        siteAdmin: users.siteAdmin,
        mustChangePassword: users.changePassword,
      })
      .from(users)
      .where(and(eq(users.clientId, clientId), eq(users.id, userId)))
      .for('no key update'),
  ])
  return client && user && { ...client, ...user }
}

/** Whether an account may be used at all. */
export function isUsable({ status, clientEnabled }: LockedAccount): boolean {
  return clientEnabled && status === 'active'
}
