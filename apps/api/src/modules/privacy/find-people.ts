import type { OutputOf } from '@gatehouse/validation/endpoints/all'
import { Person } from '@gatehouse/validation/endpoints/people'
import type { UserStatus } from '@gatehouse/validation/vocabulary'
import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { bans } from '../../db/schema/bans.ts'
import { logPeople } from '../../db/schema/log-entries.ts'
import { users } from '../../db/schema/users.ts'
import { millisOf } from '../../db/sql-values.ts'
import { matchesSearch } from '../../db/search.ts'
import { withListScope } from '../../db/select-page.ts'
import { type Transaction } from '../../db/tenancy.ts'
import { toFields } from '../../db/to-columns.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { type MobilesReadable, readsAllMobiles, showMobile } from '../people/mobile-visibility.ts'
import { searchEarlierPeople } from './find-corrected.ts'

/** The most people in the result. */
const MOST = 20

/**
 * People by name, mobile or email: users, visitors of the log, banned people, and people whom
 * visits named before a correction. An account is listed once, whatever names its visits have.
 */
export function findPeople(
  { db, actor }: Context<StaffActor>,
  personKeys: PersonKeys,
  typed: string,
): Promise<OutputOf<'findPeople'>> {
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  return withListScope(db, scope, async (tx) => {
    const search: Search = { clientId, typed, readable: readsAllMobiles(actor) }
    const accounts = await findAccounts(tx, search)
    const visitors = await findVisitors(tx, search)
    const banned = await findBanned(tx, search)
    const earlier = await findEarlier(tx, personKeys, search)
    const people = new Map<string, Person>()
    for (const person of [...earlier, ...banned, ...visitors, ...accounts]) {
      // Moves to the position of the last record, which has the most data.
      people.delete(person.key)
      people.set(person.key, person)
    }
    const items = [...people.values()].toReversed()
    return { items: items.slice(0, MOST), more: items.length > MOST }
  })
}

interface Search {
  clientId: string
  typed: string
  readable: MobilesReadable
}

/** A search by mobile, for readers who may read all mobiles. */
const byMobile = (column: PgColumn, { readable }: Search) => ({
  phone: { column, readable: readable ? undefined : sql`false` },
})

interface Shown {
  key: string
  firstName: string
  lastName: string
  mobile: string
  /** Set for a user. */
  email?: string | undefined
  status?: UserStatus | undefined
  lastAt: Date | string | null
}

export function showPerson(row: Shown, readable: MobilesReadable): Person {
  const { email = null, status = null, mobile } = row
  const kind = status ? 'user' : 'visitor'
  return toFields(Person, { ...row, kind, email, status }, showMobile(mobile, readable))
}

async function findAccounts(tx: Transaction, search: Search): Promise<Person[]> {
  const { clientId, typed, readable } = search
  // A user who visited is found by the names of the visits too.
  const visited = tx
    .select({ id: logPeople.userId })
    .from(logPeople)
    .where(
      and(
        eq(logPeople.clientId, clientId),
        matchesSearch(typed, { texts: [logPeople.foldedName], ...byMobile(logPeople.mobile, search) }),
      ),
    )
  const rows = await tx
    .select({
      key: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      mobile: users.mobile,
      email: users.email,
      status: users.status,
      lastAt: users.lastSeenAt,
    })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        ne(users.lastName, ''),
        or(
          matchesSearch(typed, {
            texts: [users.foldedName, users.foldedDetails],
            ...byMobile(users.mobile, search),
          }),
          sql`${users.id} in ${visited}`,
        ),
      ),
    )
    .orderBy(desc(users.foldedName), desc(users.id))
    .limit(MOST + 1)
  return rows.map((row) => showPerson(row, readable))
}

/** Visitors, each with the name of the last record that has one. */
async function findVisitors(tx: Transaction, search: Search): Promise<Person[]> {
  const { clientId, typed, readable } = search
  const isFound = and(
    eq(logPeople.clientId, clientId),
    isNull(logPeople.userId),
    matchesSearch(typed, { texts: [logPeople.foldedName], ...byMobile(logPeople.mobile, search) }),
  )
  const rows = await tx.execute<Omit<Shown, 'lastAt'> & { at: number } & Record<string, unknown>>(sql`
    select found.key, record.first_name as "firstName", record.last_name as "lastName", record.mobile,
      ${millisOf(sql`record.at`)} as at
    from (select person_key as key from log_people where ${isFound} order by last_at desc limit ${MOST + 1}) as found
    cross join lateral (
      select first_name, last_name, mobile, at from (
        (select first_name, last_name, mobile, signed_in_at as at from visits
          where client_id = ${clientId} and person_key = found.key and last_name <> '' order by signed_in_at desc limit 1)
        union all
        (select first_name, last_name, mobile, attempted_at from refused_attempts
          where client_id = ${clientId} and person_key = found.key and last_name <> '' order by attempted_at desc limit 1)) as latest
      order by at desc limit 1) as record
    order by record.at`)
  return rows.map(({ at, ...person }) => showPerson({ ...person, lastAt: new Date(at) }, readable))
}

async function findBanned(tx: Transaction, search: Search): Promise<Person[]> {
  const { clientId, typed, readable } = search
  const rows = await tx
    .select({ key: bans.personKey, firstName: bans.firstName, lastName: bans.lastName, mobile: bans.mobile })
    .from(bans)
    .where(
      and(
        eq(bans.clientId, clientId),
        // A ban that outlives the account is found by its own name.
        sql`not exists (select from users u where u.client_id = bans.client_id and u.id = bans.user_id and u.last_name <> '')`,
        ne(bans.lastName, ''),
        matchesSearch(typed, { texts: [bans.foldedName], ...byMobile(bans.mobile, search) }),
      ),
    )
    .orderBy(bans.createdAt)
    .limit(MOST + 1)
  return rows.flatMap(({ key, ...named }) =>
    key === null ? [] : [showPerson({ key, ...named, lastAt: null }, readable)],
  )
}

async function findEarlier(tx: Transaction, personKeys: PersonKeys, search: Search): Promise<Person[]> {
  const people = await searchEarlierPeople(tx, personKeys, { ...search, most: MOST + 1 })
  return people.toReversed().map((person) => showPerson(person, search.readable))
}
