import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import { banPersonKeys, bans } from '../../db/schema/bans.ts'
import { users } from '../../db/schema/users.ts'
import type { SharedDatabase, Transaction } from '../../db/tenancy.ts'

/** A person has at most six keys. Each has its own parameter, so the server can reuse one plan for all calls. */
const banKeyNames = ['key1', 'key2', 'key3', 'key4', 'key5', 'key6'] as const
type BanKeyName = (typeof banKeyNames)[number]

const selectBan = preparedQuery((db, given: Placeholders<'clientId' | 'siteId' | 'now' | BanKeyName>) => {
  const keys = banKeyNames.map((name) => given[name])
  const ofPerson = db
    .select({ id: bans.id })
    .from(bans)
    .where(and(eq(bans.clientId, given.clientId), inArray(bans.personKey, keys)))
  const byKey = db
    .select({ id: banPersonKeys.banId })
    .from(banPersonKeys)
    .where(and(eq(banPersonKeys.clientId, given.clientId), inArray(banPersonKeys.personKey, keys)))
  // Users of every status: an archived user can still come to a site.
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
        isInForce(given),
      ),
    )
    .limit(1)
})

/**
 * The ban that applies to a person at a site at this moment: by one of the keys of the name and mobile, or by the user who has this name
 * and mobile.
 */
export async function findBan(
  tx: Transaction,
  { keys, ...place }: { clientId: string; siteId: string; keys: readonly string[] },
  now: Date,
): Promise<{ id: string } | undefined> {
  if (keys.length > banKeyNames.length)
    throw new RangeError('A person has more keys than a ban is looked up by')
  const given = Object.fromEntries(banKeyNames.map((name, index) => [name, keys[index] ?? keys[0] ?? '']))
  const [found] = await selectBan(tx, { ...place, ...(given as Record<BanKeyName, string>), now })
  return found
}

/** The query whether a client has any ban in force, for use in a larger query. Most clients have none. */
export function bansInForce(db: SharedDatabase, given: Placeholders<'clientId' | 'now'>) {
  return db
    .select({ one: sql`1` })
    .from(bans)
    .where(and(eq(bans.clientId, given.clientId), isInForce(given)))
}

/**
 * A ban that begins when it is written is in force as soon as it is seen: the clock of the node that wrote it may be ahead, and a request may
 * have come before it.
 */
function isInForce({ now }: Placeholders<'now'>) {
  const hasBegun = or(lte(bans.fromAt, now), lte(bans.fromAt, bans.createdAt))
  return and(hasBegun, or(isNull(bans.untilAt), gt(bans.untilAt, now)), isNull(bans.liftedAt))
}
