import type { EndpointInput } from '@gatehouse/validation/endpoint'
import type { listAccessLogEndpoint } from '@gatehouse/validation/endpoints/access-log'
import type { LogEvent, LogResult } from '@gatehouse/validation/vocabulary'
import { and, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import type { ReadingActor } from '../../context.ts'
import { type CorrectedFields, logCorrections } from '../../db/schema/log-corrections.ts'
import { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { sites } from '../../db/schema/sites.ts'
import { visits } from '../../db/schema/visits.ts'
import { isOnOtherPhone } from '../check-in/other-phone.ts'
import { canReadMobilesOfHistory, type MobilesReadable } from '../people/mobile-visibility.ts'
import { binsOfRange } from '../rollups/stay-histogram.ts'
import { isAccessibleSite, readsAllRecords } from '../sites/policy.ts'
import type { VisibleSite } from '../sites/queries.ts'
import { eventRanks, type LogCursor } from './cursor.ts'
import type { LogRange } from './range.ts'
import { type Choices, choseAny } from './search-answers.ts'
import { type PersonSearch, matchesPerson } from './search-people.ts'

type Query = EndpointInput<typeof listAccessLogEndpoint>['query']

/** What is asked of the log, with the site and the people found. */
export interface LogQuestion extends Pick<
  Query,
  'method' | 'kind' | 'role' | 'event' | 'result' | 'stay' | 'weekday' | 'hour' | 'question' | 'answer'
> {
  clientId: string
  range: LogRange
  /** In which days and hours are told. */
  timeZone: string
  site: VisibleSite | undefined
  people: PersonSearch | undefined
  /** The offered answers that the searched answer means. */
  choices: Choices
}

/** Which entries of it: those before or after one, the nearest first. */
export interface LogPart {
  cursor: LogCursor | undefined
  limit: number
}

interface Source {
  /** The event that its rows are. */
  stream: LogEvent
  from: SQL
  /** The column of its time, and the id: what its indexes are sorted by. */
  time: SQL
  id: SQL
  /** Of `visits` or `refused_attempts`. */
  record: typeof visits | typeof refusedAttempts
  result: SQL
  source: SQL
  stay: SQL
  isOpen: SQL
  /** Whether the person signed in on another phone too. */
  byOtherPhone?: SQL
  /** Whether an answer had refused the person before. */
  afterRefusal?: SQL
  /** What a correction changed, why and by whom: `before`, `after`, `note` and `corrected_by`. */
  correction?: SQL
  /** The rows of its table that belong to it; all where it is missing. */
  isOf?: SQL | undefined
  /** Narrows what is read, where the time does not. */
  where?: (range: LogRange, since: Date | undefined) => SQL | undefined
}

const noCorrection = sql`null::jsonb as before, null::jsonb as after, null::text as note, null::uuid as corrected_by`

const text = (value: string) => sql`${sql.raw(`'${value}'`)}::text`

const ofVisits = {
  record: visits,
  result: text('ok'),
  isOpen: sql`${visits.endedAs} is null`,
}

const ofRefusals = {
  record: refusedAttempts,
  result: sql`${refusedAttempts.reason}`,
  isOpen: sql`false`,
}

/** Nobody leaves before they came. How long they stayed is open, so the months before the range are looked up too. */
const ofDepartures = {
  from: sql`visits`,
  id: sql`${visits.id}`,
  where: ({ to }: LogRange, since: Date | undefined) =>
    and(lt(visits.signedInAt, to), since && gte(visits.signedInAt, since)),
}

const ofCorrections = {
  stream: 'corrected' as const,
  time: sql`${logCorrections.at}`,
  id: sql`${logCorrections.id}`,
  stay: sql`null::float8`,
  correction: sql`${logCorrections.before} as before, ${logCorrections.after} as after, ${logCorrections.note} as note,
    ${logCorrections.correctedBy} as corrected_by`,
}

const streams: readonly Source[] = [
  {
    ...ofVisits,
    stream: 'in',
    from: sql`visits`,
    time: sql`${visits.signedInAt}`,
    id: sql`${visits.id}`,
    source: sql`${visits.source}`,
    byOtherPhone: isOnOtherPhone,
    afterRefusal: sql`${visits.afterRefusal}`,
    stay: sql`null::float8`,
  },
  {
    ...ofRefusals,
    stream: 'refused',
    from: sql`refused_attempts`,
    time: sql`${refusedAttempts.attemptedAt}`,
    id: sql`${refusedAttempts.id}`,
    source: sql`${refusedAttempts.source}`,
    stay: sql`null::float8`,
  },
  {
    ...ofVisits,
    ...ofDepartures,
    stream: 'out',
    time: sql`${visits.signedOutAt}`,
    source: sql`case ${visits.endedAs} when 'by_staff' then 'staff' else ${visits.source} end`,
    byOtherPhone: sql`${visits.leftByOtherPhone}`,
    stay: sql`extract(epoch from ${visits.signedOutAt} - ${visits.signedInAt})::float8 / 60`,
  },
  {
    ...ofVisits,
    ...ofDepartures,
    stream: 'assumed_left',
    time: sql`${visits.assumedLeftAt}`,
    source: sql`${visits.source}`,
    stay: sql`null::float8`,
    isOf: sql`${visits.assumedLeftAt} is not null`,
  },
  {
    ...ofVisits,
    ...ofCorrections,
    from: sql`log_corrections join visits on visits.client_id = log_corrections.client_id and visits.id = log_corrections.visit_id
      and visits.signed_in_at = log_corrections.signed_in_at`,
    source: sql`case when ${logCorrections.correctedBy} is null then ${visits.source} else 'staff' end`,
  },
  {
    ...ofRefusals,
    ...ofCorrections,
    from: sql`log_corrections join refused_attempts on refused_attempts.client_id = log_corrections.client_id
      and refused_attempts.id = log_corrections.visit_id and refused_attempts.attempted_at = log_corrections.signed_in_at`,
    source: text('staff'),
  },
]

/** The streams that can have what is asked for. */
function streamsOf({ event, result, stay, question, answer }: LogQuestion): readonly Source[] {
  return streams.filter(({ stream, record }) => {
    if (result !== undefined && (record === refusedAttempts) === (result === 'ok')) return false
    if (stay !== undefined && stream !== 'in' && stream !== 'out') return false
    // Answers are given at the sign-in.
    if ((question !== undefined || answer) && stream !== 'in' && stream !== 'refused') return false
    return event === undefined || stream === event
  })
}

/** An entry as it is stored. */
export interface LogRow extends Record<string, unknown> {
  at: number
  rank: number
  id: string
  record_id: string
  event: LogEvent
  result: LogResult
  site_id: string
  site: string
  time_zone: string
  person: string
  mobile: string
  can_read_mobile: MobilesReadable
  kind: 'user' | 'visitor'
  role: string
  method: string | null
  temperature: number | null
  dependents: number
  stay_minutes: number | null
  source: 'phone' | 'kiosk' | 'device' | 'staff'
  signed_in_offline: boolean
  by_other_phone: boolean
  after_refusal: boolean
  /** Of a correction. */
  before: CorrectedFields | null
  after: CorrectedFields | null
  note: string | null
  author: string | null
  has_author: boolean
}

/**
 * The entries of a part in its direction: each stream is read by its own index, no further than the limit, and the streams are merged.
 * @param columns what is read of each entry of the merged page, which has the columns of `entry`, `sites`, `method`, `account` and `author`
 * @returns undefined where nothing can be found
 */
export function logQuery(
  actor: ReadingActor,
  question: LogQuestion,
  part: LogPart,
  columns: SQL,
): SQL | undefined {
  const { limit, cursor } = part
  const direction = sql.raw(cursor?.direction === 'newer' ? 'asc' : 'desc')
  const merged = mergeStreams(question, (source) => streamQuery(actor, source, question, part))
  if (!merged) return undefined
  return sql`
    select ${columns} from (
      select * from (${merged}) as merged order by at ${direction}, rank ${direction}, id ${direction} limit ${limit}) as entry
    join ${namesOf(question)}
    order by entry.at ${direction}, entry.rank ${direction}, entry.id ${direction}`
}

/**
 * All entries of the range of a question, the latest first. Its rows are sorted together, so the range of a large log is divided.
 * @param columns as for `logQuery`
 * @returns undefined where nothing can be found
 */
export function wholeLogQuery(actor: ReadingActor, question: LogQuestion, columns: SQL): SQL | undefined {
  const merged = mergeStreams(question, (source) =>
    readStream(actor, source, question, { columns: columnsOf(source) }),
  )
  if (!merged) return undefined
  // An entry has its site. By an inner join PostgreSQL would expect few rows, and look each name up by itself in place of hash tables.
  return sql`
    select ${columns} from (${merged}) as entry left join ${namesOf(question)}
    order by entry.at desc, entry.rank desc, entry.id desc`
}

/** Undefined where nobody is among the people that the search means, or no event has the result. */
function mergeStreams(question: LogQuestion, query: (source: Source) => SQL): SQL | undefined {
  const parts = streamsOf(question).map((source) => sql`(${query(source)})`)
  if (parts.length === 0 || isNobody(question)) return undefined
  return sql.join(parts, sql` union all `)
}

/** The part of the range in which something can be found: before the first record with a name there is nobody. */
export function searchedRange({ range, people }: Pick<LogQuestion, 'range' | 'people'>): LogRange {
  const since = people?.since
  return since && since > range.from ? { from: since, to: range.to } : range
}

/**
 * The time after which no stream of the client has more than so many rows until the end of the range, whatever is asked of them; null where none
 * has so many in it.
 */
export function crowdedQuery(question: LogQuestion, rows: number): SQL {
  const times = streamsOf(question).map((source) => {
    const { from, time } = source
    const isAsked = and(
      eq(ownColumns(source).clientId, question.clientId),
      isWithin(source, question, undefined),
    )
    return sql`(select ${time} from ${from} where ${isAsked} order by ${time} desc offset ${rows} limit 1)`
  })
  return sql`select (extract(epoch from greatest(null, ${sql.join(times, sql`, `)})) * 1000)::float8 as at`
}

const isNobody = ({ people }: LogQuestion) => people && (people.keys?.length === 0 || !people.since)

const namesOf = ({
  clientId,
}: LogQuestion) => sql`sites on sites.client_id = ${clientId} and sites.id = entry.site_id
    left join sign_in_methods method on method.client_id = ${clientId} and method.id = entry.method_id
    left join users account on account.client_id = ${clientId} and account.id = entry.user_id
    left join users author on author.client_id = ${clientId} and author.id = entry.corrected_by`

function streamQuery(
  actor: ReadingActor,
  source: Source,
  question: LogQuestion,
  { cursor, limit }: LogPart,
): SQL {
  const { time, id } = source
  const direction = sql.raw(cursor?.direction === 'newer' ? 'asc' : 'desc')
  // The records of few people are found by who they are. By its time, PostgreSQL would read all of the range to find them.
  const inOrder = question.people?.keys ? sql`(${time} + interval '0')` : time
  return readStream(actor, source, question, {
    columns: columnsOf(source),
    cursor,
    order: (site) =>
      sql`order by ${site ? sql`${site} ${direction},` : sql``} ${inOrder} ${direction}, ${id} ${direction} limit ${limit}`,
  })
}

/** What an entry of a stream has, whichever it is. */
const columnsOf = (source: Source): SQL => {
  const { stream, time, id, record } = source
  return sql`
    ${time} as at, ${sql.raw(String(eventRanks[stream]))} as rank, ${id} as id, ${record.id} as record_id, ${text(stream)} as event,
    ${source.result} as result, ${record.siteId} as site_id, ${record.methodId} as method_id, ${record.userId} as user_id,
    ${record.kind} as kind, ${record.firstName} as first_name, ${record.lastName} as last_name, ${record.mobile} as mobile,
    ${record.roleName} as role_name, ${record.dependents} as dependents, ${record.temperature} as temperature,
    ${source.source} as source, ${source.stay} as stay, ${source.isOpen} as is_open,
    ${record.signedInOffline} as signed_in_offline, ${source.byOtherPhone ?? sql`false`} as by_other_phone,
    ${source.afterRefusal ?? sql`false`} as after_refusal, ${record.answers} as answers, ${source.correction ?? noCorrection}`
}

interface StreamRead {
  columns: SQL
  where?: SQL | undefined
  cursor?: LogCursor | undefined
  /** The order of a part. @param site the column of the site, where one is read at a time */
  order?: (site: SQL | undefined) => SQL
}

/** The rows of a stream that the person may see and the question asks for: of the client, or of each site by itself. */
function readStream(
  actor: ReadingActor,
  source: Source,
  question: LogQuestion,
  { columns, where, cursor, order = () => sql`` }: StreamRead,
): SQL {
  const own = ownColumns(source)
  const { site, clientId } = question
  const rows = ({ ofSite, place }: { ofSite?: SQL | undefined; place?: Place }) => {
    const isAsked = and(
      eq(own.clientId, clientId),
      ofSite,
      isWithin(source, question, place),
      cursor && isBeyond(source, cursor, place),
      where,
      ...filtersOf(actor, source, question),
    )
    return sql`select ${columns} from ${source.from} where ${isAsked} ${order(place?.column)}`
  }
  if (readsAllRecords(actor)) return rows({ ofSite: site && eq(own.siteId, site.id) })
  const place = { column: sql`${own.siteId}`, id: sql`${sites.id}` }
  return sql`
    select entry.* from sites cross join lateral (${rows({ place })}) as entry
    where ${and(isAccessibleSite(actor, 'see'), site && eq(sites.id, site.id))}`
}

/**
 * One of the sites that a person may see. It is compared together with the time, and rows are sorted by it first: so PostgreSQL takes the index
 * by site. It does not know yet which site it will be, and by the index of the client it would pass over the entries of all others.
 */
interface Place {
  column: SQL
  id: SQL
}

/**
 * How many rows the entries of a question have: one for each answer, or one without any. Rows with answers have an index of their own, so
 * that the others are counted by their time alone.
 * @returns undefined where nothing can be found
 */
export function countQuery(actor: ReadingActor, question: LogQuestion): SQL | undefined {
  const counts = streamsOf(question).flatMap((source) => {
    const all = readStream(actor, source, question, { columns: sql`1 as n` })
    if (!hasAnswers(source)) return [all]
    const { answers } = source.record
    const columns = sql`jsonb_array_length(${answers}) - 1 as n`
    return [all, readStream(actor, source, question, { columns, where: sql`${answers} <> '[]'` })]
  })
  if (counts.length === 0 || isNobody(question)) return undefined
  const sums = counts.map((rows) => sql`select coalesce(sum(n), 0) as n from (${rows}) as entry`)
  return sql`select sum(n)::int as rows from (${sql.join(sums, sql` union all `)}) as counted`
}

/** Answers stand beside the sign-in or the refusal at which they were given. */
const hasAnswers = ({ stream }: Source) => stream === 'in' || stream === 'refused'

/** The table whose index the stream is read by. */
const ownColumns = ({ stream, record }: Source) => (stream === 'corrected' ? logCorrections : record)

const instant = (time: Date) => sql`${time.toISOString()}::timestamptz`

/** The range of a stream. */
function isWithin(
  { time, isOf, where }: Source,
  { range, people }: LogQuestion,
  place: Place | undefined,
): SQL | undefined {
  const [from, to] = [instant(range.from), instant(range.to)]
  return and(
    isOf,
    sql`${time} >= ${from}`,
    sql`${time} < ${to}`,
    place && sql`(${place.column}, ${time}) >= (${place.id}, ${from})`,
    place && sql`(${place.column}, ${time}) < (${place.id}, ${to})`,
    where?.(range, people?.since),
  )
}

/** The entries of a stream on the other side of a place in the log. Those of its moment are there where their stream ranks behind, or their id does. */
function isBeyond({ stream, time, id }: Source, cursor: LogCursor, place: Place | undefined): SQL {
  const at = instant(new Date(cursor.at))
  const rank = eventRanks[stream]
  const isNewer = cursor.direction === 'newer'
  const [column, site] = place ? [sql`${place.column}, `, sql`${place.id}, `] : [sql``, sql``]
  if (rank === cursor.rank)
    return sql`(${column}${time}, ${id}) ${sql.raw(isNewer ? '>' : '<')} (${site}${at}, ${cursor.id}::uuid)`
  const hasMoment = isNewer ? rank > cursor.rank : rank < cursor.rank
  return sql`(${column}${time}) ${sql.raw(`${isNewer ? '>' : '<'}${hasMoment ? '=' : ''}`)} (${site}${at})`
}

function filtersOf(actor: ReadingActor, source: Source, question: LogQuestion): (SQL | undefined)[] {
  const { record, isOpen, time } = source
  const { method, kind, role, result, stay, weekday, hour, people, timeZone } = question
  const isAt = (part: 'isodow' | 'hour', value: string) =>
    sql`extract(${sql.raw(part)} from ${time} at time zone ${timeZone}) = ${Number(value)}`
  return [
    method === undefined ? undefined : eq(record.methodId, method),
    kind === undefined ? undefined : eq(record.kind, kind),
    role === undefined ? undefined : hasRole(record, question.clientId, role),
    weekday === undefined ? undefined : isAt('isodow', weekday),
    hour === undefined ? undefined : isAt('hour', hour),
    stay === undefined ? undefined : hasStay(stay),
    record === refusedAttempts && result !== undefined && result !== 'ok'
      ? eq(refusedAttempts.reason, result)
      : undefined,
    isAnswered(record, question),
    people && matchesPerson(record, people, canReadMobilesOfHistory(actor, isOpen)),
  ]
}

/** A role of that name, at whichever site. */
function hasRole({ roleId }: Source['record'], clientId: string, role: string): SQL {
  return sql`${roleId} in (
    select same.id from visitor_roles one join visitor_roles same on same.client_id = one.client_id and same.name = one.name
    where one.client_id = ${clientId} and one.id = ${role})`
}

/** A visit whose end is known, and which was so long: by the bins in which Home counts it. */
function hasStay(stay: NonNullable<LogQuestion['stay']>): SQL | undefined {
  const { signedInAt, signedOutAt } = visits
  const bins = stay === 'any' ? undefined : binsOfRange(stay)
  const bin = sql`gatehouse_stay_bin(extract(epoch from ${signedOutAt} - ${signedInAt})::float8 / 60)`
  return and(
    sql`${signedOutAt} is not null`,
    bins && sql`${bin} >= ${bins.from}`,
    bins?.to === undefined ? undefined : sql`${bin} < ${bins.to}`,
  )
}

/** Rows with answers have a partial index in the order of time. The others are not read. */
function isAnswered(
  record: Source['record'],
  { question, answer, choices }: Pick<LogQuestion, 'question' | 'answer' | 'choices'>,
): SQL | undefined {
  if (question === undefined && !answer) return undefined
  const isSaid = sql`strpos(gatehouse_fold(given ->> 'answer_text'), gatehouse_fold(${answer})) > 0`
  const given = and(
    question === undefined ? undefined : sql`given ->> 'question_id' = ${question}`,
    answer ? or(choseAny(choices), isSaid) : undefined,
  )
  return and(
    sql`${record.answers} <> '[]'`,
    sql`exists (select from jsonb_array_elements(${record.answers}) as given where ${given})`,
  )
}
