import { logins, users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { emailKey } from './account.ts'

/** Writes a user, and the email by which the login finds it. */
export async function insertAccount(
  tx: Transaction,
  user: Omit<typeof users.$inferInsert, 'emailKey'> & { id: string },
): Promise<void> {
  const key = emailKey(user.email)
  await tx.insert(users).values({ ...user, emailKey: key })
  await tx.insert(logins).values({ emailKey: key, clientId: user.clientId, userId: user.id })
}
