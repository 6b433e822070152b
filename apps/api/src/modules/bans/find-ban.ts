import { and, eq, gt, isNull, lte, or, type Placeholder, sql, type SQLWrapper } from 'drizzle-orm'
import { type Placeholders, preparedQuery } from '../../db/prepared-query.ts'
import { banExceptions, banPersonKeys, bans } from '../../db/schema/bans.ts'
import { users } from '../../db/schema/users.ts'
import type { SharedDatabase, Transaction } from '../../db/tenancy.ts'

type Value = Placeholder | SQLWrapper

/** A person who may be banned at a moment. */
export interface BanCandidate {
  /** The keys of the name and mobile. */
  keys: readonly string[]
  /** The account, where it is known: a ban of a user without a mobile has no key. */
  userId: string | null
  now: Date
}

/** A ban in force; at all sites of the client where `siteId` is null. */
export interface BanInForce {
  id: string
  siteId: string | null
  /** The sites at which an exception lets the person in now. */
  exceptAt: readonly string[] | null
}

const selectBans = preparedQuery((db, given: Placeholders<'clientId' | 'people'>) => {
  const keys = sql`any(person.keys)`
  const ofPerson = db
    .select({ id: bans.id })
    .from(bans)
    .where(and(eq(bans.clientId, given.clientId), eq(bans.personKey, keys)))
  const byKey = db
    .select({ id: banPersonKeys.banId })
    .from(banPersonKeys)
    .where(and(eq(banPersonKeys.clientId, given.clientId), eq(banPersonKeys.personKey, keys)))
  // Users of every status: an archived user can still come to a site.
  const ofUser = db
    .select({ id: bans.id })
    .from(users)
    .innerJoin(bans, and(eq(bans.clientId, users.clientId), eq(bans.userId, users.id)))
    .where(and(eq(users.clientId, given.clientId), eq(users.personKey, keys)))
  const byUserId = db
    .select({ id: bans.id })
    .from(bans)
    .where(and(eq(bans.clientId, given.clientId), eq(bans.userId, sql`person."userId"`)))
  const ofAnyKind = sql`(${ofPerson} union all ${byKey} union all ${ofUser} union all ${byUserId})`
  const exceptAt = db
    .select({ list: sql`json_agg(${banExceptions.siteId})` })
    .from(banExceptions)
    .where(
      and(
        eq(banExceptions.clientId, given.clientId),
        eq(banExceptions.banId, bans.id),
        gt(banExceptions.untilAt, sql`person.now`),
      ),
    )
  const found = db
    .select({
      list: sql`json_agg(json_build_object('id', ${bans.id}, 'siteId', ${bans.siteId}, 'exceptAt', (${exceptAt})) order by ${bans.id})`,
    })
    .from(bans)
    .where(
      and(
        eq(bans.clientId, given.clientId),
        sql`${bans.id} in ${ofAnyKind}`,
        isInForce({ now: sql`person.now` }),
      ),
    )
  return db
    .select({ place: sql<number>`person.place::integer`, found: sql<BanInForce[] | null>`(${found})` })
    .from(
      sql`rows from (jsonb_to_recordset(${given.people}::jsonb) as (keys text[], now timestamptz, "userId" uuid))
        with ordinality as person (keys, now, "userId", place)`,
    )
})

/**
 * The bans in force of people of a client, in their order: by one of the keys of the name and mobile, by the user who has this name and
 * mobile, or by the account.
 */
export async function findBans(
  tx: Transaction,
  clientId: string,
  people: readonly BanCandidate[],
): Promise<BanInForce[][]> {
  const rows = await selectBans(tx, { clientId, people: JSON.stringify(people) })
  const found = new Map(rows.map((row) => [row.place - 1, row.found]))
  return people.map((_, index) => found.get(index) ?? [])
}

/** The id of a ban that applies at a site; null where none does. */
export function banAt(found: readonly BanInForce[], siteId: string): string | null {
  const holds = ({ siteId: place, exceptAt }: BanInForce) =>
    (place === null || place === siteId) && !exceptAt?.includes(siteId)
  return found.find(holds)?.id ?? null
}

/** The query whether a client has any ban in force, for use in a larger query. Most clients have none. */
export function bansInForce(db: SharedDatabase, given: Record<'clientId' | 'now', Value>) {
  return db
    .select({ one: sql`1` })
    .from(bans)
    .where(and(eq(bans.clientId, given.clientId), isInForce(given)))
}

/**
 * A ban that begins when it is written is in force as soon as it is seen: the clock of the node that wrote it may be ahead, and a request may
 * have come before it.
 */
export function isInForce({ now }: { now: Value }) {
  return and(hasBegun(now), isNotOver(now))
}

/** A ban that will come. */
export function isComing({ now }: { now: Value }) {
  return and(gt(bans.fromAt, now), gt(bans.fromAt, bans.createdAt), isNotOver(now))
}

const hasBegun = (now: Value) => or(lte(bans.fromAt, now), lte(bans.fromAt, bans.createdAt))
const isNotOver = (now: Value) => and(or(isNull(bans.untilAt), gt(bans.untilAt, now)), isNull(bans.liftedAt))
