import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { banPersonKeys, bans } from '../../db/schema/bans.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { BanKeys, Person } from '../identity/person-key.ts'
import { addKeys, banKeyRows } from './create-ban.ts'

/**
 * Gives every ban of a user who changes their name or mobile the keys of the new ones too. The row
 * of the user is locked.
 */
export async function keepBans(
  tx: Transaction,
  banKeys: BanKeys,
  { clientId, userId }: { clientId: string; userId: string },
  { before, after }: { before: Person; after: Person },
): Promise<void> {
  if (
    before.firstName === after.firstName &&
    before.lastName === after.lastName &&
    before.mobile === after.mobile
  )
    return
  const keys = before.mobile === '' ? [] : banKeys(clientId, before)
  const byKey = tx
    .select({ id: banPersonKeys.banId })
    .from(banPersonKeys)
    .where(and(eq(banPersonKeys.clientId, clientId), inArray(banPersonKeys.personKey, keys)))
  const held = await tx
    .select({ clientId: bans.clientId, id: bans.id })
    .from(bans)
    .where(
      and(
        eq(bans.clientId, clientId),
        isNull(bans.liftedAt),
        or(eq(bans.userId, userId), inArray(bans.personKey, keys), inArray(bans.id, byKey)),
      ),
    )
  await addKeys(
    tx,
    held.flatMap((ban) => [before, after].flatMap((person) => banKeyRows(banKeys, ban, person))),
  )
}
