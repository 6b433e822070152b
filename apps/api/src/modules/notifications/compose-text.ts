import type { Language } from '@gatehouse/validation/vocabulary'
import { and, eq, ne } from 'drizzle-orm'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { Alert } from './alert.ts'
import { type EventValues, pathOf, textOutside } from './event-text.ts'

/** Finds where a text message goes. @returns undefined where the account is not active, has no mobile, or its client is disabled */
export async function findTextRecipient(
  tx: Transaction,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<{ mobile: string; language: Language } | undefined> {
  const [found] = await tx
    .select({ mobile: users.mobile, own: users.language, ofClient: clients.language })
    .from(users)
    .innerJoin(clients, eq(clients.id, users.clientId))
    .where(
      and(
        eq(users.clientId, clientId),
        eq(users.id, userId),
        eq(users.status, 'active'),
        ne(users.mobile, ''),
        eq(clients.enabled, true),
      ),
    )
  return found && { mobile: found.mobile, language: found.own ?? found.ofClient }
}

/** What a text message says: one sentence or two, and where to look. */
export function composeText(
  { event, held }: Pick<Alert, 'event' | 'held'>,
  known: EventValues,
  language: Language,
  publicUrl: string,
): string {
  const { text } = textOutside(event, language, { ...known, held })
  return `${text} ${publicUrl}${pathOf(event, known)}`
}
