import { limits } from '@gatehouse/validation/limits'
import { count, sql as statement, type SQLWrapper } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../build-test-app.ts'
import { makeClient, makeSite, makeUser } from '../../factories.ts'
import { openSuperuserConnection } from '../../superuser.ts'
import { openSession } from '../../world.ts'
import { createDatabase, type Database } from '../../../src/db/client.ts'
import { presence } from '../../../src/db/schema/visits.ts'
import { sites } from '../../../src/db/schema/sites.ts'
import { clientScope } from '../../../src/db/scopes.ts'
import { withoutTenant, withScope } from '../../../src/db/tenancy.ts'
import { isAccessibleSite } from '../../../src/modules/sites/policy.ts'
import { isSiteOf } from '../../../src/modules/sites/queries.ts'

/** More sites than one PostgreSQL statement can have parameters, which is 65,534. */
const SITES = 70_000
/** One site in this many has an entry of the second person. */
const SITES_PER_ENTRY = 1000

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
/** A manager of every site, one of a few sites, and a colleague at the last site. */
const people = { every: '', few: '', colleague: '' }
let tokens: Record<'admin' | 'every' | 'few', string>
let lastSite: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  const { db } = test.database
  clientId = (await makeClient(db)).id
  const makePerson = async (admin = false) => (await makeUser(db, test.passwords, clientId, { admin })).id
  const adminId = await makePerson(true)
  for (const name of ['every', 'few', 'colleague'] as const) people[name] = await makePerson()
  await sql.begin(async (bulk) => {
    // Without triggers, which check each row and increment the person's security
    // version for each entry.
    await bulk`set local session_replication_role = replica`
    await bulk`insert into sites (client_id, id, name)
      select ${clientId}, gen_random_uuid(), 'Site ' || lpad(n::text, 5, '0') from generate_series(1, ${SITES}) n`
    await bulk`insert into access_entries (client_id, user_id, site_id, user_type)
      select client_id, ${people.every}, id, 'Manager' from sites where client_id = ${clientId}`
    await bulk`insert into access_entries (client_id, user_id, site_id, user_type)
      select client_id, ${people.few}, id, 'Manager' from sites
      where client_id = ${clientId} and right(name, 5)::int % ${SITES_PER_ENTRY} = 0`
    await bulk`insert into access_entries (client_id, user_id, site_id, user_type)
      select client_id, ${people.colleague}, id, 'Staff' from sites
      where client_id = ${clientId} and name = ${`Site ${SITES}`}`
    await bulk`insert into presence (client_id, site_id, kind, person_key, first_name, last_name, mobile, visit_id, signed_in_at)
      select client_id, id, 'visitor', 'key', 'Ana', 'Silva', '+61491570156', gen_random_uuid(), ${test.clock.now.toISOString()}::timestamptz
      from sites where client_id = ${clientId} and right(name, 5)::int % 2 = 0`
  })
  await sql`analyze sites, access_entries, presence`
  const [site] = await sql<{ id: string }[]>`select id from sites where name = ${`Site ${SITES}`}`
  lastSite = site?.id ?? ''
  const open = (userId: string, admin = false) => openSession(test, { clientId, userId, admin })
  tokens = { admin: await open(adminId, true), every: await open(people.every), few: await open(people.few) }
}, 60_000)
afterAll(() => test.close())

const get = async (url: string, token: string) => {
  const response = await test.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })
  return { status: response.statusCode, body: response.payload === '' ? undefined : response.json() }
}

describe.each([
  ['an admin', 'admin', SITES],
  ['somebody with an entry for each of them', 'every', SITES],
  ['somebody with entries for few of them', 'few', SITES / SITES_PER_ENTRY],
] as const)('a client with 70,000 sites answers %s', (_, person, visible) => {
  // People are on every second site, and all sites of `few` have even numbers.
  const present = person === 'few' ? visible : visible / 2

  it('the boards', async () => {
    const { body: boards } = await get(`/board/sites?site=${lastSite}`, tokens[person])
    expect(boards).toHaveLength(Math.min(visible, limits.boardSites))
    expect(boards[0]).toMatchObject({ id: lastSite })
    const { body: options } = await get(`/sites/options?search=70000`, tokens[person])
    expect(options).toEqual({ items: [{ id: lastSite, name: `Site ${SITES}` }], has_more: false })
    expect((await get(`/board/${lastSite}`, tokens[person])).body).toHaveLength(1)
    expect((await get(`/board/photo/${people.colleague}`, tokens[person])).status).toBe(204)
  }, 60_000)
  it('the list of who is present, searched by a number too', async () => {
    const all = await get('/presence?sort=name%20desc&page=2', tokens[person])
    expect(all).toMatchObject({ status: 200, body: { total: present, people: present, refused_today: 0 } })
    expect(all.body.items).toHaveLength(30)
    const found = await get(`/presence?search=0491570156&site=${lastSite}`, tokens[person])
    expect(found.body).toMatchObject({ total: 1, items: [{ mobile: '+61491570156', mobile_masked: false }] })
    expect((await get('/presence?search=0491570156', tokens[person])).body).toMatchObject({ total: present })
  }, 60_000)
  it('the figures of Home', async () => {
    const { body } = await get('/dashboard', tokens[person])
    expect(body).toMatchObject({ on_site: { visits: present, people: present }, check_ins: { count: 0 } })
    expect(body.sites).toHaveLength(Math.min(visible, limits.homeSites))
    expect(body.has_more_sites).toBe(visible > limits.homeSites)
  }, 60_000)
})

it('somebody with few entries does not find the others’ sites', async () => {
  const [other] = await sql<{ id: string }[]>`select id from sites where name = 'Site 00002'`
  for (const url of [`/board/${other?.id}`, `/presence?site=${other?.id}`, `/dashboard?site=${other?.id}`])
    expect((await get(url, tokens.few)).status, url).toBe(404)
})

describe('of 70,000 entries of the person', () => {
  // One connection, so that PostgreSQL can report what the requests have read.
  let db: Database
  let node: Awaited<ReturnType<typeof buildSecondNode>>
  beforeAll(async () => {
    db = createDatabase({ runtimeUrl: test.database.runtimeUrl, connections: 1 })
    node = await buildSecondNode(test, db)
  })
  afterAll(() => node.close())

  async function rowsRead(): Promise<number> {
    await withoutTenant(db, (shared) => shared.execute(statement`select pg_stat_force_next_flush()`))
    const [read] = await sql<{ rows: number }[]>`
      select (t.rows + i.rows)::int as rows from
        (select sum(seq_tup_read) as rows from pg_stat_user_tables where relname in ('access_entries', 'sites')) t,
        (select sum(idx_tup_read) as rows from pg_stat_user_indexes where relname in ('access_entries', 'sites')) i`
    return read?.rows ?? 0
  }

  it.each([
    ['an unchanged board', 304, () => `/board/${lastSite}`],
    ['an unchanged board of people who are away', 304, () => `/board/out/${lastSite}`],
    ['a call that is about no site', 200, () => '/me/sessions'],
    ['the boards', 200, () => '/board/sites'],
    ['the sites of a filter', 200, () => '/sites/options'],
  ])('%s reads few', async (_, status, urlOf) => {
    const ask = (etag: string) =>
      node.app.inject({
        url: `/api${urlOf()}`,
        headers: { authorization: `Bearer ${tokens.every}`, 'if-none-match': etag },
      })
    const { headers } = await ask('""')
    const etag = status === 304 ? String(headers['etag']) : '""'
    const before = await rowsRead()
    // PostgreSQL plans a query for its values five times, and then may use a generic plan.
    for (let request = 0; request < 10; request += 1) expect((await ask(etag)).statusCode).toBe(status)
    expect((await rowsRead()) - before).toBeLessThan(10 * 1000)
  })
})

describe('the plan', () => {
  const explain = (
    actor: Parameters<typeof isAccessibleSite>[0] & { clientId: string },
    query: 'sites' | 'presence',
  ): Promise<string> =>
    withScope(test.database.db, clientScope(actor.clientId), async (tx) => {
      const accessible = isAccessibleSite(actor, 'see')
      const asked: SQLWrapper =
        query === 'sites'
          ? tx.select({ id: sites.id }).from(sites).where(accessible)
          : tx
              .select({ total: count() })
              .from(presence)
              .innerJoin(sites, isSiteOf(presence))
              .where(accessible)
      const lines = await tx.execute<{ 'QUERY PLAN': string }>(statement`explain ${asked}`)
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    })

  it.each(['sites', 'presence'] as const)(
    'reads %s from a person’s few entries on, by indexes',
    async (query) => {
      const plan = await explain({ clientId, userId: people.few, admin: false, siteAdmin: false }, query)
      expect(plan).not.toContain('Seq Scan')
      expect(plan).toMatch(
        /access_entries_pkey on access_entries own_entries[^\n]*\n\s+Index Cond: .*user_id = /,
      )
      expect(plan).toMatch(/sites_(pkey|overdue_idx) on sites/)
    },
  )
  it.each(['sites', 'presence'] as const)('reads %s of a small client by its client', async (query) => {
    const { db } = test.database
    const small = await makeClient(db)
    await makeSite(db, small.id)
    const plan = await explain(
      { clientId: small.id, userId: people.few, admin: true, siteAdmin: false },
      query,
    )
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toMatch(/Index Cond: \(+client_id = /)
  })
})
