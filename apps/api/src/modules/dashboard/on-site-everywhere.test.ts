import { limits } from '@gatehouse/validation/limits'
import fc from 'fast-check'
import type { ReservedSql } from 'postgres'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { makeClient, makeSite } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { limitMs, runs } from '../../../test/runs.ts'
import { installationScope } from '../../db/scopes.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { overdueBefore, type OverdueRule } from '../sites/overdue.ts'
import { createOnSiteEverywhere, type CountedSite, type OnSiteEverywhere } from './on-site-everywhere.ts'

const SITES = 4
/** Hours of every day, and none. */
const hours = [
  '[]',
  JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '06:00', closes: '18:00' }))),
  JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '08:00', closes: '16:30' }))),
]

const here = inWorld()
let clientId: string
const siteIds: string[] = []
let nodes: OnSiteEverywhere[]
beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  for (let site = 0; site < SITES; site += 1) siteIds.push((await makeSite(db, clientId)).id)
})
beforeEach(async () => {
  await here.sql`delete from presence`
  await here.sql`update sites set status = 'active', opening_hours = '[]', overdue_after_hours = 13`
  nodes = [createOnSiteEverywhere(), createOnSiteEverywhere()]
})

const site = fc.nat(SITES - 1)
const ago = fc.integer({ min: 0, max: 30 * 60 })
const write = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('arrive' as const),
      site,
      person: fc.nat(5),
      ago,
      dependents: fc.nat(3),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('leave' as const), site, person: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('archive' as const), site }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('open' as const), site }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('change hours' as const),
      site,
      hours: fc.nat(2),
      after: fc.constantFrom(1, 5, 13),
    }),
  },
)
type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('at once' as const), write }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('in a transaction' as const), write }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('commit' as const, 'rollback' as const) }) },
  // The clock of a server may be set.
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: -90, max: 900 }) }),
  },
)

type Sql = Pick<ReservedSql, 'unsafe'>

async function perform(sql: Sql, each: Write, now: Date): Promise<void> {
  const siteId = siteIds[each.site] ?? ''
  if (each.does === 'arrive') {
    const at = new Date(now.getTime() - each.ago * MINUTE_MS).toISOString()
    await sql.unsafe(
      `insert into presence (client_id, site_id, person_key, kind, first_name, last_name, visit_id, signed_in_at, dependents)
      select $1, $2, $3, 'visitor', 'Ana', 'Silva', gen_random_uuid(), $4, $5 where exists (select from sites where id = $2 and status = 'active')
      on conflict (client_id, site_id, person_key) do update set signed_in_at = excluded.signed_in_at, dependents = excluded.dependents`,
      [clientId, siteId, `person ${each.person}`, at, each.dependents],
    )
  } else if (each.does === 'leave')
    await sql.unsafe('delete from presence where site_id = $1 and person_key = $2', [
      siteId,
      `person ${each.person}`,
    ])
  else if (each.does === 'change hours')
    await sql.unsafe(
      'update sites set opening_hours = $2::text::jsonb, overdue_after_hours = $3 where id = $1',
      [siteId, hours[each.hours] ?? '', each.after],
    )
  else
    await sql.unsafe('update sites set status = $2 where id = $1', [
      siteId,
      each.does === 'archive' ? 'archived' : 'active',
    ])
}

/** The same from the tables alone. */
async function countedFromTables(now: Date): Promise<CountedSite[]> {
  const rows = await here.sql<
    (OverdueRule & { clientId: string; id: string; signedInAt: Date; dependents: number })[]
  >`
    select s.client_id as "clientId", s.id, s.time_zone as "timeZone", s.opening_hours as "openingHours",
      s.overdue_after_hours as "overdueAfterHours", p.signed_in_at as "signedInAt", p.dependents
    from presence p join sites s on s.client_id = p.client_id and s.id = p.site_id where s.status = 'active'`
  const counted = new Map<string, CountedSite>()
  for (const row of rows) {
    const one = counted.get(row.id) ?? {
      clientId: row.clientId,
      id: row.id,
      visits: 0,
      people: 0,
      overdue: 0,
    }
    one.visits += 1
    one.people += 1 + row.dependents
    if (row.signedInAt < overdueBefore(row, now)) one.overdue += 1
    counted.set(row.id, one)
  }
  return [...counted.values()]
}

async function expectCurrent(now: Date): Promise<void> {
  const expected = await countedFromTables(now)
  const sum = (key: 'visits' | 'people' | 'overdue') => expected.reduce((all, one) => all + one[key], 0)
  for (const node of nodes) {
    const { total, busiest } = await node.find(here.test.database.db, installationScope(), now)
    expect(total).toEqual({ visits: sum('visits'), people: sum('people'), overdue: sum('overdue') })
    const shown = busiest.map(({ clientId: client, id, visits, people, overdue }) => ({
      clientId: client,
      id,
      visits,
      people,
      overdue,
    }))
    expect(inOrder(shown)).toEqual(inOrder(expected))
  }
}

const inOrder = (all: CountedSite[]) => all.toSorted((one, other) => (one.id < other.id ? -1 : 1))

it(
  'two nodes tell who is on site as the tables do, whatever commits, is undone or becomes overdue',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        let now = new Date('2026-11-20T10:00:00.000Z')
        let open: ReservedSql | undefined
        const end = async (how: 'commit' | 'rollback') => {
          await open?.unsafe(how)
          open?.release()
          open = undefined
        }
        try {
          for (const each of steps) {
            if (each.kind === 'pass') now = new Date(now.getTime() + each.minutes * MINUTE_MS)
            else if (each.kind === 'at once') {
              // It would wait for the row of the other transaction.
              await end('commit')
              await perform(here.sql, each.write, now)
            } else if (each.kind === 'in a transaction') {
              if (!open) {
                open = await here.sql.reserve()
                // It has its id before others that commit earlier.
                await open.unsafe('begin; select pg_current_xact_id()')
              }
              await perform(open, each.write, now)
              await here.sql`insert into presence (client_id, site_id, person_key, kind, first_name, last_name, visit_id, signed_in_at)
              select ${clientId}, id, gen_random_uuid()::text, 'visitor', 'Ana', 'Silva', gen_random_uuid(), ${now}
              from sites where id = ${siteIds[(each.write.site + 1) % SITES] ?? ''} and status = 'active'`
            } else await end(each.kind)
            await expectCurrent(now)
          }
        } finally {
          await end('rollback')
        }
      }),
      { numRuns: runs(60) },
    )
  },
  limitMs,
)

it('an early transaction that commits late is counted, and one that is rolled back is not', async () => {
  const now = new Date('2026-11-20T10:00:00.000Z')
  const early = await here.sql.reserve()
  await early.unsafe('begin; select pg_current_xact_id()')
  await perform(here.sql, { does: 'arrive', site: 0, person: 0, ago: 0, dependents: 0 }, now)
  await expectCurrent(now)
  await perform(early, { does: 'arrive', site: 1, person: 0, ago: 0, dependents: 0 }, now)
  await perform(here.sql, { does: 'arrive', site: 2, person: 0, ago: 0, dependents: 0 }, now)
  await expectCurrent(now)
  await early.unsafe('commit')
  await expectCurrent(now)
  await early.unsafe('begin')
  await perform(early, { does: 'arrive', site: 3, person: 0, ago: 0, dependents: 0 }, now)
  await expectCurrent(now)
  await early.unsafe('rollback')
  early.release()
  await expectCurrent(now)
})

it('reads no person again while nothing has changed', async () => {
  const [node] = nodes
  const { db } = here.test.database
  const now = new Date('2026-11-20T10:00:00.000Z')
  await perform(here.sql, { does: 'arrive', site: 0, person: 0, ago: 0, dependents: 2 }, now)
  await node?.find(db, installationScope(), now)
  // Behind the back of the triggers, so that nobody is told.
  await here.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`delete from presence`
  })
  const later = new Date(now.getTime() + 13 * HOUR_MS)
  expect((await node?.find(db, installationScope(), later))?.total).toEqual({
    visits: 1,
    people: 3,
    overdue: 0,
  })
  const overdue = new Date(later.getTime() + 1)
  expect((await node?.find(db, installationScope(), overdue))?.total).toEqual({
    visits: 0,
    people: 0,
    overdue: 0,
  })
})

it('Home of a site_admin lists the sites with most people, and of those alike the first by name', async () => {
  const { db } = here.test.database
  const { id: other } = await makeClient(db)
  const made: { id: string; name: string }[] = []
  for (let number = 0; number < limits.homeSites + 20; number += 1) {
    const name = `Depot ${String(number).padStart(3, '0')}`
    made.push({ id: (await makeSite(db, other, { name })).id, name })
  }
  const home = async () => {
    const response = await here.get('/dashboard?period=day', here.world.tokens.site_admin)
    expect(response.statusCode, response.body).toBe(200)
    return response.json<{
      on_site: object
      sites: { name: string; people: number }[]
      has_more_sites: boolean
    }>()
  }
  await here.sql`
    insert into presence (client_id, site_id, person_key, kind, first_name, last_name, visit_id, signed_in_at, dependents)
    select client_id, id, 'somebody', 'visitor', 'Ana', 'Silva', gen_random_uuid(), ${here.test.clock.now}, case name when 'Depot 119' then 4 else 0 end
    from sites where client_id = ${other}`
  const names = made.map(({ name }) => name)
  const expected = [...names.slice(0, limits.homeSites - 1), 'Depot 119']
  for (const _ of ['read', 'kept']) {
    const { on_site, sites, has_more_sites } = await home()
    expect(on_site).toEqual({ visits: made.length, people: made.length + 4, overdue: 0 })
    expect(sites.map(({ name }) => name)).toEqual(expected)
    expect(has_more_sites).toBe(true)
  }
})
