import type { Language, LookName } from '@gatehouse/validation/vocabulary'
import { and, eq } from 'drizzle-orm'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** A person as an email needs them. */
export interface Recipient {
  firstName: string
  lastName: string
  email: string
  pendingEmail: string | null
  language: Language
  look: LookName
}

/** Who a mail goes to, or undefined where the account is gone, not active, or its client disabled. */
export async function findRecipient(
  tx: Transaction,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<Recipient | undefined> {
  const [found] = await tx
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      pendingEmail: users.pendingEmail,
      own: users.language,
      ofClient: clients.language,
      look: clients.look,
    })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(
      and(
        eq(users.clientId, clientId),
        eq(users.id, userId),
        eq(users.status, 'active'),
        eq(clients.enabled, true),
      ),
    )
  if (!found) return undefined
  const { own, ofClient, ...recipient } = found
  return { ...recipient, language: own ?? ofClient }
}
