import type { InputOf } from '@gatehouse/validation/endpoints/all'
import { and, or, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import { rareEvents } from '../../db/schema/log-entries.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { sites } from '../../db/schema/sites.ts'
import { visits } from '../../db/schema/visits.ts'
import { instant, json } from '../../db/sql-values.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { wallClock } from '../../db/wall-clock.ts'
import type { LogRange } from './range.ts'
import type { LogCursor } from './read-entries.ts'
import { matchesPerson, type PersonSearch, recordsOf } from './search-people.ts'
import { isOnOtherPhone } from '../check-in/other-phone.ts'
import { canReadMobilesOfHistory } from '../people/mobile-visibility.ts'
import { binsOfRange } from '../rollups/stay-histogram.ts'
import { isAccessibleSite, readsAllRecords } from '../sites/policy.ts'
import type { VisibleSite } from '../sites/queries.ts'

type Query = InputOf<'listAccessLog'>['query']

/** A query of the log, with its site and people resolved. */
export interface LogQuestion extends Pick<
  Query,
  'method' | 'kind' | 'role' | 'event' | 'result' | 'stay' | 'weekday' | 'hour' | 'question' | 'answer'
> {
  clientId: string
  range: LogRange
  /** The zone of the query's days and hours. */
  timeZone: string
  site: VisibleSite | undefined
  people: PersonSearch | undefined
  /** The offered answers that match the searched answer. */
  choices: Choices
}

/** A page of entries before or after a cursor, nearest first. */
export interface LogPart {
  cursor: LogCursor | undefined
  limit: number
}

/** Columns that visits and refused attempts share. */
const shared = (record: typeof visits | typeof refusedAttempts) => sql`
  ${record.userId}, ${record.firstName}, ${record.lastName}, ${record.mobile}, ${record.roleId}, ${record.roleName},
  ${record.dependents}, ${record.temperature}, ${record.answers}, ${record.signedInOffline}, ${record.anonymisedAt}`

/**
 * The current record of an entry. A departure that the visit no longer has is left out. Where the
 * record is looked up entry by entry, the page is full before PostgreSQL reads any further.
 */
const recordOfEntry = sql`cross join lateral (
  select ${shared(visits)}, ${visits.signedInAt}, ${visits.signedOutAt}, ${visits.endedAs} is null as is_open,
    case when entry.event = 'out' and ${visits.endedAs} = 'by_staff' then 'staff' else ${visits.source} end as source,
    case entry.event when 'in' then ${isOnOtherPhone} when 'out' then ${visits.leftByOtherPhone} else false end as by_other_phone,
    entry.event = 'in' and ${visits.afterRefusal} as after_refusal
  from visits where ${visits.clientId} = entry.client_id and ${visits.id} = entry.record_id and entry.result = 'ok'
    and case entry.event when 'out' then ${visits.signedOutAt} = entry.at
      when 'assumed_left' then ${visits.assumedLeftAt} = entry.at when 'changed' then false else true end
  union all
  select ${shared(refusedAttempts)}, null, null, false, ${refusedAttempts.source}, false, false
  from refused_attempts
  where ${refusedAttempts.clientId} = entry.client_id and ${refusedAttempts.id} = entry.record_id and entry.result <> 'ok') as record`

const person = {
  clientId: sql`entry.client_id`,
  userId: sql`record.user_id`,
  firstName: sql`record.first_name`,
  lastName: sql`record.last_name`,
  mobile: sql`record.mobile`,
  anonymisedAt: sql`record.anonymised_at`,
}

const entryColumns = sql`entry.at, entry.rank, entry.id, entry.record_id, entry.event, entry.result, entry.site_id, entry.method_id, entry.kind,
  case when entry.event = 'out' then extract(epoch from record.signed_out_at - record.signed_in_at)::float8 / 60 end as stay, record.*`

/** Joins for entries: the columns of `sites`, `method`, `account`, `correction` and `author`. */
const namesOf = ({ clientId }: LogQuestion) => sql`
    left join sites on sites.client_id = ${clientId} and sites.id = entry.site_id
    left join sign_in_methods method on method.client_id = ${clientId} and method.id = entry.method_id
    left join users account on account.client_id = ${clientId} and account.id = entry.user_id
    left join log_corrections correction
      on entry.event = 'corrected' and correction.client_id = ${clientId} and correction.id = entry.id
    left join users author on author.client_id = ${clientId} and author.id = correction.corrected_by`

/** The typed name; the name of the account for a user whose typed name was deleted. */
export const personName = sql`coalesce(nullif(trim(entry.first_name || ' ' || entry.last_name), ''), trim(account.first_name || ' ' || account.last_name), '')`

/** The author of a correction; null where it is the visitor or a user of another client. */
export const authorName = sql`trim(author.first_name || ' ' || author.last_name)`

export const sourceName = sql`case when correction.corrected_by is null then entry.source else 'staff' end`

/**
 * The entries of a page in its direction.
 * @param columns what to select, from the columns of `entry` and `namesOf`
 */
export function partQuery(
  actor: ReadingActor,
  question: LogQuestion,
  { cursor, limit }: LogPart,
  columns: SQL,
): SQL {
  const order = orderBy(cursor?.direction === 'newer' ? 'asc' : 'desc')
  const beyond = cursor && isBeyond(cursor)
  // Each site is read by its own index, up to the limit. The client's index would also scan all
  // other sites.
  const rows = readsSites(actor, question)
    ? sql`select page.* from sites cross join lateral (
        ${rowsOf(actor, question, { columns: entryColumns, where: and(sql`entry.site_id = ${sites.id}`, beyond), order })} limit ${limit}) as page
        where ${isReadSite(actor, question)}`
    : rowsOf(actor, question, { columns: entryColumns, where: beyond, order })
  return sql`
    select ${columns} from (select * from (${rows}) as entry ${order} limit ${limit}) as entry ${namesOf(question)} ${order}`
}

const orderBy = (direction: 'asc' | 'desc') =>
  sql.raw(`order by entry.at ${direction}, entry.rank ${direction}, entry.id ${direction}`)

/** All entries in the range, latest first, in index order. @param columns as for `partQuery` */
export const wholeQuery = (actor: ReadingActor, question: LogQuestion, columns: SQL): SQL => sql`
  select ${columns} from (${rowsOf(actor, question, { columns: entryColumns, order: orderBy('desc') })}) as entry
  ${namesOf(question)} ${orderBy('desc')}`

/** The number of export rows: one for each answer, or one for an entry without any. */
export const countQuery = (actor: ReadingActor, question: LogQuestion): SQL =>
  rowsOf(actor, question, {
    columns: sql`coalesce(sum(case when ${hasAnswers} then greatest(jsonb_array_length(record.answers), 1) else 1 end), 0)::int as rows`,
  })

/** Answers are shown at the sign-in or refusal at which they were given. */
const hasAnswers = sql`entry.event in ('in', 'refused')`

/** The part of the range that can have matches: no record before `since` still has a name. */
export function searchedRange({ range, people }: Pick<LogQuestion, 'range' | 'people'>): LogRange {
  const since = people?.since
  return since && since > range.from ? { from: since, to: range.to } : range
}

/** Whether each site of the actor is read separately. The records of few people have an index. */
export const readsSites = (actor: ReadingActor, { people }: LogQuestion): boolean =>
  !readsAllRecords(actor) && !people?.keys

const isReadSite = (actor: ReadingActor, { site }: LogQuestion) =>
  and(isAccessibleSite(actor, 'see'), site && sql`${sites.id} = ${site.id}`)

interface Rows {
  columns: SQL
  /** May use the columns of `sites` where the rows are joined to it. */
  where?: SQL | undefined
  order?: SQL
}

/** The entries that match the query and that the actor may see, with their records. */
function rowsOf(actor: ReadingActor, question: LogQuestion, { columns, where, order }: Rows): SQL {
  const { clientId, range, site, people } = question
  const isOfClient = sql`entry.client_id = ${clientId}`
  const isAsked = and(
    isOfClient,
    site && sql`entry.site_id = ${site.id}`,
    sql`entry.at >= ${instant(range.from)}`,
    sql`entry.at < ${instant(range.to)}`,
    where,
    ...filtersOf(question),
  )
  // Entries of few people are looked up by record and sorted before anything else is joined. By
  // time, PostgreSQL would read the whole range.
  const found =
    people?.keys &&
    sql`
    select entry.* from (${recordsOf(clientId, people.keys)}) as person cross join lateral (
      select * from log_entries entry where ${isOfClient} and entry.record_id = person.record_id offset 0) as entry
    where ${isAsked} ${order} offset 0`
  // A query that reads each site separately has joined `sites` already.
  const ofSites = readsAllRecords(actor) || (where && readsSites(actor, question)) ? undefined : sites
  return sql`select ${columns} from ${found ? sql`(${found}) as entry` : sql`log_entries entry`}
    ${ofSites && sql`join sites on sites.client_id = ${clientId} and sites.id = entry.site_id`} ${recordOfEntry}
    where ${and(found ? undefined : isAsked, ofSites && isReadSite(actor, question), ...recordFiltersOf(actor, question)) ?? sql`true`} ${order}`
}

/** Entries beyond the cursor, in its direction. */
const isBeyond = ({ direction, at, rank, id }: LogCursor): SQL =>
  sql`(entry.at, entry.rank, entry.id) ${sql.raw(direction === 'newer' ? '>' : '<')} (${instant(new Date(at))}, ${rank}::int2, ${id}::uuid)`

/** A client has few of these events, and they have their own index. */
const isRare = sql.raw(`entry.event in (${rareEvents.map((event) => `'${event}'`).join(', ')})`)

/** Filters on the entry itself. */
function filtersOf({
  method,
  kind,
  event,
  result,
  weekday,
  hour,
  timeZone,
  range,
}: LogQuestion): (SQL | undefined)[] {
  const isAt = (part: 'isodow' | 'hour', value: string) =>
    sql`extract(${sql.raw(part)} from ${wallClock(sql`entry.at`, timeZone, range)}) = ${Number(value)}`
  return [
    sql`entry.event <> 'changed'`,
    method === undefined ? undefined : sql`entry.method_id = ${method}`,
    kind === undefined ? undefined : sql`entry.kind = ${kind}`,
    event === undefined ? undefined : sql`entry.event = ${event}`,
    result === undefined ? undefined : sql`entry.result = ${result}`,
    result === undefined || result === 'ok' ? undefined : isRare,
    weekday === undefined ? undefined : isAt('isodow', weekday),
    hour === undefined ? undefined : isAt('hour', hour),
  ]
}

/** Filters on the entry's record. */
function recordFiltersOf(actor: ReadingActor, question: LogQuestion): (SQL | undefined)[] {
  const { role, stay, people, clientId } = question
  return [
    role === undefined ? undefined : hasRole(sql`record.role_id`, role, clientId),
    stay === undefined ? undefined : hasStay(stay),
    isAnswered(question),
    people && matchesPerson(person, people, canReadMobilesOfHistory(actor, sql`record.is_open`)),
  ]
}

/** Matches roles with the same name at all sites. */
export const hasRole = (column: SQLWrapper, role: string, clientId?: string) => sql`${column} in (
  select same.id from visitor_roles one join visitor_roles same on same.client_id = one.client_id and same.name = one.name
  where one.id = ${role} ${clientId === undefined ? sql`` : sql`and one.client_id = ${clientId}`})`

/** Visits with a known end and this length, by the same bins as Home. */
function hasStay(stay: NonNullable<LogQuestion['stay']>): SQL | undefined {
  const bins = stay === 'any' ? undefined : binsOfRange(stay)
  const bin = sql`gatehouse_stay_bin(extract(epoch from record.signed_out_at - record.signed_in_at)::float8 / 60)`
  return and(
    sql`entry.event in ('in', 'out')`,
    sql`record.signed_out_at is not null`,
    bins && sql`${bin} >= ${bins.from}`,
    bins?.to === undefined ? undefined : sql`${bin} < ${bins.to}`,
  )
}

/** Records with answers have a partial index ordered by time. */
function isAnswered({ question, answer, choices, clientId, range }: LogQuestion): SQL | undefined {
  if (question === undefined && !answer) return undefined
  const isSaid = sql`strpos(gatehouse_fold(given ->> 'answer_text'), gatehouse_fold(${answer})) > 0`
  const given = and(
    question === undefined ? undefined : sql`given ->> 'question_id' = ${question}`,
    answer ? or(choseAny(choices), isSaid) : undefined,
  )
  const answered = (table: string, time: string) => sql`
    select id from ${sql.identifier(table)} where client_id = ${clientId} and answers <> '[]'
      and ${sql.identifier(time)} >= ${instant(range.from)} and ${sql.identifier(time)} < ${instant(range.to)}`
  return and(
    hasAnswers,
    sql`entry.record_id in (${answered('visits', 'signed_in_at')} union all ${answered('refused_attempts', 'attempted_at')})`,
    sql`exists (select from jsonb_array_elements(record.answers) as given where ${given})`,
  )
}

/** Chosen answers by question id: `yes`, `no` or the ids of options. */
export type Choices = Readonly<Record<string, readonly string[]>>

/**
 * The offered answers whose text contains the searched text, in any version of the question and any
 * language. Visitors answer in their own language and options get renamed, so the stored text alone
 * is not enough.
 */
export async function findChoices(
  tx: Transaction,
  clientId: string,
  { question, answer }: { question?: string | undefined; answer?: string | undefined },
): Promise<Choices> {
  if (!answer) return {}
  const offered = sql`
    select version.question_id, choice.key, choice.own, choice.translated
    from question_versions version cross join lateral (
      select key, value ->> 'text' as own, value -> 'texts' as translated
        from jsonb_each(case jsonb_typeof(version.answers) when 'object' then version.answers else '{}' end)
      union all
      select value ->> 'id', value ->> 'desc', value -> 'descs'
        from jsonb_array_elements(case jsonb_typeof(version.answers) when 'array' then version.answers else '[]' end)) as choice
    where version.client_id = ${clientId} and ${question === undefined ? sql`true` : sql`version.question_id = ${question}`}`
  const rows = await tx.execute<{ question_id: string; keys: string[] }>(sql`
    select question_id, jsonb_agg(distinct key) as keys from (${offered}) as offered
    where exists (
      select from (select own as wording union all
        select value from jsonb_each_text(case jsonb_typeof(translated) when 'object' then translated else '{}' end)) as said
      where strpos(gatehouse_fold(wording), gatehouse_fold(${answer})) > 0)
    group by question_id`)
  return Object.fromEntries(rows.map(({ question_id, keys }) => [question_id, keys]))
}

/** Whether an answer is one of these choices. A free text of another version may look alike. */
export function choseAny(choices: Choices): SQL | undefined {
  if (Object.keys(choices).length === 0) return undefined
  const ofQuestion = sql`${json(choices)} -> (given ->> 'question_id')`
  return sql`(given ->> 'type' <> 'free text' and ${ofQuestion} is not null
    and (given -> 'answer') ?| array(select jsonb_array_elements_text(${ofQuestion})))`
}
