import { and, eq, gt, inArray, isNull, lte, or, type Placeholder, sql, type SQLWrapper } from 'drizzle-orm'
import type { Placeholders } from '../../db/prepared-query.ts'
import { banPersonKeys, bans } from '../../db/schema/bans.ts'
import { users } from '../../db/schema/users.ts'
import type { SharedDatabase } from '../../db/tenancy.ts'

/** A person has at most six keys. Each has its own parameter, so the server can reuse one plan for all calls. */
const banKeyNames = ['key1', 'key2', 'key3', 'key4', 'key5', 'key6'] as const
export type BanKeyName = (typeof banKeyNames)[number]

/** The values of the six parameters. A person without a key meets no ban. */
export function banKeyValues(keys: readonly string[]): Record<BanKeyName, string> {
  if (keys.length > banKeyNames.length)
    throw new RangeError('A person has more keys than a ban is looked up by')
  return Object.fromEntries(banKeyNames.map((name, index) => [name, keys[index] ?? keys[0] ?? ''])) as Record<
    BanKeyName,
    string
  >
}

/**
 * The query for the id of a ban that applies to a person at a site at this moment, for use in a larger query: by one of the keys of the
 * name and mobile, or by the user who has this name and mobile.
 */
export function activeBanId(
  db: SharedDatabase,
  given: Placeholders<'clientId' | 'now' | BanKeyName>,
  siteId: SQLWrapper | Placeholder,
) {
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
        or(isNull(bans.siteId), eq(bans.siteId, siteId)),
        lte(bans.fromAt, given.now),
        or(isNull(bans.untilAt), gt(bans.untilAt, given.now)),
        isNull(bans.liftedAt),
      ),
    )
    .limit(1)
}
