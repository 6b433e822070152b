import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { bans } from '../../db/schema/bans.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** The ban that keeps a person out of a site at this moment, if there is one. */
export async function findBan(
  tx: Transaction,
  who: { clientId: string; siteId: string; personKey: string; userId: string | null },
  now: Date,
): Promise<{ id: string } | undefined> {
  const person = eq(bans.personKey, who.personKey)
  const [found] = await tx
    .select({ id: bans.id })
    .from(bans)
    .where(
      and(
        eq(bans.clientId, who.clientId),
        who.userId === null ? person : or(person, eq(bans.userId, who.userId)),
        or(isNull(bans.siteId), eq(bans.siteId, who.siteId)),
        lte(bans.fromAt, now),
        or(isNull(bans.untilAt), gt(bans.untilAt, now)),
        isNull(bans.liftedAt),
      ),
    )
    .limit(1)
  return found
}
