import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { bans } from '../../db/schema/bans.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { knownUserId } from '../users/find-known-user.ts'

/** The ban that keeps a person out of a site at this moment, as somebody with that name and mobile or as the user they are. */
export async function findBan(
  tx: Transaction,
  { clientId, siteId, personKey }: { clientId: string; siteId: string; personKey: string },
  now: Date,
): Promise<{ id: string } | undefined> {
  const [found] = await tx
    .select({ id: bans.id })
    .from(bans)
    .where(
      and(
        eq(bans.clientId, clientId),
        or(eq(bans.personKey, personKey), eq(bans.userId, sql`(${knownUserId(tx, clientId, personKey)})`)),
        or(isNull(bans.siteId), eq(bans.siteId, siteId)),
        lte(bans.fromAt, now),
        or(isNull(bans.untilAt), gt(bans.untilAt, now)),
        isNull(bans.liftedAt),
      ),
    )
    .limit(1)
  return found
}
