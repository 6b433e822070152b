import { and, gt, isNull, lte, or, sql, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { bans } from '../../db/schema/bans.ts'
import type { Transaction } from '../../db/tenancy.ts'

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

/**
 * The bans in force of a person, as a JSON column of a larger query: by one of the keys of the name and mobile, by the
 * user who has this name and mobile, or by the account. Users of every status count: an archived
 * user can still come to a site.
 * @param clientId a parameter or a column, as are those of the person
 */
export const bansInForce = (clientId: string, person: Record<keyof BanCandidate, string>) => `(
  select json_agg(json_build_object('id', bans.id, 'siteId', bans.site_id, 'exceptAt', (
    select json_agg(site_id) from ban_exceptions
    where client_id = ${clientId} and ban_id = bans.id and until_at > ${person.now})) order by bans.id)
  from bans
  where bans.client_id = ${clientId} and ${toText(isInForce({ now: sql.raw(person.now) }))} and bans.id in (
    select id from bans where client_id = ${clientId} and person_key = any(${person.keys})
    union all
    select ban_id from ban_person_keys where client_id = ${clientId} and person_key = any(${person.keys})
    union all
    select banned.id from users
    join bans banned on banned.client_id = users.client_id and banned.user_id = users.id
    where users.client_id = ${clientId} and users.person_key = any(${person.keys})
    union all
    select id from bans where client_id = ${clientId} and user_id = ${person.userId}))`

const toText = (condition: SQLWrapper | undefined) => new PgDialect().sqlToQuery(sql`${condition}`).sql

/** The bans in force of a person at a client. */
export async function findBans(
  tx: Transaction,
  clientId: string,
  candidate: BanCandidate,
): Promise<BanInForce[]> {
  const [found = []] = await findBansOfMany(tx, [{ clientId, ...candidate }])
  return found
}

/** The bans in force of people, in their order. */
export async function findBansOfMany(
  tx: Transaction,
  candidates: readonly (BanCandidate & { clientId: string })[],
): Promise<BanInForce[][]> {
  const asked = candidates.map(({ clientId, keys, userId, now }) => ({
    client_id: clientId,
    keys,
    user_id: userId,
    now,
  }))
  const rows = await tx.prepared<{ found: BanInForce[] | null }>(bansQuery, [JSON.stringify(asked)])
  return rows.map(({ found }) => found ?? [])
}

/** The id of a ban that applies at a site; null where none does. */
export function banAt(found: readonly BanInForce[], siteId: string): string | null {
  const holds = ({ siteId: place, exceptAt }: BanInForce) =>
    (place === null || place === siteId) && !exceptAt?.includes(siteId)
  return found.find(holds)?.id ?? null
}

/**
 * A ban that begins when it is written is in force as soon as it is seen: the clock of the node that wrote it may be ahead, and a request may
 * have come before it.
 */
export function isInForce({ now }: { now: SQLWrapper }) {
  return and(hasBegun(now), isNotOver(now))
}

/** A ban that will come. */
export function isComing({ now }: { now: SQLWrapper }) {
  return and(gt(bans.fromAt, now), gt(bans.fromAt, bans.createdAt), isNotOver(now))
}

const hasBegun = (now: SQLWrapper) => or(lte(bans.fromAt, now), lte(bans.fromAt, bans.createdAt))
const isNotOver = (now: SQLWrapper) =>
  and(or(isNull(bans.untilAt), gt(bans.untilAt, now)), isNull(bans.liftedAt))

const person = { keys: 'asked.keys', userId: 'asked.user_id', now: 'asked.now' }
const bansQuery = `
  select ${bansInForce('asked.client_id', person)} as found
  from rows from (jsonb_to_recordset($1::jsonb) as (client_id uuid, keys text[], user_id uuid, now timestamptz))
    with ordinality as asked (client_id, keys, user_id, now, place)
  order by asked.place`
