import type { Language, LookName } from '@gatehouse/validation/vocabulary'
import { and, eq } from 'drizzle-orm'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** What an email needs to know of a person. */
export interface Recipient {
  firstName: string
  lastName: string
  email: string
  pendingEmail: string | null
  language: Language
  look: LookName
}

/** Finds the recipient of a mail. @returns undefined where the account is gone or not active, or its client is disabled */
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
