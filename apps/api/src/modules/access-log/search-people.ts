import { readSearch } from '@gatehouse/validation/search-terms'
import { and, type AnyColumn, eq, or, type SQL, sql } from 'drizzle-orm'
import { logPeople } from '../../db/schema/log-entries.ts'
import type { FoldedText } from '../../db/schema/columns.ts'
import { users } from '../../db/schema/users.ts'
import { foldManyNow, matchesSearch } from '../../db/search.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { MobilesReadable } from '../people/mobile-visibility.ts'
import { isOneOf, instant } from '../../db/sql-values.ts'
import type { visits } from '../../db/schema/visits.ts'

/** The people that a search matches. */
export interface PersonSearch {
  typed: string
  /**
   * Person keys whose records are looked up. Undefined where there are too many: then the log is
   * read in its order until the page is full.
   */
  keys: readonly string[] | undefined
  /** Users whose name or employee number matches; undefined where there are too many. */
  userIds: readonly string[] | undefined
  /** The first record that still has a name; undefined where none has. */
  since: Date | undefined
}

/** Up to this many people have their records looked up. */
const FEW = 500
/** The most unchained entries that are searched. */
const NEWEST = 2000

/** `users.folded_details` has the email and the employee number, separated by a tab. */
const employeeNumber = sql<FoldedText>`split_part(${users.foldedDetails}, E'\\t', 2)`

/** The columns that name the person of a record. */
type Person = Record<
  'clientId' | 'userId' | 'firstName' | 'lastName' | 'mobile' | 'anonymisedAt',
  AnyColumn | SQL
>

/**
 * Finds the people that a search matches: people of the log, people of records that the chain job
 * has not added yet, and users by employee number.
 * @param few up to this many people have their records looked up
 * @returns undefined for an empty search
 */
export async function findPeople(
  tx: Transaction,
  clientId: string,
  typed: string | undefined,
  few = FEW,
): Promise<PersonSearch | undefined> {
  const { words, numbers } = readSearch(typed ?? '')
  if (typed === undefined || words.length + numbers.length === 0) return undefined
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), isUserMeant(typed)))
    .limit(few + 1)
  const userIds = found.length > few ? undefined : found.map(({ id }) => id)
  const since = await findFirstNamed(tx, clientId)
  const keys = since ? userIds && (await findKeys(tx, clientId, { typed, userIds }, few)) : []
  return { typed, keys, userIds, since }
}

const isUserMeant = (typed: string) => matchesSearch(typed, { texts: [users.foldedName, employeeNumber] })

/** The person keys that match; undefined where there are too many. */
async function findKeys(
  tx: Transaction,
  clientId: string,
  { typed, userIds }: { typed: string; userIds: readonly string[] },
  few: number,
): Promise<string[] | undefined> {
  // Whether the actor may read the number is checked later, for each record shown.
  const isMeant = (name: SQL<FoldedText>, mobile: AnyColumn | SQL, userId: AnyColumn | SQL) =>
    or(
      matchesSearch(typed, { texts: [name], phone: { column: mobile, readable: sql`true` } }),
      userIds.length > 0 ? sql`${userId} = any(${arrayOf(userIds)}::uuid[])` : undefined,
    )
  const isKnown = and(
    eq(logPeople.clientId, clientId),
    isMeant(sql<FoldedText>`${logPeople.foldedName}`, logPeople.mobile, logPeople.userId),
  )
  const name = nameOf({ lastName: sql`last_name`, firstName: sql`first_name` })
  const isNew = isMeant(foldManyNow(name), sql`mobile`, sql`user_id`)
  // People of records that the chain job has not added yet.
  const newKeys = (table: string) => sql`
    select records.person_key from (
      select record_id from log_entries where client_id = ${clientId} and position is null limit ${NEWEST}) as recent
    cross join lateral (
      select person_key from ${sql.identifier(table)}
      where client_id = ${clientId} and id = recent.record_id and anonymised_at is null and ${isNew} offset 0) as records`
  const rows = await tx.execute<{ person_key: string }>(sql`
    select person_key from log_people where ${isKnown}
    union all (${newKeys('visits')} union ${newKeys('refused_attempts')})
    limit ${few + 1}`)
  // Not `distinct` in SQL, so that the query stops at the limit.
  return rows.length > few ? undefined : [...new Set(rows.map(({ person_key }) => person_key))]
}

/** The time of the first record with a name left. Reads one index entry per month. */
async function findFirstNamed(tx: Transaction, clientId: string): Promise<Date | undefined> {
  const first = (table: string, time: string) => sql`
    (select min(${sql.identifier(time)}) from ${sql.identifier(table)} where client_id = ${clientId} and anonymised_at is null)`
  const [row] = await tx.execute<{ since: number | null }>(sql`
    select (extract(epoch from least(${first('visits', 'signed_in_at')}, ${first('refused_attempts', 'attempted_at')})) * 1000)::float8 as since`)
  return typeof row?.since === 'number' ? new Date(row.since) : undefined
}

/** The ids of the records of these people. */
export function recordsOf(clientId: string, keys: readonly string[]): SQL {
  const of = (table: string) => sql`
    select id as record_id from ${sql.identifier(table)}
    where client_id = ${clientId} and person_key = any(${arrayOf(keys)}::text[])`
  return sql`${of('visits')} union all ${of('refused_attempts')}`
}

/**
 * Whether the person of a record matches a search. People found by key are compared again, because
 * their records may have other spellings.
 */
export function matchesPerson(
  record: Person,
  { typed, userIds }: PersonSearch,
  readable: SQL<MobilesReadable>,
): SQL | undefined {
  return and(
    // Written so that no index is used: PostgreSQL would expect hardly any rows and sort all rows
    // of the index.
    sql`(${record.anonymisedAt} is null) is true`,
    or(
      matchesSearch(typed, {
        texts: [foldManyNow(nameOf(record))],
        phone: { column: record.mobile, readable },
      }),
      isOfUser(record, typed, userIds),
    ),
  )
}

function isOfUser(record: Person, typed: string, userIds: readonly string[] | undefined): SQL | undefined {
  if (userIds)
    return userIds.length > 0 ? sql`${record.userId} = any(${arrayOf(userIds)}::uuid[])` : undefined
  return sql`(${record.userId} is not null and exists (
    select from users where ${users.clientId} = ${record.clientId} and ${users.id} = ${record.userId} and ${isUserMeant(typed)} offset 0))`
}

const nameOf = ({ lastName, firstName }: Record<'lastName' | 'firstName', AnyColumn | SQL>) =>
  sql`${lastName} || E'\\t' || ${firstName}`

/** A PostgreSQL array literal. Keys and ids have no characters that need escaping. */
const arrayOf = (values: readonly string[]) => `{${values.join(',')}}`

type NamedVisit = Pick<
  typeof visits.$inferSelect,
  'clientId' | 'personKey' | 'userId' | 'firstName' | 'lastName' | 'mobile' | 'signedInAt'
>

/** Adds a person to the searchable people of the log, or updates them. */
export async function addPerson(
  tx: Transaction,
  { clientId, personKey, userId, firstName, lastName, mobile, signedInAt }: NamedVisit,
): Promise<void> {
  await tx.execute(sql`
    insert into log_people as known (client_id, person_key, user_id, folded_name, mobile, last_at)
    values (${clientId}, ${personKey}, ${userId}, gatehouse_fold(${lastName} || E'\\t' || ${firstName}), ${mobile},
      ${instant(signedInAt)})
    on conflict (client_id, person_key) do update set user_id = excluded.user_id, folded_name = excluded.folded_name,
      mobile = excluded.mobile, last_at = greatest(known.last_at, excluded.last_at)`)
}

/** Same as `addPerson`, for the people of all these records. */
export async function addPeople(
  tx: Transaction,
  clientIds: readonly string[],
  recordIds: readonly string[],
): Promise<void> {
  const people = (table: string, time: string) => sql`
    select client_id, person_key, user_id, first_name, last_name, mobile, ${sql.identifier(time)} as at
    from ${sql.identifier(table)} where ${isOneOf(sql`client_id`, clientIds)} and ${isOneOf(sql`id`, recordIds)}`
  // Anonymised people are not added.
  await tx.execute(sql`
    insert into log_people as known (client_id, person_key, user_id, folded_name, mobile, last_at)
    select distinct on (client_id, person_key) client_id, person_key, user_id,
      gatehouse_fold(last_name || E'\\t' || first_name), mobile, at
    from (${people('visits', 'signed_in_at')} union all ${people('refused_attempts', 'attempted_at')}) as people
    where first_name <> '' or last_name <> '' or mobile <> ''
    order by client_id, person_key, at desc
    on conflict (client_id, person_key) do update set user_id = excluded.user_id, folded_name = excluded.folded_name,
      mobile = excluded.mobile, last_at = excluded.last_at
    where known.last_at <= excluded.last_at`)
}
