import { and, eq } from 'drizzle-orm'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** The client's active user with this name and mobile: whoever gives them at the door is that user. */
export async function findKnownUser(
  tx: Transaction,
  clientId: string,
  personKey: string,
): Promise<{ id: string } | undefined> {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), eq(users.personKey, personKey), eq(users.status, 'active')))
    .limit(1)
  return found
}
