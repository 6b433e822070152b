import { and, gt, isNull, lte, or, sql, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { bans } from '../../db/schema/bans.ts'
import type { Transaction } from '../../db/tenancy.ts'

/** A person to check for bans at a moment. */
export interface BanCandidate {
  /** The keys of the name and mobile. */
  keys: readonly string[]
  /** The account, if known: a ban of a user without a mobile has no keys. */
  userId: string | null
  now: Date
}

/** An active ban; `siteId` is null where it applies at all sites of the client. */
export interface BanInForce {
  id: string
  siteId: string | null
  /** The sites at which an exception currently admits the person. */
  exceptAt: readonly string[] | null
}

/**
 * A person's active bans, as a JSON column of a larger query. They match by a key of the name and
 * mobile, by the user with this name and mobile, or by the account. Users of every status count,
 * because an archived user can still come to a site.
 * @param clientId a parameter or a column, like the fields of `person`
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

/** A person's active bans at a client. */
export async function findBans(
  tx: Transaction,
  clientId: string,
  candidate: BanCandidate,
): Promise<BanInForce[]> {
  const [found = []] = await findBansOfMany(tx, [{ clientId, ...candidate }])
  return found
}

/** The active bans of several people, in the order of the candidates. */
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

/** The id of a ban that applies at the site; null where none does. */
export function banAt(found: readonly BanInForce[], siteId: string): string | null {
  const holds = ({ siteId: place, exceptAt }: BanInForce) =>
    (place === null || place === siteId) && !exceptAt?.includes(siteId)
  return found.find(holds)?.id ?? null
}

/**
 * A ban that starts when it is written is active as soon as it is visible. Comparing `fromAt` with
 * `now` alone could fail: the clock of the node that wrote it may be ahead, or the request may have
 * started earlier.
 */
export function isInForce({ now }: { now: SQLWrapper }) {
  return and(hasBegun(now), isNotOver(now))
}

/** A ban that has not started. */
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
