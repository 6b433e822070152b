import type { EndpointOutput } from '@gatehouse/validation/endpoint'
import type { findPeopleEndpoint, Person } from '@gatehouse/validation/endpoints/people'
import { and, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Context, getWorkingScope, type StaffActor } from '../../context.ts'
import { bans } from '../../db/schema/bans.ts'
import { logPeople } from '../../db/schema/log-people.ts'
import { users } from '../../db/schema/users.ts'
import { matchesSearch } from '../../db/search.ts'
import { listTransaction } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import type { PersonKeys } from '../identity/person-key.ts'
import { canReadMobilesOfHistory, type MobilesReadable, showMobile } from '../people/mobile-visibility.ts'
import { searchEarlierPeople } from './find-corrected.ts'

/** So many people are shown. */
const MOST = 20

/**
 * The people with such a name, mobile or email: users, visitors of the log, whoever is banned, and whom visits named before they were corrected.
 * An account stands once, whatever names its visits have.
 * @throws AppError `client_not_chosen`
 */
export function findPeople(
  { db, actor }: Context<StaffActor>,
  personKeys: PersonKeys,
  typed: string,
): Promise<EndpointOutput<typeof findPeopleEndpoint>> {
  const scope = getWorkingScope(actor)
  const { clientId } = scope
  return withScope(
    db,
    scope,
    async (tx) => {
      const readable = canReadMobilesOfHistory(actor, sql`false`)
      const search: Search = { clientId, typed, readable }
      const accounts = await findAccounts(tx, search)
      const visitors = await findVisitors(tx, search)
      const banned = await findBanned(tx, search)
      const earlier = await findEarlier(tx, personKeys, search)
      const people = new Map<string, Person>()
      for (const person of [...earlier, ...banned, ...visitors, ...accounts]) {
        // Its place is that of the last record, which says the most.
        people.delete(person.key)
        people.set(person.key, person)
      }
      const items = [...people.values()].toReversed()
      return { items: items.slice(0, MOST), more: items.length > MOST }
    },
    listTransaction,
  )
}

interface Search {
  clientId: string
  typed: string
  readable: SQL<MobilesReadable>
}

async function findAccounts(tx: Transaction, { clientId, typed, readable }: Search): Promise<Person[]> {
  // Who visited as a user is found by the names of the visits too.
  const visited = tx
    .select({ id: logPeople.userId })
    .from(logPeople)
    .where(
      and(
        eq(logPeople.clientId, clientId),
        matchesSearch(typed, {
          texts: [logPeople.foldedName],
          phone: { column: logPeople.mobile, readable },
        }),
      ),
    )
  const rows = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      mobile: users.mobile,
      canRead: readable,
      email: users.email,
      status: users.status,
      lastSeenAt: users.lastSeenAt,
    })
    .from(users)
    .where(
      and(
        eq(users.clientId, clientId),
        ne(users.lastName, ''),
        or(
          matchesSearch(typed, {
            texts: [users.foldedName, users.foldedDetails],
            phone: { column: users.mobile, readable },
          }),
          sql`${users.id} in ${visited}`,
        ),
      ),
    )
    .orderBy(desc(users.foldedName), desc(users.id))
    .limit(MOST + 1)
  return rows.map(({ id, firstName, lastName, mobile, canRead, email, status, lastSeenAt }) => {
    const shown = showMobile(mobile, canRead)
    return {
      key: id,
      kind: 'user',
      first_name: firstName,
      last_name: lastName,
      mobile: shown.mobile,
      mobile_masked: shown.isMasked,
      email,
      status,
      last_at: lastSeenAt?.toISOString() ?? null,
    }
  })
}

interface VisitorRow extends Record<string, unknown> {
  key: string
  first_name: string
  last_name: string
  mobile: string
  can_read: MobilesReadable
  last_at: number
}

/** Each with the name of the last record that has one. */
async function findVisitors(tx: Transaction, { clientId, typed, readable }: Search): Promise<Person[]> {
  const isFound = and(
    eq(logPeople.clientId, clientId),
    sql`${logPeople.userId} is null`,
    matchesSearch(typed, {
      texts: [logPeople.foldedName],
      phone: { column: logPeople.mobile, readable },
    }),
  )
  const rows = await tx.execute<VisitorRow>(sql`
    select found.key, record.first_name, record.last_name, record.mobile, ${readable} as can_read, (extract(epoch from record.at) * 1000)::float8 as last_at
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
  return rows.map(toVisitor)
}

async function findBanned(tx: Transaction, { clientId, typed, readable }: Search): Promise<Person[]> {
  const rows = await tx
    .select({
      key: bans.personKey,
      first_name: bans.firstName,
      last_name: bans.lastName,
      mobile: bans.mobile,
      can_read: readable,
      at: bans.createdAt,
    })
    .from(bans)
    .where(
      and(
        eq(bans.clientId, clientId),
        // A ban that outlives the account is found by its own name.
        sql`not exists (select from users u where u.client_id = bans.client_id and u.id = bans.user_id and u.last_name <> '')`,
        ne(bans.lastName, ''),
        matchesSearch(typed, { texts: [bans.foldedName], phone: { column: bans.mobile, readable } }),
      ),
    )
    .orderBy(bans.createdAt)
    .limit(MOST + 1)
  return rows.flatMap(({ key, ...row }) =>
    key === null ? [] : [{ ...toVisitor({ ...row, key, last_at: row.at.getTime() }), last_at: null }],
  )
}

async function findEarlier(
  tx: Transaction,
  personKeys: PersonKeys,
  { clientId, typed, readable }: Search,
): Promise<Person[]> {
  const [reader] = await tx.execute<{ can_read: MobilesReadable }>(sql`select ${readable} as can_read`)
  if (!reader) throw new Error('A query without a table has a row')
  const people = await searchEarlierPeople(tx, personKeys, {
    clientId,
    typed,
    readable: reader.can_read,
    most: MOST + 1,
  })
  return people.toReversed().map(({ key, firstName, lastName, mobile, lastAt }) =>
    toVisitor({
      key,
      first_name: firstName,
      last_name: lastName,
      mobile,
      can_read: reader.can_read,
      last_at: lastAt.getTime(),
    }),
  )
}

function toVisitor({ key, first_name, last_name, mobile, can_read, last_at }: VisitorRow): Person {
  const shown = showMobile(mobile, can_read)
  return {
    key,
    kind: 'visitor',
    first_name,
    last_name,
    mobile: shown.mobile,
    mobile_masked: shown.isMasked,
    email: null,
    status: null,
    last_at: new Date(last_at).toISOString(),
  }
}
