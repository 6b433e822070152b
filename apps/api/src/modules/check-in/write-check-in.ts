import { isUniqueViolation } from '../../db/constraint-errors.ts'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'
import type { GivenAnswer } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import type { StoredResponse } from '../../lib/serializer.ts'
import type { Visitor } from '../identity/person-key.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'
import type { VisitEnd } from './late-visit-end.ts'
import { endSupersededVisit } from './presence.ts'

/** A check-in that is admitted, or refused by a rule, as it will be stored. */
export interface CheckInRecord {
  /** The id of the visit or of the refused attempt. */
  id: string
  open: Pick<OpenMethod, 'method' | 'site'>
  /** When the person signed in. */
  at: Date
  /** When the request came. It is later than `at` where a kiosk had no network. */
  receivedAt: Date
  signedInOffline: boolean
  visitor: Visitor
  /** The client's user with the visitor's person key. */
  userId: string | null
  dependents: number
  role: { id: string; name: string } | null
  answers: GivenAnswer[]
  /** °C, or null where none is measured. */
  temperature: number | null
  /** Why it is refused, and the ban that applies; null where it is admitted. */
  refused: { reason: RefusalReason; banId: string | null } | null
  /** How the visit has ended already, where it arrives late; null where the person is on site now. */
  ended: VisitEnd | null
}

/** The idempotency key of a request with the hash of its body, and the response that equal requests get. */
export interface ResponseToStore {
  key: string
  requestHash: Uint8Array
  response: StoredResponse
}

/** The idempotency key is in use by now, so nothing was written. The response to the other request is stored. */
export class DuplicateRequestError extends Error {
  override readonly name = 'DuplicateRequestError'
}

/** The person has come to the site since the facts were read, so nothing was written. */
export class PresenceChangedError extends Error {
  override readonly name = 'PresenceChangedError'
}

/**
 * Writes a check-in in one statement, and commits: the response under its idempotency key; the visit, the presence and when the user was
 * last seen, or the refused attempt; and the event. The response comes first: an equal request waits at its unique index until this
 * transaction ends, and then fails, so that nothing of its transaction stays. Where the person is on the site already, a second statement closes the visit that was open.
 * @param isPresent whether the person was on the site when the facts were read
 * @throws DuplicateRequestError or PresenceChangedError; nothing is written then
 */
export async function writeCheckIn(
  tx: Transaction,
  record: CheckInRecord,
  isPresent: boolean,
  stored: ResponseToStore | undefined,
): Promise<void> {
  const { id, open, at, receivedAt, signedInOffline, userId, refused, ended } = record
  const person = userId === null ? 'visitor' : 'user'
  const parameters = [stored ? responseToJson(stored) : null, recordToJson(record), newId(receivedAt)]
  if (refused || ended || !isPresent) {
    const statement = refused ? refusal : ended ? endedVisit : arrival[person]
    await tx.queryAndCommit(statement, parameters).catch(throwAsRetry)
    return
  }
  const [superseded] = await tx.raw
    .unsafe<{ id: string | null; signed_in_at: number | null }[]>(
      (signedInOffline ? lateRepeatedArrival : repeatedArrival)[person],
      parameters,
      { prepare: true },
    )
    .catch(throwAsRetry)
  // The presence has moved to a later visit since the facts were read.
  if (!superseded && signedInOffline) throw new PresenceChangedError()
  if (!superseded || superseded.id === null || superseded.signed_in_at === null) return
  const { clientId } = open.site
  const earlier = { clientId, id: superseded.id, signedInAt: new Date(superseded.signed_in_at) }
  await endSupersededVisit(tx, earlier, { id, at })
}

/** @throws DuplicateRequestError or PresenceChangedError for what a second try finds, else the error itself */
function throwAsRetry(error: unknown): never {
  if (isUniqueViolation(error, 'idempotency_keys_pkey')) throw new DuplicateRequestError()
  throw isUniqueViolation(error, 'presence_pkey') ? new PresenceChangedError() : error
}

function responseToJson({ key, requestHash, response: { status, text } }: ResponseToStore): string {
  const hash = `\\x${Buffer.from(requestHash).toString('hex')}`
  return JSON.stringify({ key, request_hash: hash, status, answer: text })
}

/** The row of a visit, or that of a refused attempt. They share all columns but the last ones. */
function recordToJson(record: CheckInRecord): string {
  const { id, open, at, receivedAt, signedInOffline, visitor, userId, dependents, role } = record
  const { answers, temperature, refused, ended } = record
  const { method, site } = open
  return JSON.stringify({
    client_id: site.clientId,
    id,
    site_id: site.id,
    method_id: method.id,
    source: method.type === 'qr' ? 'phone' : method.type,
    kind: userId === null ? 'visitor' : 'user',
    user_id: userId,
    person_key: visitor.personKey,
    first_name: visitor.firstName,
    last_name: visitor.lastName,
    mobile: visitor.mobile,
    dependents,
    role_id: role?.id,
    role_name: role?.name ?? '',
    answers,
    temperature,
    created_at: receivedAt,
    signed_in_offline: signedInOffline,
    ...(refused ? { attempted_at: at, reason: refused.reason, ban_id: refused.banId } : { signed_in_at: at }),
    ...(ended && {
      ended_as: ended.endedAs,
      ended_at: ended.endedAt,
      signed_out_at: ended.signedOutAt,
      superseded_by: ended.supersededBy,
    }),
  })
}

const personColumns = `kind, user_id, person_key, first_name, last_name, mobile, dependents, role_id, role_name`
const sharedColumns = `client_id, id, site_id, method_id, source, ${personColumns}, answers, temperature, created_at, signed_in_offline`

/**
 * The parameters are $1 the response to store as JSON, or null; $2 the row as JSON; $3 the id of the event. `written` is the row. Everything else
 * is written from it, and so after the response is stored.
 */
const storeResponse = (table: 'visits' | 'refused_attempts') => `
  with given as (select * from jsonb_populate_record(null::idempotency_keys, $1::jsonb) where key is not null),
  record as materialized (select * from jsonb_populate_record(null::${table}, $2::jsonb)),
  stored as (
    insert into idempotency_keys (client_id, method_id, key, request_hash, status, answer, created_at)
    select record.client_id, record.method_id, key, request_hash, status, answer, record.created_at from given, record
    returning key),
  written as materialized (
    select * from record where not exists (select from given) or exists (select from stored))`

const recordEvent = (type: 'visit.signed_in' | 'visit.refused', payload: string) => `
  event as (
    insert into outbox (client_id, id, type, subject, payload, created_at, next_attempt_at)
    select client_id, $3::uuid, '${type}', 'site:' || site_id, ${payload}, created_at, created_at from written)`

const refusal = `${storeResponse('refused_attempts')},
  attempt as (
    insert into refused_attempts (${sharedColumns}, attempted_at, reason, ban_id)
    select ${sharedColumns}, attempted_at, reason, ban_id from written),
  ${recordEvent('visit.refused', `jsonb_build_object('attempt_id', id, 'reason', reason)`)}
  select id from written`

const presenceColumns = `client_id, site_id, method_id, ${personColumns}, signed_in_at, signed_in_offline, visit_id`

/** Two check-ins of one person at once wait for each other at this row, which moves to the later visit. */
const orMovePresence = `
  on conflict (client_id, site_id, person_key) do update set
    ${`method_id, ${personColumns}, signed_in_at, signed_in_offline, visit_id`
      .split(', ')
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')},
    superseded_visit_id = presence.visit_id, superseded_signed_in_at = presence.signed_in_at`

/** Returns the visit that was open until now, with its sign-in in milliseconds since 1970. */
const admission = (onConflict: string, others: string) => `${storeResponse('visits')},
  entered as (
    insert into presence (${presenceColumns})
    select client_id, site_id, method_id, ${personColumns}, signed_in_at, signed_in_offline, id from written ${onConflict}
    returning superseded_visit_id, superseded_signed_in_at),
  visit as (insert into visits (${sharedColumns}, signed_in_at) select ${sharedColumns}, signed_in_at from written),
  ${others}
  ${recordEvent('visit.signed_in', `jsonb_build_object('visit_id', id)`)}
  select superseded_visit_id as id, (extract(epoch from superseded_signed_in_at) * 1000)::float8 as signed_in_at from entered`

const markAsSeen = `
  seen as (
    update users set last_seen_at = written.signed_in_at, last_seen_site_id = written.site_id
    from written where users.client_id = written.client_id and users.id = written.user_id
      and (users.last_seen_at is null or users.last_seen_at <= written.signed_in_at)),`

/** For somebody who is not on the site. If they are by now, it violates `presence_pkey`. */
const arrival = { visitor: admission('', ''), user: admission('', markAsSeen) }

/** For somebody who is on the site already. */
const repeatedArrival = {
  visitor: admission(orMovePresence, ''),
  user: admission(orMovePresence, markAsSeen),
}

const orMoveEarlierPresence = `${orMovePresence} where presence.signed_in_at <= excluded.signed_in_at`

/** The same for a sign-in that arrives late: a later visit keeps the presence. */
const lateRepeatedArrival = {
  visitor: admission(orMoveEarlierPresence, ''),
  user: admission(orMoveEarlierPresence, markAsSeen),
}

const endColumns = 'ended_as, ended_at, signed_out_at, superseded_by'

/** For a visit that arrives late, after the person has signed in again or has left. It does not touch the presence. */
const endedVisit = `${storeResponse('visits')},
  visit as (
    insert into visits (${sharedColumns}, signed_in_at, ${endColumns})
    select ${sharedColumns}, signed_in_at, ${endColumns} from written),
  ${recordEvent('visit.signed_in', `jsonb_build_object('visit_id', id)`)}
  select id from written`
