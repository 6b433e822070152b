import { readSearch } from '@gatehouse/validation/search-terms'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { logPeople } from '../../db/schema/log-people.ts'
import type { FoldedText } from '../../db/schema/columns.ts'
import type { refusedAttempts } from '../../db/schema/refused-attempts.ts'
import { users } from '../../db/schema/users.ts'
import type { visits } from '../../db/schema/visits.ts'
import { matchesSearch } from '../../db/search.ts'
import type { Transaction } from '../../db/tenancy.ts'
import type { MobilesReadable } from '../people/mobile-visibility.ts'

/** Whom a search may mean. */
export interface PersonSearch {
  typed: string
  /** The person keys; undefined where there are too many to name. */
  keys: readonly string[] | undefined
  /** The users with such a name or employee number. */
  userIds: readonly string[]
  /** Few enough to look up the records of each. */
  isFew: boolean
}

/** The records of so many people are looked up one by one. */
const FEW = 500
/** Above so many, every part of the log has some, and the names are compared in the order of time. */
const MOST = 20_000
/** So many moments of new records are looked at. There are more only while an upgrade adds all old ones. */
const NEWEST = 2000

/** The details of a user are the email and the employee number. */
const employeeNumber = sql<FoldedText>`split_part(${users.foldedDetails}, E'\\t', 2)`

type Person = typeof visits | typeof refusedAttempts

/**
 * Looks up whom a search means: among the people of the log, in the records that the job has not added yet, and among the users by their
 * employee number. @returns undefined where nothing was typed
 */
export async function findPeople(
  tx: Transaction,
  clientId: string,
  typed: string | undefined,
): Promise<PersonSearch | undefined> {
  const { words, numbers } = readSearch(typed ?? '')
  if (typed === undefined || words.length + numbers.length === 0) return undefined
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.clientId, clientId), matchesSearch(typed, { texts: [users.foldedName, employeeNumber] })),
    )
    .limit(MOST)
  const userIds = found.map(({ id }) => id)
  // Whether the number may be read is decided for each record that is shown.
  const isKnown = and(
    eq(logPeople.clientId, clientId),
    or(
      matchesSearch(typed, {
        texts: [logPeople.foldedName],
        phone: { column: logPeople.mobile, readable: sql`true` },
      }),
      userIds.length > 0 ? sql`${logPeople.userId} = any(${arrayOf(userIds)}::uuid[])` : undefined,
    ),
  )
  const rows = await tx.execute<{ person_key: string }>(sql`
    select person_key from log_people where ${isKnown}
    union (${newKeys(clientId, 'visits', 'signed_in_at')} union all ${newKeys(clientId, 'refused_attempts', 'attempted_at')})
    limit ${MOST + 1}`)
  const keys = rows.length > MOST ? undefined : rows.map(({ person_key }) => person_key)
  return { typed, keys, userIds, isFew: keys !== undefined && keys.length <= FEW }
}

/** The people of records that have no entry yet, whatever their names: they are compared where they are read. */
function newKeys(clientId: string, table: 'visits' | 'refused_attempts', time: string): SQL {
  const [records, at] = [sql.identifier(table), sql.identifier(time)]
  return sql`
    select records.person_key from (
      (select site_id, at from rollup_deltas where client_id = ${clientId} and not is_folded order by at desc limit ${NEWEST})
      union (select site_id, at from log_changes where client_id = ${clientId} order by id desc limit ${NEWEST})) as recent
    cross join lateral (
      select person_key from ${records}
      where client_id = ${clientId} and site_id = recent.site_id and ${at} = recent.at offset 0) as records`
}

/** The records of these people. A name is compared with the search again: a key stands for a person, whose records may be spelled differently. */
export function matchesPerson(
  record: Person,
  { typed, keys, userIds, isFew }: PersonSearch,
  readable: SQL<MobilesReadable>,
): SQL | undefined {
  const name = sql<FoldedText>`gatehouse_fold(${record.lastName} || E'\\t' || ${record.firstName})`
  return and(
    keys && (isFew ? isNamed(record, keys) : isAmongMany(record, keys)),
    or(
      matchesSearch(typed, { texts: [name], phone: { column: record.mobile, readable } }),
      userIds.length > 0 ? sql`${record.userId} = any(${arrayOf(userIds)}::uuid[])` : undefined,
    ),
  )
}

const isNamed = (record: Person, keys: readonly string[]) =>
  sql`${record.personKey} = any(${arrayOf(keys)}::text[])`

/** Looks the keys up in a hash table that is made once for the statement: `is true` keeps PostgreSQL from a join. */
const isAmongMany = (record: Person, keys: readonly string[]) =>
  sql`(${record.personKey} in (select unnest(${arrayOf(keys)}::text[]))) is true`

/** Keys and ids have no character that an array in text would have to escape. */
const arrayOf = (values: readonly string[]) => `{${values.join(',')}}`
