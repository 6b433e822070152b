import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import type { VisitEvent } from '@gatehouse/validation/webhooks'
import { isUniqueViolation } from '../../db/constraint-errors.ts'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'
import type { GivenAnswer, SignInSource } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import type { StoredResponse } from '../../lib/serializer.ts'
import type { Visitor } from '../identity/person-key.ts'
import type { VisitHost } from './choose-host.ts'
import type { VisitEnd } from './late-visit-end.ts'
import { markOtherPhones } from './other-phone.ts'
import { endSupersededVisits } from './presence.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'

/** A check-in that is admitted, or refused by a rule, as it will be stored. */
export interface CheckInRecord {
  /** The id of the visit or of the refused attempt. */
  id: string
  open: {
    method: Pick<OpenMethod['method'], 'id' | 'type'>
    site: Pick<OpenMethod['site'], 'clientId' | 'id' | 'name'>
  }
  /** When the person signed in. */
  at: Date
  /** When the request came. It is later than `at` where a kiosk had no network, and where a device has sent a PIN. */
  receivedAt: Date
  signedInOffline: boolean
  /** Staff signed the person in. */
  auditOf: boolean
  /** By staff or an access PIN. Anybody else gives a name and a mobile, and proves neither. */
  isProved: boolean
  /** A visit whose pass the visitor's phone has. */
  earlierVisit: string | undefined
  visitor: Visitor
  /** The client's user with the visitor's person key. */
  userId: string | null
  dependents: number
  role: { id: string; name: string } | null
  /** Whom the visitor came to see. */
  host: VisitHost | null
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

/** A check-in to write. */
export interface CheckInToWrite {
  record: CheckInRecord
  /** Whether the person was on the site when the facts were read. */
  isPresent: boolean
  /** Whether the client may have a ban in force. */
  mayHaveBans: boolean
  stored: ResponseToStore | undefined
}

/**
 * Writes check-ins of different people of one client in one statement, and commits: the responses under their idempotency keys; the visits, the presences and
 * when users were last seen, or the refused attempts; and the events. The responses come first: an equal request waits at their unique
 * index until this transaction ends, and then fails, so that nothing of its transaction stays. Where somebody is on the site already, further statements close
 * the visits that were open.
 * @throws DuplicateRequestError or PresenceChangedError; nothing is written then
 */
export async function writeCheckIns(tx: Transaction, checkIns: readonly CheckInToWrite[]): Promise<void> {
  if (checkIns.length === 0) return
  const statement = statementFor(checkIns)
  const parameters = [toJson(checkIns)]
  const late = checkIns.filter(isLateOnOpenStay).map(({ record }) => ({ record, closes: null }))
  if (late.length === 0 && !checkIns.some(isRepeated)) {
    await tx.queryAndCommit(statement, parameters).catch(throwAsRetry)
    return
  }
  const entered = await tx.raw
    .unsafe<EnteredRow[]>(statement, parameters, { prepare: true })
    .catch(throwAsRetry)
  const rows = new Map(entered.map((row) => [row.visit_id, row]))
  const superseded = checkIns.filter(isOnSite).flatMap(({ record }) => {
    const { id, at, open } = record
    const row = rows.get(id)
    // The presence has moved to a later visit since the facts were read.
    if (!row && isOfEarlier(record)) throw new PresenceChangedError()
    if (!row || row.id === null || row.signed_in_at === null) return []
    const earlier = { clientId: open.site.clientId, id: row.id, signedInAt: new Date(row.signed_in_at) }
    return [{ earlier, next: { id, at }, record }]
  })
  await endSupersededVisits(tx, superseded)
  await markOtherPhones(tx, [
    ...late,
    ...superseded
      .filter(({ record }) => !record.isProved)
      .map(({ record, earlier }) => ({ record, closes: earlier })),
  ])
}

/** It comes after a later visit of the same stay, so it is a second way to check the person out. */
const isLateOnOpenStay = ({ record }: CheckInToWrite) =>
  !record.refused && record.ended?.endedAs === 'superseded' && !record.isProved

/** The person is on the site from here on. */
const isOnSite = ({ record }: CheckInToWrite) => !record.refused && !record.ended

/** It counts at a time before its request, so the person may be there by a later visit. */
const isOfEarlier = ({ at, receivedAt, signedInOffline }: CheckInRecord) => signedInOffline || at < receivedAt

const isRepeated = (checkIn: CheckInToWrite) => isOnSite(checkIn) && checkIn.isPresent

/** @throws DuplicateRequestError or PresenceChangedError for what a second try finds, else the error itself */
function throwAsRetry(error: unknown): never {
  if (isUniqueViolation(error, 'idempotency_keys_pkey')) throw new DuplicateRequestError()
  throw isUniqueViolation(error, 'presence_pkey') ? new PresenceChangedError() : error
}

function toJson(checkIns: readonly CheckInToWrite[]): string {
  const rows = checkIns.map(({ record, stored }) => ({
    ...rowOf(record),
    ...(stored && responseRowOf(stored)),
    event_id: newId(record.receivedAt),
  }))
  return JSON.stringify(rows)
}

function responseRowOf({ key, requestHash, response: { status, text } }: ResponseToStore) {
  return { key, request_hash: `\\x${Buffer.from(requestHash).toString('hex')}`, status, answer: text }
}

const sourceOf = ({ auditOf, open: { method } }: CheckInRecord): SignInSource =>
  auditOf ? 'staff' : method.type === 'qr' ? 'phone' : method.type

/** The row of a visit, or that of a refused attempt. They share all columns but the last ones. */
function rowOf(record: CheckInRecord) {
  const { id, open, at, receivedAt, signedInOffline, visitor, userId, dependents, role } = record
  const { host, answers, temperature, refused, ended } = record
  const { method, site } = open
  return {
    client_id: site.clientId,
    id,
    site_id: site.id,
    method_id: method.id,
    source: sourceOf(record),
    kind: userId === null ? 'visitor' : 'user',
    user_id: userId,
    person_key: visitor.personKey,
    first_name: visitor.firstName,
    last_name: visitor.lastName,
    mobile: visitor.mobile,
    dependents,
    role_id: role?.id,
    role_name: role?.name ?? '',
    host_id: host?.userId,
    host_name: host?.name,
    answers,
    temperature,
    created_at: receivedAt,
    signed_in_offline: signedInOffline,
    at,
    ...(refused && { reason: refused.reason, ban_id: refused.banId }),
    ...(ended && {
      ended_as: ended.endedAs,
      ended_at: ended.endedAt,
      signed_out_at: ended.signedOutAt,
      superseded_by: ended.supersededBy,
    }),
  }
}

/** The visit that was open until now, with its sign-in in milliseconds since 1970; null where there was none. */
interface EnteredRow {
  visit_id: string
  id: string | null
  signed_in_at: number | null
}

/** What a statement has to write. Each part that it lacks makes it faster. */
interface StatementParts {
  /** Somebody enters the site, who is not there (`first`), who may be there (`again`), or who may be there since a later time (`late`). */
  presence: 'none' | 'first' | 'again' | 'late'
  visits: boolean
  refusals: boolean
  users: boolean
  /** Somebody came to see somebody. */
  hosts: boolean
  /** Somebody may resemble a banned person. */
  matches: boolean
}

const statements = new Map<string, string>()

function statementFor(checkIns: readonly CheckInToWrite[]): string {
  const onSite = checkIns.filter(isOnSite)
  const repeated = onSite.filter(({ isPresent }) => isPresent)
  const parts: StatementParts = {
    presence:
      onSite.length === 0
        ? 'none'
        : repeated.length === 0
          ? 'first'
          : repeated.some(({ record }) => isOfEarlier(record))
            ? 'late'
            : 'again',
    visits: checkIns.some(({ record }) => !record.refused),
    refusals: checkIns.some(({ record }) => record.refused),
    users: onSite.some(({ record }) => record.userId !== null),
    hosts: checkIns.some(({ record }) => record.host !== null && !record.refused),
    matches: checkIns.some(({ record, mayHaveBans }) => mayHaveBans && !record.refused),
  }
  const name = JSON.stringify(parts)
  const known = statements.get(name) ?? buildStatement(parts)
  statements.set(name, known)
  return known
}

const personColumns = `kind, user_id, person_key, first_name, last_name, mobile, dependents, role_id, role_name`
const sharedColumns = `client_id, id, site_id, method_id, source, ${personColumns}, answers, temperature, created_at, signed_in_offline`
const presenceColumns = `client_id, site_id, method_id, ${personColumns}, signed_in_at, signed_in_offline, visit_id`
const endColumns = `ended_as, ended_at, signed_out_at, superseded_by`

/**
 * $1 is the check-ins as JSON. `written` are their rows. Everything else is written from it, and so after all responses are stored. Each
 * table is written in the order of its keys, so that two transactions with the same ones do not wait for each other.
 */
const storeResponses = `
  with given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as given (client_id uuid, id uuid, site_id uuid, method_id uuid, source text,
      kind text, user_id uuid, person_key text, first_name text, last_name text, mobile text, dependents smallint, role_id uuid,
      role_name text, host_id uuid, host_name text, answers jsonb, temperature numeric, created_at timestamptz, signed_in_offline boolean, at timestamptz,
      reason text, ban_id uuid, ended_as text, ended_at timestamptz, signed_out_at timestamptz, superseded_by uuid,
      key uuid, request_hash bytea, status integer, answer text, event_id uuid)),
  stored as (
    insert into idempotency_keys (client_id, method_id, key, request_hash, status, answer, created_at)
    select client_id, method_id, key, request_hash, status, answer, created_at from given where key is not null
    order by method_id, key
    returning key),
  written as materialized (select * from given where (select count(*) from stored) >= 0)`

/**
 * The reason of a refusal is the event that people are told of. Another banned or feverish person at one device is told for themselves; wrong
 * answers, which anybody can give under any name, are told for each device.
 */
const writeRefusals = `
  attempts as (
    insert into refused_attempts (${sharedColumns}, attempted_at, reason, ban_id)
    select ${sharedColumns}, at, reason, ban_id from written where reason is not null),
  notices as (
    insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, gen_random_uuid(), 'notice.' || reason,
      concat_ws(':', 'notice', coalesce(method_id, site_id), ban_id, case when reason = 'high' then left(md5(person_key), 16) end),
      jsonb_strip_nulls(jsonb_build_object('site', site_id, 'method', method_id)), created_at, created_at, created_at
    from written where reason is not null)`

/** Two check-ins of one person at once wait for each other at this row, which moves to the later visit. */
const orMovePresence = `
  on conflict (client_id, site_id, person_key) do update set
    ${`method_id, ${personColumns}, signed_in_at, signed_in_offline, visit_id`
      .split(', ')
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')},
    superseded_visit_id = presence.visit_id, superseded_signed_in_at = presence.signed_in_at`

/** Without a clause, the statement violates `presence_pkey` if somebody is on the site by now. A later visit keeps the presence. */
const onConflict: Record<Exclude<StatementParts['presence'], 'none'>, string> = {
  first: '',
  again: orMovePresence,
  late: `${orMovePresence} where presence.signed_in_at <= excluded.signed_in_at`,
}

const enter = (presence: keyof typeof onConflict) => `
  entered as (
    insert into presence (${presenceColumns})
    select client_id, site_id, method_id, ${personColumns}, at, signed_in_offline, id from written
    where reason is null and ended_as is null
    order by site_id, person_key ${onConflict[presence]}
    returning visit_id, superseded_visit_id, superseded_signed_in_at)`

const afterRefusal = 'admitted_after_refusal' satisfies NotificationEvent

/**
 * Who was refused by an answer within the day may have answered otherwise, so people are told. It is
 * the mobile that counts: a name is soon spelt otherwise.
 */
const writeVisits = `
  visit as (
    insert into visits (${sharedColumns}, signed_in_at, ${endColumns}, after_refusal)
    select ${sharedColumns}, at, ${endColumns}, exists (
      select from refused_attempts refused
      where refused.client_id = written.client_id and refused.mobile = written.mobile and refused.mobile <> ''
        and refused.site_id = written.site_id and refused.answers @> '[{"failed": true}]'
        and refused.attempted_at between written.at - interval '1 day' and written.created_at)
    from written where reason is null
    returning client_id, id, site_id, method_id, created_at, after_refusal),
  refusal_notices as (
    insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, gen_random_uuid(), 'notice.${afterRefusal}', 'notice:' || id,
      jsonb_strip_nulls(jsonb_build_object('site', site_id, 'method', method_id, 'visit', id)), created_at, created_at, created_at
    from visit where after_refusal)`

const markAsSeen = `
  seen as (
    update users set last_seen_at = person.at, last_seen_site_id = person.site_id
    from (
      select client_id, user_id, at, site_id from written
      where user_id is not null and reason is null and ended_as is null order by user_id) person
    where users.client_id = person.client_id and users.id = person.user_id
      and (users.last_seen_at is null or users.last_seen_at <= person.at))`

const arrived = 'visitor_arrived' satisfies NotificationEvent
const [signedIn, refused] = ['visitor.signed_in', 'visitor.refused'] as const satisfies readonly VisitEvent[]

/** The events that a webhook of the client wants. Their subject is that of `subjectOfVisits`. */
const recordEvents = `
  events as (
    insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, event_id, type, 'visits:' || site_id || ':' || person_key, payload, created_at, created_at, created_at
    from (
      select written.*,
        case when reason is null then '${signedIn}' else '${refused}' end as type,
        case when reason is null then jsonb_build_object('visit_id', id, 'ended_as', ended_as)
          else jsonb_build_object('attempt_id', id) end as payload
      from written) as event
    where exists (
      select from webhooks
      where webhooks.client_id = event.client_id and webhooks.enabled and event.type = any(webhooks.events)))`

/** The host is told of a visitor who is still there, by the id of the visit. Each visitor is told for themselves. */
const writeHosts = `
  hosts as (
    insert into visit_hosts (client_id, visit_id, site_id, signed_in_at, user_id, name)
    select client_id, id, site_id, at, host_id, host_name from written where reason is null and host_name is not null),
  host_notices as (
    insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, gen_random_uuid(), 'notice.${arrived}', 'notice:' || id,
      jsonb_build_object('site', site_id, 'visit', id, 'host', host_id), created_at, created_at, created_at
    from written where reason is null and ended_as is null and host_id is not null)`

const possibleMatch = 'possible_ban_match' satisfies NotificationEvent

/**
 * Everyone admitted with the mobile of a ban. The worker checks that the ban is in force and that
 * the name is similar.
 */
const writeMatches = `
  matches as (
    insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, gen_random_uuid(), 'notice.${possibleMatch}',
      concat_ws(':', 'notice', coalesce(method_id, site_id), left(md5(person_key), 16)),
      jsonb_strip_nulls(jsonb_build_object('site', site_id, 'method', method_id, 'visit', id)), created_at, created_at, created_at
    from written where reason is null and mobile <> '' and exists (
      select from ban_person_keys
      where ban_person_keys.client_id = written.client_id and ban_person_keys.mobile = written.mobile))`

function buildStatement({ presence, visits, refusals, users, hosts, matches }: StatementParts): string {
  const parts = [
    storeResponses,
    ...(refusals ? [writeRefusals] : []),
    ...(presence === 'none' ? [] : [enter(presence)]),
    ...(visits ? [writeVisits] : []),
    ...(users ? [markAsSeen] : []),
    ...(hosts ? [writeHosts] : []),
    ...(matches ? [writeMatches] : []),
    recordEvents,
  ]
  const result =
    presence === 'none'
      ? 'select from written'
      : `select visit_id, superseded_visit_id as id,
          (extract(epoch from superseded_signed_in_at) * 1000)::float8 as signed_in_at from entered`
  return `${parts.join(',')} ${result}`
}
