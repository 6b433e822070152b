import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { bans } from '../../db/schema/bans.ts'
import { type Blanks, statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { knownUserId } from '../users/find-known-user.ts'

const selectBan = statement((db, given: Blanks<'clientId' | 'siteId' | 'personKey' | 'now'>) =>
  db
    .select({ id: bans.id })
    .from(bans)
    .where(
      and(
        eq(bans.clientId, given.clientId),
        or(eq(bans.personKey, given.personKey), eq(bans.userId, sql`(${knownUserId(db, given)})`)),
        or(isNull(bans.siteId), eq(bans.siteId, given.siteId)),
        lte(bans.fromAt, given.now),
        or(isNull(bans.untilAt), gt(bans.untilAt, given.now)),
        isNull(bans.liftedAt),
      ),
    )
    .limit(1),
)

/** The ban that keeps a person out of a site at this moment, as somebody with that name and mobile or as the user they are. */
export async function findBan(
  tx: Transaction,
  who: { clientId: string; siteId: string; personKey: string },
  now: Date,
): Promise<{ id: string } | undefined> {
  const [found] = await selectBan(tx, { ...who, now })
  return found
}
