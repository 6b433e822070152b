import { logins, users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { emailKey } from './account.ts'

/** Inserts a user and the email key that the login looks up. */
export async function insertAccount(
  tx: Transaction,
  user: Omit<typeof users.$inferInsert, 'emailKey'> & { id: string },
): Promise<void> {
  const key = emailKey(user.email)
  await tx.insert(users).values({ ...user, emailKey: key })
  await tx.insert(logins).values({ emailKey: key, clientId: user.clientId, userId: user.id })
}
