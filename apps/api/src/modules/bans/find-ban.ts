import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { banPersonKeys, bans } from '../../db/schema/bans.ts'
import { users } from '../../db/schema/users.ts'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** As many as a person has at most. Each has a parameter of its own, so that the server can keep one plan for all calls. */
const keyNames = ['key1', 'key2', 'key3', 'key4', 'key5', 'key6'] as const
type KeyName = (typeof keyNames)[number]

const selectBan = preparedQuery((db, given: Placeholders<'clientId' | 'siteId' | 'now' | KeyName>) => {
  const keys = keyNames.map((name) => given[name])
  const ofPerson = db
    .select({ id: bans.id })
    .from(bans)
    .where(and(eq(bans.clientId, given.clientId), inArray(bans.personKey, keys)))
  const byKey = db
    .select({ id: banPersonKeys.banId })
    .from(banPersonKeys)
    .where(and(eq(banPersonKeys.clientId, given.clientId), inArray(banPersonKeys.personKey, keys)))
  // Whatever their status: an archived user is the person they were.
  const ofUser = db
    .select({ id: bans.id })
    .from(users)
    .innerJoin(bans, and(eq(bans.clientId, users.clientId), eq(bans.userId, users.id)))
    .where(and(eq(users.clientId, given.clientId), inArray(users.personKey, keys)))
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
  if (keys.length > keyNames.length) throw new RangeError('A person has more keys than a ban is looked up by')
  const given = Object.fromEntries(keyNames.map((name, index) => [name, keys[index] ?? keys[0] ?? '']))
  const [found] = await selectBan(tx, { ...place, ...(given as Record<KeyName, string>), now })
  return found
}
