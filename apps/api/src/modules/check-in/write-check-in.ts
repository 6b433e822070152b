import { getTableColumns, getTableName, type Table } from 'drizzle-orm'
import { outbox } from '../../db/schema/outbox.ts'
import { refusedAttempts, type RefusalReason } from '../../db/schema/refused-attempts.ts'
import { type GivenAnswer, idempotencyKeys, presence, visits } from '../../db/schema/visits.ts'
import { isUniqueViolation } from '../../db/constraint-errors.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import type { StoredResponse } from '../../lib/serializer.ts'
import type { Visitor } from '../identity/person-key.ts'
import type { OpenMethod } from '../sign-in-methods/queries.ts'
import { endSupersededVisit } from './presence.ts'

/** A check-in that is admitted, or refused by a rule, as it will be stored. */
export interface CheckInRecord {
  /** The id of the visit or of the refused attempt. */
  id: string
  open: Pick<OpenMethod, 'method' | 'site'>
  at: Date
  visitor: Visitor
  /** The client's user with the visitor's person key. */
  userId: string | null
  dependents: number
  role: { id: string; name: string } | null
  answers: GivenAnswer[]
  /** °C, or null where none is measured. */
  temperature: number | null
  /** Why it is refused, and the ban if that is the reason; null where it is admitted. */
  refused: { reason: RefusalReason; banId: string | null } | null
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
 * transaction ends, and then writes nothing. Where the person is on the site already, a second statement closes the visit that was open.
 * @param isPresent whether the person was on the site when the facts were read
 * @throws DuplicateRequestError or PresenceChangedError; nothing is written then
 */
export async function writeCheckIn(
  tx: Transaction,
  record: CheckInRecord,
  isPresent: boolean,
  stored: ResponseToStore | undefined,
): Promise<void> {
  const { id, open, at, userId, refused } = record
  const { clientId, id: siteId } = open.site
  const row = rowOf(record)
  const event = {
    clientId,
    id: newId(at),
    type: refused ? 'visit.refused' : 'visit.signed_in',
    subject: `site:${siteId}`,
    payload: refused ? { attempt_id: id, reason: refused.reason } : { visit_id: id },
    createdAt: at,
    nextAttemptAt: at,
  }
  const parameters = [
    stored ? toJson(idempotencyKeys, storedRow(record, stored)) : null,
    refused ? toJson(refusedAttempts, row) : toJson(visits, row),
    toJson(outbox, event),
  ]
  if (refused || !isPresent) {
    const statement = refused ? refusalStatement : arrivalStatements[userId === null ? 'visitor' : 'user']
    const written = await tx.queryAndCommit(statement, parameters).catch((error: unknown) => {
      throw isUniqueViolation(error, 'presence_pkey') ? new PresenceChangedError() : error
    })
    if (written.length === 0) throw new DuplicateRequestError()
    return
  }
  const statement = returnStatements[userId === null ? 'visitor' : 'user']
  const [superseded] = await tx.raw.unsafe<{ visit_id: string | null; signed_in_at: number | null }[]>(
    statement,
    parameters,
    { prepare: true },
  )
  if (!superseded) throw new DuplicateRequestError()
  const { visit_id: visitId, signed_in_at: signedInAt } = superseded
  if (visitId !== null && signedInAt !== null)
    await endSupersededVisit(tx, { clientId, id: visitId, signedInAt: new Date(signedInAt) }, { id, at })
}

const personColumns = [
  'kind',
  'userId',
  'firstName',
  'lastName',
  'mobile',
  'dependents',
  'roleId',
  'roleName',
] as const
const attemptColumns = [
  'clientId',
  'id',
  'siteId',
  'methodId',
  'source',
  'personKey',
  ...personColumns,
  'answers',
  'temperature',
  'createdAt',
] as const

const visitColumns = columnNames(visits, [...attemptColumns, 'signedInAt'])
const refusedColumns = columnNames(refusedAttempts, [...attemptColumns, 'reason', 'banId', 'attemptedAt'])
const storedColumns = columnNames(idempotencyKeys, [
  'clientId',
  'methodId',
  'key',
  'requestHash',
  'status',
  'answer',
  'createdAt',
])
const eventColumns = columnNames(outbox, [
  'clientId',
  'id',
  'type',
  'subject',
  'payload',
  'createdAt',
  'nextAttemptAt',
])
const presenceKey = columnNames(presence, ['clientId', 'siteId', 'personKey'])
/** The columns of a presence that a new visit replaces; those of the visit have the same names. */
const presenceDetails = columnNames(presence, ['methodId', ...personColumns, 'signedInAt'])

/**
 * The parameters are JSON objects with the columns of a table: $1 the response, or null; $2 the visit or the refused attempt; $3 the
 * event. `written` has one row, or none where the idempotency key is in use; everything else is written from that row.
 */
const storeResponseFirst = (table: Table) => `
  with given as (select * from jsonb_populate_record(null::idempotency_keys, $1::jsonb) where key is not null),
  stored as (
    insert into idempotency_keys (${storedColumns.join(', ')}) select ${storedColumns.join(', ')} from given
    on conflict do nothing returning key),
  written as (
    select * from jsonb_populate_record(null::${getTableName(table)}, $2::jsonb)
    where not exists (select from given) or exists (select from stored))`

const recordEvent = `
  event as (
    insert into outbox (${eventColumns.join(', ')})
    select ${eventColumns.map((name) => `event.${name}`).join(', ')} from written, jsonb_populate_record(null::outbox, $3::jsonb) event)`

const enteredColumns = [...presenceKey, ...presenceDetails]

/** The presence of somebody who is not on the site. If they are by now, it fails. */
const enterSite = `
  entered as (
    insert into presence (${enteredColumns.join(', ')}, visit_id) select ${enteredColumns.join(', ')}, id from written
    returning superseded_visit_id, superseded_signed_in_at)`

/** The presence of somebody who is on the site moves to the new visit. Two check-ins at once wait for each other at this row. */
const enterSiteAgain = `
  entered as (
    insert into presence (${enteredColumns.join(', ')}, visit_id) select ${enteredColumns.join(', ')}, id from written
    on conflict (${presenceKey.join(', ')}) do update set
      ${presenceDetails.map((name) => `${name} = excluded.${name}`).join(', ')}, visit_id = excluded.visit_id,
      superseded_visit_id = presence.visit_id, superseded_signed_in_at = presence.signed_in_at
    returning superseded_visit_id, superseded_signed_in_at)`

const recordVisit = `
  visit as (insert into visits (${visitColumns.join(', ')}) select ${visitColumns.join(', ')} from written)`

const markAsSeen = `
  seen as (
    update users set last_seen_at = written.signed_in_at, last_seen_site_id = written.site_id
    from written where users.client_id = written.client_id and users.id = written.user_id)`

/** The visit that was open until now, with its sign-in in milliseconds since 1970. */
const returnSuperseded = `
  select superseded_visit_id as visit_id, (extract(epoch from superseded_signed_in_at) * 1000)::float8 as signed_in_at from entered`

const admission = (enter: string) => ({
  visitor: `${storeResponseFirst(visits)}, ${enter}, ${recordVisit}, ${recordEvent} ${returnSuperseded}`,
  user: `${storeResponseFirst(visits)}, ${enter}, ${recordVisit}, ${markAsSeen}, ${recordEvent} ${returnSuperseded}`,
})
const arrivalStatements = admission(enterSite)
const returnStatements = admission(enterSiteAgain)
const refusalStatement = `${storeResponseFirst(refusedAttempts)},
  attempt as (
    insert into refused_attempts (${refusedColumns.join(', ')}) select ${refusedColumns.join(', ')} from written),
  ${recordEvent}
  select id from written`

function columnNames<T extends Table>(
  table: T,
  keys: readonly (keyof T['_']['columns'] & string)[],
): string[] {
  const columns = getTableColumns(table)
  return keys.map((key) => (columns[key] as { name: string }).name)
}

/** A row as JSON, by the names of its columns. */
function toJson(table: Table, row: Record<string, unknown>): string {
  const columns = getTableColumns(table)
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(row).flatMap(([key, value]) => {
        const column = columns[key]
        return column ? [[column.name, value]] : []
      }),
    ),
  )
}

function storedRow({ open, at }: CheckInRecord, { key, requestHash, response }: ResponseToStore) {
  return {
    clientId: open.site.clientId,
    methodId: open.method.id,
    key,
    requestHash: `\\x${Buffer.from(requestHash).toString('hex')}`,
    status: response.status,
    answer: response.text,
    createdAt: at,
  }
}

/** The columns of a visit and those of a refused attempt. */
function rowOf(record: CheckInRecord) {
  const { id, open, at, visitor, userId, dependents, role, answers, temperature, refused } = record
  const { method, site } = open
  return {
    clientId: site.clientId,
    id,
    siteId: site.id,
    methodId: method.id,
    source: method.type === 'qr' ? ('phone' as const) : method.type,
    kind: userId === null ? ('visitor' as const) : ('user' as const),
    userId,
    ...visitor,
    dependents,
    roleId: role?.id ?? null,
    roleName: role?.name ?? '',
    answers,
    temperature,
    signedInAt: at,
    attemptedAt: at,
    createdAt: at,
    reason: refused?.reason,
    banId: refused?.banId,
  }
}
