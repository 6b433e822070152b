import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeAll, expect, it } from 'vitest'
import { makeClient, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { isFull } from '../../../test/runs.ts'
import type { StaffActor } from '../../context.ts'
import { clientScope } from '../../db/scopes.ts'
import { listTransaction } from '../../db/select-page.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { contacts } from './contacts.ts'
import { hours } from './hours.ts'
import { type Asking, readAsking, staysWithin } from './report.ts'

const SITES = 200
const here = inWorld()
const now = new Date('2026-11-20T10:00:00Z')
const range = { from: new Date('2026-11-19T14:00:00Z'), to: new Date('2026-11-20T14:00:00Z') }
let clientId: string
let record: string
const managers = { few: '', many: '' }

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db, { enabled: true })).id
  for (const name of ['few', 'many'] as const)
    managers[name] = (await makeUser(db, here.test.passwords, clientId)).id
  await here.sql.begin(async (bulk) => {
    await bulk`set local session_replication_role = replica`
    await bulk`insert into sites (client_id, id, name)
      select ${clientId}, gen_random_uuid(), 'Site ' || lpad(n::text, 3, '0') from generate_series(1, ${SITES}) n`
    for (const [userId, most] of [
      [managers.few, 2],
      [managers.many, SITES - 1],
    ] as const)
      await bulk`insert into access_entries (client_id, user_id, site_id, user_type)
        select client_id, ${userId}, id, 'Manager' from sites where client_id = ${clientId} and right(name, 3)::int <= ${most}`
    await bulk`insert into visits (client_id, id, site_id, kind, person_key, first_name, last_name, signed_in_at, ended_as, ended_at, signed_out_at)
      select client_id, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || right(md5(id::text), 15))::uuid, id, 'visitor', name || ' ' || n, 'Ana', 'Silva', at, 'checked_out', at + interval '5 hours', at + interval '5 hours'
      from sites cross join generate_series(1, 100) n cross join lateral (
        select ${now}::timestamptz - n * interval '3 hours' as at) moment where client_id = ${clientId}`
  })
  await here.sql`analyze sites, access_entries, visits, presence`
  const [visit] = await here.sql<{ id: string }[]>`
    select v.id from visits v join sites s on s.id = v.site_id where s.client_id = ${clientId} and s.name = 'Site 001' limit 1`
  record = visit?.id ?? ''
})

const asManager = (userId: string): StaffActor => ({
  kind: 'staff',
  userId,
  clientId,
  sessionId: userId,
  admin: false,
  siteAdmin: false,
  authenticated: true,
  mustChangePassword: false,
  boardBeforeTwoStep: false,
  hasManagerEntry: true,
  hasStaffEntry: false,
  scope: clientScope(clientId),
  ownScope: clientScope(clientId),
})

/** Asks in the transaction of a report. */
const asking = <T>(name: keyof typeof managers, work: (tx: Transaction, asked: Asking) => Promise<T>) =>
  withScope(
    here.test.database.db,
    clientScope(clientId),
    async (tx) => work(tx, await readAsking(tx, { actor: asManager(managers[name]), now }, {})),
    listTransaction,
  )

/** The statements that reports send. */
const statementsOf = (name: keyof typeof managers) =>
  asking(name, async (tx, asked) => {
    const reports = [await hours.ask(tx, asked, {}), await contacts.ask(tx, asked, { record })]
    return reports.flatMap(({ rows }): SQL[] => ('statement' in rows ? [rows.statement] : []))
  })

it('a Manager of many sites sends no longer statements than one of few', async () => {
  const sizes = async (name: keyof typeof managers) =>
    (await statementsOf(name)).map(
      (statement) => JSON.stringify(new PgDialect().sqlToQuery(statement)).length,
    )
  expect(await sizes('few')).toHaveLength(2)
  expect(await sizes('many')).toEqual(await sizes('few'))
})

it.each(isFull ? (['few', 'many'] as const) : [])(
  'stays at %s sites are found by their index of site and time',
  async (name) => {
    const plan = await asking(name, async (tx, asked) => {
      const lines = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${staysWithin(asked, range)}`)
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    })
    expect(plan).not.toContain('Seq Scan on visits')
    expect(plan).toMatch(
      /visits_site_time_idx on [^\n]+\n\s+Index Cond: [^\n]*site_id = ANY [^\n]*signed_in_at > /,
    )
  },
)
