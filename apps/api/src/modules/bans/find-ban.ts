import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { banPersonKeys, bans } from '../../db/schema/bans.ts'
import { users } from '../../db/schema/users.ts'
import { type Blanks, statement } from '../../db/statement.ts'
import type { Transaction } from '../../db/tenancy.ts'

const selectBan = statement((db, given: Blanks<'clientId' | 'siteId' | 'keys' | 'now'>) => {
  const isKey = (column: typeof bans.personKey | typeof banPersonKeys.personKey | typeof users.personKey) =>
    sql`${column} = any(string_to_array(${given.keys}, ' '))`
  const ofPerson = db
    .select({ id: bans.id })
    .from(bans)
    .where(and(eq(bans.clientId, given.clientId), isKey(bans.personKey)))
  const byKey = db
    .select({ id: banPersonKeys.banId })
    .from(banPersonKeys)
    .where(and(eq(banPersonKeys.clientId, given.clientId), isKey(banPersonKeys.personKey)))
  // Whatever their status: an archived user is the person they were.
  const ofUser = db
    .select({ id: bans.id })
    .from(users)
    .innerJoin(bans, and(eq(bans.clientId, users.clientId), eq(bans.userId, users.id)))
    .where(and(eq(users.clientId, given.clientId), isKey(users.personKey)))
  return db
    .select({ id: bans.id })
    .from(bans)
    .where(
      and(
        eq(bans.clientId, given.clientId),
        sql`${bans.id} in (${ofPerson} union all ${byKey} union all ${ofUser})`,
        or(isNull(bans.siteId), eq(bans.siteId, given.siteId)),
        lte(bans.fromAt, given.now),
        or(isNull(bans.untilAt), gt(bans.untilAt, given.now)),
        isNull(bans.liftedAt),
      ),
    )
    .limit(1)
})

/**
 * The ban that keeps a person out of a site at this moment: under one of the keys of their name and mobile, or as the user with
 * that name and mobile.
 */
export async function findBan(
  tx: Transaction,
  { keys, ...place }: { clientId: string; siteId: string; keys: readonly string[] },
  now: Date,
): Promise<{ id: string } | undefined> {
  const [found] = await selectBan(tx, { ...place, keys: keys.join(' '), now })
  return found
}
