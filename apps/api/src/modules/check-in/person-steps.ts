import { serverLimits } from '@gatehouse/validation/limits'
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../lib/durations.ts'
import { bytesOfId } from '../../lib/ids.ts'
import {
  areRecords,
  type EarlierVisit,
  type Erasure,
  isOfRecords,
  isOneOfTexts,
  mentions,
  type OwnRecord,
  type PersonRecords,
  type PersonStep,
} from '../privacy/person-step.ts'

interface History {
  table: 'visits' | 'refused_attempts'
  time: 'signed_in_at' | 'attempted_at'
  of: (person: PersonRecords) => readonly OwnRecord[]
}
const visits: History = { table: 'visits', time: 'signed_in_at', of: (person) => person.visits }
const refused: History = {
  table: 'refused_attempts',
  time: 'attempted_at',
  of: (person) => person.attempts,
}

const areOf = ({ time, of }: History, person: PersonRecords): SQL =>
  sql`r.client_id = ${person.clientId} and ${areRecords(sql`r.id`, sql`r.${sql.identifier(time)}`, of(person))}`

const shared = sql.raw(`
  'site', s.name, 'time_zone', s.time_zone, 'method', m.name, 'first_name', r.first_name, 'last_name', r.last_name, 'mobile', r.mobile, 'kind', r.kind,
  'role', r.role_name, 'dependents', r.dependents, 'temperature', r.temperature, 'source', r.source`)
const ofSite = sql.raw(`join sites s on s.client_id = r.client_id and s.id = r.site_id
  left join sign_in_methods m on m.client_id = r.client_id and m.id = r.method_id`)

const records = (history: History, more: string) => (person: PersonRecords) =>
  sql`
  select r.id::text as id, r.${sql.identifier(history.time)} as at, jsonb_build_object(${shared}, ${sql.raw(more)}) as data
  from ${sql.identifier(history.table)} r ${ofSite} where ${areOf(history, person)}`

/**
 * Removes names, mobile, temperature and answers, and what staff wrote. The visit itself stays, as a count; an account is named by its id
 * alone, over which the chain of the access log has a digest.
 */
const anonymise = (history: History, more: string) => async (erasure: Erasure) => {
  const { tx, person, now, pseudonym } = erasure
  const rows = history.of(person)
  if (rows.length === 0) return
  const replaced = rows.map((row) => ({ id: row.id, at: row.at, pseudonym: pseudonym(row) }))
  const [table, time] = [sql.identifier(history.table), sql.identifier(history.time)]
  await tx.execute(sql`
    update ${table} r set first_name = '', last_name = '', mobile = '', answers = '[]', temperature = null ${sql.raw(more)},
      person_key = gone.pseudonym, anonymised_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as gone (id uuid, at timestamptz, pseudonym text)
    where r.client_id = ${person.clientId} and r.id = gone.id and r.${time} = gone.at`)
}

const answersOf = (history: History, person: PersonRecords) => sql`
  select r.id || ':' || given.place as id, r.${sql.identifier(history.time)} as at, jsonb_build_object(
    'site', s.name, 'time_zone', s.time_zone, 'question', given.answer->'question_text', 'answer', given.answer->'answer_text',
    'failed', given.answer->'failed') as data
  from ${sql.identifier(history.table)} r ${ofSite} cross join lateral jsonb_array_elements(r.answers) with ordinality as given (answer, place)
  where ${areOf(history, person)}`

/** Whom the person came to see, and visitors who named the person as their host. */
const hostRows = (person: PersonRecords): SQL => sql`
  h.client_id = ${person.clientId} and (${isOfRecords(sql`h.visit_id`, person.visits)}
    or h.user_id = any(${`{${person.userIds.join(',')}}`}::uuid[]) or (h.name <> '' and ${mentions(sql`h.name`, person)}))`

/** The first 42 characters of a check-out token name the client and the visit. */
const tokenBeginnings = (clientId: string, signedIn: readonly EarlierVisit[]): string[] =>
  signedIn.map(({ id }) =>
    Buffer.concat([bytesOfId(clientId), bytesOfId(id)])
      .toString('base64url')
      .slice(0, 42),
  )

/**
 * The responses to check-ins, by which equal requests are known. That of a visit has its check-out token. One to a refused attempt has none, and
 * was written at the same moment.
 */
const responseRows = (person: PersonRecords, now: Date): SQL => {
  const since = now.getTime() - (serverLimits.idempotencyKeyDays + 1) * DAY_MS
  const lately = ({ createdAt }: EarlierVisit) => createdAt.getTime() >= since
  const attempts = person.attempts.filter(lately).map(({ createdAt }) => createdAt)
  const recent = [...person.visits, ...person.earlierVisits].filter(lately)
  return sql`
    k.client_id = ${person.clientId} and (
      ${isOneOfTexts(sql`left(substring(k.answer from '"checkOutToken":"([^"]+)"'), 42)`, tokenBeginnings(person.clientId, recent))}
      or (k.answer !~ '"checkOutToken":"'
        and k.created_at = any(array(select jsonb_array_elements_text(${JSON.stringify(attempts)}::jsonb)::timestamptz))))`
}

export const personSteps: readonly PersonStep[] = [
  {
    kind: 'answers',
    tables: ['visits', 'refused_attempts'],
    records: (person) => sql`${answersOf(visits, person)} union all ${answersOf(refused, person)}`,
  },
  {
    kind: 'stored_responses',
    tables: ['idempotency_keys'],
    records: (person, now) => sql`
      select k.key::text as id, k.created_at as at, jsonb_build_object('status', k.status) as data
      from idempotency_keys k where ${responseRows(person, now)}`,
    erase: async ({ tx, person, now }) =>
      void (await tx.execute(sql`delete from idempotency_keys k where ${responseRows(person, now)}`)),
  },
  {
    kind: 'hosts',
    tables: ['visit_hosts'],
    records: (person) => sql`
      select h.visit_id::text as id, h.signed_in_at as at, jsonb_build_object(
        'host', coalesce(nullif(h.name, ''), trim(u.first_name || ' ' || u.last_name)), 'answer', h.answer) as data
      from visit_hosts h left join users u on u.client_id = h.client_id and u.id = h.user_id where ${hostRows(person)}`,
    erase: async ({ tx, person }) =>
      void (await tx.execute(sql`delete from visit_hosts h where ${hostRows(person)}`)),
  },
  {
    kind: 'visits',
    tables: ['visits'],
    records: records(
      visits,
      `'signed_out_at', r.signed_out_at, 'ended_as', r.ended_as, 'ended_by', r.ended_by, 'end_reason', r.end_reason`,
    ),
    erase: anonymise(visits, `, end_reason = ''`),
  },
  {
    kind: 'refused_attempts',
    tables: ['refused_attempts'],
    records: records(refused, `'reason', r.reason`),
    erase: anonymise(refused, ''),
  },
]
