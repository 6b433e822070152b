import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import type { VisitEvent } from '@gatehouse/validation/webhooks'
import { isUniqueViolation } from '../../db/constraint-errors.ts'
import type { RefusalReason } from '../../db/schema/refused-attempts.ts'
import type { GivenAnswer, SignInSource } from '../../db/schema/visits.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import * as metrics from '../../lib/metrics.ts'
import type { StoredResponse } from '../../lib/serializer.ts'
import type { Visitor } from '../identity/person-key.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'
import type { VisitHost } from './choose-host.ts'
import { markOtherPhones } from './other-phone.ts'
import { endVisits, type VisitEnd } from './presence.ts'

/** A check-in to store: admitted, or refused by a rule. */
export interface CheckIn {
  /** The id of the visit or of the refused attempt. */
  id: string
  open: {
    method: Pick<OpenMethod['method'], 'id' | 'type'>
    site: Pick<OpenMethod['site'], 'clientId' | 'id' | 'name'>
  }
  /** When the person signed in. */
  at: Date
  /** When the request was received. Later than `at` where a kiosk or device was offline. */
  receivedAt: Date
  signedInOffline: boolean
  byStaff: boolean
  /** By staff or an access PIN. All others only claim a name and a mobile. */
  isProved: boolean
  /** A visit whose pass is on the visitor's phone. */
  earlierVisit: string | undefined
  visitor: Visitor
  /** The client's user with the visitor's person key. */
  userId: string | null
  dependents: number
  role: { id: string; name: string } | null
  host: VisitHost | null
  answers: GivenAnswer[]
  /** °C, or null where none is measured. */
  temperature: number | null
  /** Why it is refused, and the ban that applies; null where it is admitted. */
  refused: { reason: RefusalReason; banId: string | null } | null
  /** How a visit that arrives late has already ended; null where the person is on site now. */
  ended: VisitEnd | null
  /** Whether the person was on the site when the facts were read. */
  isPresent: boolean
  stored: ResponseToStore | undefined
}

/** The idempotency key of a request, the hash of its body, and the response to duplicates. */
export interface ResponseToStore {
  key: string
  requestHash: Uint8Array
  response: StoredResponse
}

/**
 * The facts that were read have changed: a duplicate request was faster, the person has come to the
 * site, or the site now reads mobiles differently. Nothing was written; retry with new facts.
 */
export class FactsChangedError extends Error {
  override readonly name = 'FactsChangedError'
}

/**
 * Writes check-ins of different people of one client in one statement. If a person is on the site
 * already, further statements close the visits that were open.
 * @throws FactsChangedError; then nothing was written
 */
export async function writeCheckIns(tx: Transaction, checkIns: readonly CheckIn[]): Promise<void> {
  if (checkIns.length === 0) return
  await write(tx, checkIns)
  for (const { refused } of checkIns) metrics.checkIns.inc({ outcome: refused?.reason ?? 'admitted' })
}

async function write(tx: Transaction, checkIns: readonly CheckIn[]): Promise<void> {
  const isAgain = checkIns.some((checkIn) => isOnSite(checkIn) && checkIn.isPresent)
  const statement = isAgain ? writeAgain : writeFirst
  const parameters = [JSON.stringify(checkIns.map(rowOf))]
  const late = checkIns.filter(isLateOnOpenStay)
  if (late.length === 0 && !isAgain) {
    await tx.queryAndCommit(statement, parameters).catch(throwAsChanged)
    return
  }
  const entered = await tx.prepared<EnteredRow>(statement, parameters).catch(throwAsChanged)
  const rows = new Map(entered.map((row) => [row.visit_id, row]))
  const superseded = checkIns.filter(isOnSite).flatMap((checkIn) => {
    const { id, open, visitor } = checkIn
    const row = rows.get(id)
    // The presence has moved to a later visit since the facts were read.
    if (!row) throw new FactsChangedError()
    if (row.id === null || row.signed_in_at === null) return []
    const { clientId, id: siteId } = open.site
    const closes = { clientId, siteId, personKey: visitor.personKey, id: row.id, endedAs: null }
    return [{ checkIn, closes: { ...closes, signedInAt: new Date(row.signed_in_at) } }]
  })
  await endVisits(
    tx,
    superseded.map(({ checkIn: { id, at }, closes }) => {
      const endedAt = closes.signedInAt > at ? closes.signedInAt : at
      return {
        visit: closes,
        ending: { endedAs: 'superseded', endedAt, signedOutAt: null, supersededBy: id },
      }
    }),
  )
  await markOtherPhones(tx, [
    ...late.map((checkIn) => ({ checkIn, closes: null })),
    ...superseded.filter(({ checkIn }) => !checkIn.isProved),
  ])
}

/** It arrives after a later visit of the same stay: a second way to check the person out. */
const isLateOnOpenStay = ({ refused, ended, isProved }: CheckIn) =>
  !refused && ended?.endedAs === 'superseded' && !isProved

/** Whether this check-in puts the person on the site. */
const isOnSite = ({ refused, ended }: CheckIn) => !refused && !ended

function throwAsChanged(error: unknown): never {
  const isChanged = ['idempotency_keys_pkey', 'presence_pkey'].some((name) => isUniqueViolation(error, name))
  throw isChanged ? new FactsChangedError() : error
}

const sourceOf = ({ byStaff, open: { method } }: CheckIn): SignInSource =>
  byStaff ? 'staff' : method.type === 'qr' ? 'phone' : method.type

/** The row of a visit or of a refused attempt. They share all columns except the last ones. */
function rowOf(checkIn: CheckIn) {
  const { open, receivedAt, visitor, userId, role, host, refused, ended, stored } = checkIn
  const { id, dependents, answers, temperature, at } = checkIn
  return {
    client_id: open.site.clientId,
    id,
    site_id: open.site.id,
    method_id: open.method.id,
    source: sourceOf(checkIn),
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
    signed_in_offline: checkIn.signedInOffline,
    at,
    reason: refused?.reason,
    ban_id: refused?.banId,
    ended_as: ended?.endedAs,
    ended_at: ended?.endedAt,
    signed_out_at: ended?.signedOutAt,
    superseded_by: ended?.supersededBy,
    key: stored?.key,
    request_hash: stored && `\\x${Buffer.from(stored.requestHash).toString('hex')}`,
    status: stored?.response.status,
    answer: stored?.response.text,
    event_id: newId(receivedAt),
  }
}

/** The visit that was open before, if any, with its sign-in in milliseconds since 1970. */
interface EnteredRow {
  visit_id: string
  id: string | null
  signed_in_at: number | null
}

const personColumns = `kind, user_id, person_key, first_name, last_name, mobile, dependents, role_id, role_name`
const sharedColumns = `client_id, id, site_id, method_id, source, ${personColumns}, answers, temperature,
  created_at, signed_in_offline`
const movedColumns = `method_id, ${personColumns}, signed_in_at, signed_in_offline, visit_id`
const endColumns = `ended_as, ended_at, signed_out_at, superseded_by`

const afterRefusal = 'admitted_after_refusal' satisfies NotificationEvent
const arrived = 'visitor_arrived' satisfies NotificationEvent
const possibleMatch = 'possible_ban_match' satisfies NotificationEvent
const [signedIn, refusedEvent] = [
  'visitor.signed_in',
  'visitor.refused',
] as const satisfies readonly VisitEvent[]

/**
 * $1 is the check-ins as JSON. The responses are inserted first: a duplicate request waits at the
 * unique index until this transaction ends, and then fails. Everything else selects from `written`,
 * so it comes after them. Each table is written in key order, so that two transactions with the
 * same keys do not deadlock.
 * @param onConflict the clause for a presence that already exists
 */
const writeStatement = (onConflict: string) => `
  with given as materialized (
    select * from jsonb_to_recordset($1::jsonb) as given (client_id uuid, id uuid, site_id uuid, method_id uuid,
      source text, kind text, user_id uuid, person_key text, first_name text, last_name text, mobile text,
      dependents smallint, role_id uuid, role_name text, host_id uuid, host_name text, answers jsonb,
      temperature numeric, created_at timestamptz, signed_in_offline boolean, at timestamptz, reason text,
      ban_id uuid, ended_as text, ended_at timestamptz, signed_out_at timestamptz, superseded_by uuid,
      key uuid, request_hash bytea, status integer, answer text, event_id uuid)),
  stored as (
    insert into idempotency_keys (client_id, method_id, key, request_hash, status, answer, created_at)
    select client_id, method_id, key, request_hash, status, answer, created_at from given where key is not null
    order by method_id, key
    returning key),
  written as materialized (select * from given where (select count(*) from stored) >= 0),
  entered as (
    insert into presence (client_id, site_id, ${movedColumns})
    select client_id, site_id, method_id, ${personColumns}, at, signed_in_offline, id from written
    where reason is null and ended_as is null
    order by site_id, person_key
    ${onConflict}
    returning visit_id, superseded_visit_id, superseded_signed_in_at),
  attempts as (
    insert into refused_attempts (${sharedColumns}, attempted_at, reason, ban_id)
    select ${sharedColumns}, at, reason, ban_id from written where reason is not null),
  -- Who was refused by an answer within the day may have answered otherwise. It is the mobile that
  -- counts: a name is soon spelt otherwise.
  visit as (
    insert into visits (${sharedColumns}, signed_in_at, ${endColumns}, after_refusal)
    select ${sharedColumns}, at, ${endColumns}, exists (
      select from refused_attempts refused
      where refused.client_id = written.client_id and refused.mobile = written.mobile and refused.mobile <> ''
        and refused.site_id = written.site_id and refused.answers @> '[{"failed": true}]'
        and refused.attempted_at between written.at - interval '1 day' and written.created_at)
    from written where reason is null
    returning client_id, id, site_id, method_id, created_at, after_refusal),
  seen as (
    update users set last_seen_at = person.at, last_seen_site_id = person.site_id
    from (
      select client_id, user_id, at, site_id from written
      where user_id is not null and reason is null and ended_as is null order by user_id) person
    where users.client_id = person.client_id and users.id = person.user_id
      and (users.last_seen_at is null or users.last_seen_at <= person.at)),
  hosts as (
    insert into visit_hosts (client_id, visit_id, site_id, signed_in_at, user_id, name)
    select client_id, id, site_id, at, host_id, host_name from written
    where reason is null and host_name is not null),
  -- The reason of a refusal is the event that people are told of: for each banned or feverish
  -- person, and for each device where answers failed, which anybody can give under any name. A
  -- possible match is everyone with the mobile of a ban; the worker compares the names. The subject
  -- of events is that of subjectOfVisits.
  queued as (
    insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at)
    select client_id, id, type, subject, jsonb_strip_nulls(payload), created_at, created_at, created_at
    from (
      select client_id, gen_random_uuid() as id, 'notice.' || reason as type,
        concat_ws(':', 'notice', coalesce(method_id, site_id), ban_id,
          case when reason = 'high' then left(md5(person_key), 16) end) as subject,
        jsonb_build_object('site', site_id, 'method', method_id) as payload, created_at
      from written where reason is not null
      union all
      select client_id, gen_random_uuid(), 'notice.${afterRefusal}', 'notice:' || id,
        jsonb_build_object('site', site_id, 'method', method_id, 'visit', id), created_at
      from visit where after_refusal
      union all
      select client_id, gen_random_uuid(), 'notice.${arrived}', 'notice:' || id,
        jsonb_build_object('site', site_id, 'visit', id, 'host', host_id), created_at
      from written where reason is null and ended_as is null and host_id is not null
      union all
      select client_id, gen_random_uuid(), 'notice.${possibleMatch}',
        concat_ws(':', 'notice', coalesce(method_id, site_id), left(md5(person_key), 16)),
        jsonb_build_object('site', site_id, 'method', method_id, 'visit', id), created_at
      from written where reason is null and mobile <> '' and exists (
        select from ban_person_keys
        where ban_person_keys.client_id = written.client_id and ban_person_keys.mobile = written.mobile)
    ) as notice
    union all
    select client_id, event_id, type, 'visits:' || site_id || ':' || person_key, payload,
      created_at, created_at, created_at
    from (
      select written.*, '${signedIn}' as type,
        jsonb_build_object('visit_id', id, 'ended_as', ended_as) as payload
      from written where reason is null
      union all
      select written.*, '${refusedEvent}', jsonb_build_object('attempt_id', id)
      from written where reason is not null) as event
    where exists (
      select from webhooks
      where webhooks.client_id = event.client_id and webhooks.enabled and event.type = any(webhooks.events)))
  select visit_id, superseded_visit_id as id,
    (extract(epoch from superseded_signed_in_at) * 1000)::float8 as signed_in_at from entered`

/** Violates `presence_pkey` where the person is now on the site. */
const writeFirst = writeStatement('')

/**
 * Parallel check-ins of one person serialise on the presence, which moves to the later visit. A
 * late check-in, with a time before its request, does not replace a visit that began since.
 */
const writeAgain = writeStatement(`
  on conflict (client_id, site_id, person_key) do update set
    ${movedColumns
      .split(', ')
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')},
    superseded_visit_id = presence.visit_id, superseded_signed_in_at = presence.signed_in_at
  where presence.signed_in_at <= excluded.signed_in_at
    or (select bool_and(at >= created_at and not signed_in_offline) from given)`)
