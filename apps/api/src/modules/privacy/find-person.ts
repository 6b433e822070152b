import { foldText } from '@gatehouse/validation/fold-text'
import { toWrittenNumber } from '@gatehouse/validation/phone-numbers'
import { readSearch } from '@gatehouse/validation/search-terms'
import type { UserStatus } from '@gatehouse/validation/vocabulary'
import { and, eq, ne, sql } from 'drizzle-orm'
import { clients } from '../../db/schema/clients.ts'
import { users } from '../../db/schema/users.ts'
import type { Transaction } from '../../db/tenancy.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Person, PersonKeys } from '../identity/person-key.ts'
import { type History, refused, visits as signedIn } from '../check-in/anonymise-people.ts'
import { findCorrectedVisits } from './find-corrected.ts'
import { isOneOf, isOneOfTexts, millisOf } from '../../db/sql-values.ts'
import type { OwnRecord, PersonRecords } from '../../db/person-records.ts'

/** An account of the person. */
interface Account {
  id: string
  status: UserStatus
  siteAdmin: boolean
  email: string
  lastSeenAt: Date | null
}

/** One person of a client, named as in the latest record, with the keys to all their data. */
export interface FoundPerson extends Person {
  key: string
  accounts: readonly Account[]
  timeZone: string
  records: PersonRecords
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Shorter texts would match too many other people. */
const MENTION_CHARACTERS = 6

/**
 * Finds a person by account id or person key. The records of an account are those under its id and
 * under all its keys. A person may be known only by corrections of visits.
 * @throws AppError `not_found`, also where only records without a name are left
 */
export async function findPersonOrThrow(
  tx: Transaction,
  personKeys: PersonKeys,
  clientId: string,
  key: string,
): Promise<FoundPerson> {
  const accounts = await findAccounts(tx, clientId, key)
  const userIds = accounts.map(({ id }) => id)
  const keys = await findKeys(
    tx,
    clientId,
    userIds,
    accounts.flatMap(({ personKey }) => personKey ?? []).concat(uuid.test(key) ? [] : [key]),
  )
  const corrected = await findCorrectedVisits(tx, personKeys, clientId, keys)
  const names = [...accounts, ...(await findNames(tx, clientId, keys)), ...corrected.names].filter(isNamed)
  const [latest] = names
  if (!latest) throw new AppError('not_found')
  const [client] = await tx
    .select({ region: clients.region, timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, clientId))
  if (!client) throw new Error('The client of a scope is there')
  const visits = await findRecords(tx, clientId, signedIn, keys, userIds)
  const emails = accounts.flatMap(({ email, pendingEmail }) => [
    email,
    ...(pendingEmail ? [pendingEmail] : []),
  ])
  return {
    key,
    firstName: latest.firstName,
    lastName: latest.lastName,
    mobile: latest.mobile,
    accounts,
    timeZone: client.timeZone,
    records: {
      clientId,
      keys,
      userIds,
      visits,
      attempts: await findRecords(tx, clientId, refused, keys, userIds),
      earlierVisits: corrected.earlierVisits,
      corrections: corrected.corrections,
      others: corrected.others,
      banIds: await findBans(tx, clientId, keys, userIds),
      ...textsOf(names, names.map(({ mobile }) => mobile).concat(corrected.mobiles), emails, client.region),
    },
  }
}

const isNamed = ({ firstName, lastName }: Person) => firstName !== '' || lastName !== ''

async function findAccounts(tx: Transaction, clientId: string, key: string) {
  return tx
    .select({
      id: users.id,
      status: users.status,
      siteAdmin: users.siteAdmin,
      firstName: users.firstName,
      lastName: users.lastName,
      mobile: users.mobile,
      email: users.email,
      pendingEmail: users.pendingEmail,
      personKey: users.personKey,
      lastSeenAt: users.lastSeenAt,
    })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        ne(users.lastName, ''),
        uuid.test(key)
          ? eq(users.id, key.toLowerCase())
          : sql`(${users.personKey} = ${key} or ${users.id} in (
              select user_id from log_people where client_id = ${clientId} and person_key = ${key}))`,
      ),
    )
}

/** All keys of the accounts, in addition to the known ones. */
async function findKeys(
  tx: Transaction,
  clientId: string,
  userIds: readonly string[],
  known: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [...known]
  const rows = await tx.execute<{ key: string }>(sql`
    select person_key as key from log_people where client_id = ${clientId} and ${isOneOf(sql`user_id`, userIds)}`)
  return [...new Set([...known, ...rows.map((row) => row.key)])]
}

/** The names and mobiles under these keys, latest first. */
async function findNames(tx: Transaction, clientId: string, keys: readonly string[]): Promise<Person[]> {
  const named = (table: string, time: string) => sql`
    select first_name, last_name, mobile, max(${sql.identifier(time)}) as at from ${sql.identifier(table)}
    where client_id = ${clientId} and ${isOneOfTexts(sql`person_key`, keys)} group by first_name, last_name, mobile`
  return tx.execute<Person & Record<string, unknown>>(sql`
    select first_name as "firstName", last_name as "lastName", mobile from (
      ${named('visits', 'signed_in_at')} union all ${named('refused_attempts', 'attempted_at')}
      union all ${named('muster_roll', 'created_at')} union all ${named('bans', 'created_at')}
      union all ${named('ban_person_keys', 'created_at')}) as named
    order by at desc`)
}

interface RecordRow extends Record<string, unknown> {
  id: string
  at: number
  created_at: number
  person_key: string
  day: string
}

/** The records under these keys, and those of the accounts whose names retention has removed. */
async function findRecords(
  tx: Transaction,
  clientId: string,
  { table, time }: Pick<History, 'table' | 'time'>,
  keys: readonly string[],
  userIds: readonly string[],
): Promise<OwnRecord[]> {
  const at = sql`r.${sql.identifier(time)}`
  const ofAccount = userIds.length === 0 ? sql`` : sql`or ${isOneOf(sql`r.user_id`, userIds)}`
  const rows = await tx.execute<RecordRow>(sql`
    select r.id, ${millisOf(at)} as at, ${millisOf(sql`r.created_at`)} as created_at,
      r.person_key, (${at} at time zone s.time_zone)::date::text as day
    from ${sql.identifier(table)} r join sites s on s.client_id = r.client_id and s.id = r.site_id
    where r.client_id = ${clientId} and (${isOneOfTexts(sql`r.person_key`, keys)} ${ofAccount})`)
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at),
    createdAt: new Date(row.created_at),
    personKey: row.person_key,
    day: row.day,
  }))
}

async function findBans(
  tx: Transaction,
  clientId: string,
  keys: readonly string[],
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select b.id from bans b where b.client_id = ${clientId} and (
      ${isOneOf(sql`b.user_id`, userIds)} or ${isOneOfTexts(sql`b.person_key`, keys)}
      or exists (select from ban_person_keys k
        where k.client_id = b.client_id and k.ban_id = b.id and ${isOneOfTexts(sql`k.person_key`, keys)}))`)
  return rows.map(({ id }) => id)
}

function textsOf(
  names: readonly Person[],
  numbers: readonly string[],
  emails: readonly string[],
  region: string,
): Pick<PersonRecords, 'mobiles' | 'mentions' | 'found'> {
  const full = names.flatMap(({ firstName, lastName }) =>
    firstName === '' || lastName === ''
      ? []
      : [`${firstName} ${lastName}`, `${lastName} ${firstName}`, `${lastName}, ${firstName}`],
  )
  const mobiles = [...new Set(numbers)].filter((mobile) => mobile !== '')
  const written = mobiles.map((mobile) => toWrittenNumber(mobile, region))
  // The digits that all spellings of a number share.
  const national = written.map((number) => number.replaceAll(/\D/g, '').replace(/^0+/, ''))
  const mentions = [...full, ...mobiles, ...written, ...national, ...emails].map(foldText)
  const found = [
    ...names.flatMap((name) => [name.firstName, name.lastName]),
    ...names.flatMap((name) => readSearch(`${name.firstName} ${name.lastName}`).words.flat()),
    ...mobiles,
    ...written,
    ...emails,
  ]
  return {
    mobiles,
    mentions: [...new Set(mentions)].filter((text) => text.length >= MENTION_CHARACTERS),
    found: foldText([...found, ...written.map((number) => number.replaceAll(/\D/g, ''))].join(' ')),
  }
}
