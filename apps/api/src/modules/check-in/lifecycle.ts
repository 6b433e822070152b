import { serverLimits } from '@gatehouse/validation/limits'
import type { RetentionClass } from '@gatehouse/validation/vocabulary'
import { type SQL, sql } from 'drizzle-orm'
import { isOneOfTexts } from '../../db/sql-values.ts'
import { type Erasure, type Lifecycle, ofPerson, retain } from '../../db/lifecycle.ts'
import {
  areRecords,
  type EarlierVisit,
  isOfRecords,
  mentions,
  type PersonRecords,
} from '../../db/person-records.ts'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { bytesOfId } from '../../lib/ids.ts'
import {
  anonymisePresence,
  anonymiseRecords,
  columnsOfNamed,
  hasNames,
  type History,
  isDayOver,
  type NamedRow,
  refused,
  setRecords,
  visits,
} from './anonymise-people.ts'

const site = sql`t.site_id`
const siteOf = sql`join sites s on s.client_id = t.client_id and s.id = t.site_id`

/** Names, mobiles and texts by staff; person keys once all visits of the local day are due. */
const namesOf = (history: History, only: (cutoff: SQL) => SQL) =>
  retain<NamedRow>({
    class: 'contact',
    table: history.table,
    join: siteOf,
    time: history.time,
    kept: 'anonymised_at is null',
    only,
    site,
    columns: (cutoff) => columnsOfNamed(sql`t.id`, history.time, cutoff),
    anonymise: (batch, found) => anonymiseRecords(batch, history, found),
  })

/** Retention of one column of one table. */
const columnOf = (
  { table, time }: History,
  kept: { class: RetentionClass; kept: string; change: () => SQL },
) => retain({ ...kept, table, time, site })

/** The questions are erased with the answers. A refused attempt still has its reason. */
const answers = { class: 'answer', kept: `answers <> '[]'`, change: () => sql`answers = '[]'` } as const
const temperature = {
  class: 'temperature',
  kept: 'temperature is not null',
  change: () => sql`temperature = null`,
} as const

/** Request hash and response are personal data, and needed only for duplicate requests. */
const keysOf = (name: RetentionClass) =>
  retain({
    class: name,
    table: 'idempotency_keys',
    time: 'created_at',
    isUnordered: true,
    site: sql`(select m.site_id from sign_in_methods m
      where m.client_id = t.client_id and m.id = t.method_id)`,
    change: 'delete',
  })

const areOf =
  ({ time, of }: History) =>
  (person: PersonRecords): SQL =>
    areRecords(sql`t.id`, sql`t.${sql.identifier(time)}`, of(person))

const heldOf = (history: History, more: SQL) =>
  ofPerson({
    kind: history.table,
    table: history.table,
    join: sql`${siteOf} left join sign_in_methods m on m.client_id = t.client_id and m.id = t.method_id`,
    where: areOf(history),
    at: sql`t.${sql.identifier(history.time)}`,
    data: sql`jsonb_build_object(
      'site', s.name, 'time_zone', s.time_zone, 'method', m.name, 'first_name', t.first_name,
      'last_name', t.last_name, 'mobile', t.mobile, 'kind', t.kind, 'role', t.role_name,
      'dependents', t.dependents, 'temperature', t.temperature, 'source', t.source, ${more})`,
    erase: (erasure) => eraseRecords(history, erasure),
  })

/** The visit remains as a count, with the id of the account, which the log's chain covers. */
async function eraseRecords(history: History, { tx, person, now, pseudonym }: Erasure): Promise<void> {
  const rows = history.of(person).map((row) => ({ id: row.id, at: row.at, pseudonym: pseudonym(row) }))
  await setRecords(tx, person.clientId, history, rows, now, sql`, answers = '[]', temperature = null`)
}

const answersIn = (history: History) =>
  ofPerson({
    kind: 'answers',
    table: history.table,
    join: sql`${siteOf}
      cross join lateral jsonb_array_elements(t.answers) with ordinality as given (answer, place)`,
    where: areOf(history),
    id: sql`(t.id || ':' || given.place)`,
    at: sql`t.${sql.identifier(history.time)}`,
    data: sql`jsonb_build_object(
      'site', s.name, 'time_zone', s.time_zone, 'question', given.answer->'question_text',
      'answer', given.answer->'answer_text', 'failed', given.answer->'failed')`,
  })

const answersHeld = [answersIn(visits), answersIn(refused)]

/** The first 42 characters of a check-out token encode the client and the visit. */
const tokenBeginnings = (clientId: string, signedIn: readonly EarlierVisit[]): string[] =>
  signedIn.map(({ id }) =>
    Buffer.concat([bytesOfId(clientId), bytesOfId(id)])
      .toString('base64url')
      .slice(0, 42),
  )

/**
 * The stored responses to check-ins. A visit's response contains its check-out token. A refused
 * attempt's has none, but was written at the same moment as the attempt.
 */
const responses = (person: PersonRecords, now: Date): SQL => {
  const since = now.getTime() - (serverLimits.idempotencyKeyDays + 1) * DAY_MS
  const lately = ({ createdAt }: EarlierVisit) => createdAt.getTime() >= since
  const attempts = person.attempts.filter(lately).map(({ createdAt }) => createdAt)
  const recent = [...person.visits, ...person.earlierVisits].filter(lately)
  const token = sql`left(substring(t.answer from '"checkOutToken":"([^"]+)"'), 42)`
  return sql`
    ${isOneOfTexts(token, tokenBeginnings(person.clientId, recent))}
    or (t.answer !~ '"checkOutToken":"' and t.created_at = any(array(
      select jsonb_array_elements_text(${JSON.stringify(attempts)}::jsonb)::timestamptz)))`
}

export const lifecycle = {
  expires: [
    {
      table: idempotencyKeys,
      column: idempotencyKeys.createdAt,
      keptMs: serverLimits.idempotencyKeyDays * DAY_MS,
    },
  ],
  retention: [
    // Before the visits, which leave out people on site.
    retain<NamedRow>({
      class: 'contact',
      table: 'presence',
      join: siteOf,
      time: 'signed_in_at',
      only: (cutoff) => sql`t.kind = 'visitor' and (${hasNames}
        or (t.person_key not like 'anonymous.%' and ${isDayOver('signed_in_at', cutoff)}))`,
      site,
      columns: (cutoff) => columnsOfNamed(sql`t.visit_id`, 'signed_in_at', cutoff),
      anonymise: anonymisePresence,
    }),
    namesOf(
      visits,
      (cutoff) => sql`(${hasNames} or t.end_reason <> '' or ${isDayOver('signed_in_at', cutoff)})
        and (t.ended_as is not null or not exists (
          select from presence p where p.client_id = t.client_id and p.site_id = t.site_id
            and p.person_key = t.person_key and p.visit_id = t.id))`,
    ),
    namesOf(refused, (cutoff) => sql`(${hasNames} or ${isDayOver('attempted_at', cutoff)})`),
    retain({ class: 'contact', table: 'visit_hosts', time: 'signed_in_at', site, change: 'delete' }),
    keysOf('contact'),
    columnOf(visits, answers),
    columnOf(refused, answers),
    keysOf('answer'),
    columnOf(visits, temperature),
    columnOf(refused, temperature),
    keysOf('temperature'),
  ],
  person: [
    {
      kind: 'answers',
      tables: [visits.table, refused.table],
      records: (person, now) =>
        sql.join(
          answersHeld.map(({ records }) => records(person, now)),
          sql` union all `,
        ),
    },
    ofPerson({
      kind: 'stored_responses',
      table: 'idempotency_keys',
      where: responses,
      id: sql`t.key`,
      at: sql`t.created_at`,
      data: sql`jsonb_build_object('status', t.status)`,
      change: 'delete',
    }),
    // The hosts that the person visited, and the visitors who named the person as their host.
    ofPerson({
      kind: 'hosts',
      table: 'visit_hosts',
      join: sql`left join users u on u.client_id = t.client_id and u.id = t.user_id`,
      where: (person) => sql`${isOfRecords(sql`t.visit_id`, person.visits)}
        or t.user_id = any(${`{${person.userIds.join(',')}}`}::uuid[])
        or (t.name <> '' and ${mentions(sql`t.name`, person)})`,
      id: sql`t.visit_id`,
      at: sql`t.signed_in_at`,
      data: sql`jsonb_build_object(
        'host', coalesce(nullif(t.name, ''), trim(u.first_name || ' ' || u.last_name)),
        'answer', t.answer)`,
      change: 'delete',
    }),
    heldOf(
      visits,
      sql`'signed_out_at', t.signed_out_at, 'ended_as', t.ended_as, 'ended_by', t.ended_by,
        'end_reason', t.end_reason`,
    ),
    heldOf(refused, sql`'reason', t.reason`),
  ],
} satisfies Lifecycle
