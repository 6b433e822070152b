import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { dashboardPeriods } from '@gatehouse/validation/vocabulary'
import { type SQL, sql as query } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { isFull } from '../../../test/runs.ts'
import { openSession } from '../../../test/world.ts'
import type { StaffActor } from '../../context.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { foldDeltas } from '../../jobs/fold-rollups.ts'
import { createDatabase } from '../../db/client.ts'
import { breakdownQuery } from './find-breakdown.ts'
import { figuresQuery } from './find-figures.ts'
import { seriesQuery } from './find-series.ts'
import { lifecycle } from './lifecycle.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { periodAt, busiestSince, cutPeriod } from '../dashboard/period.ts'

const here = inWorld()

/** A client with two sites, and tokens of a Staff member of the first, an admin and a site admin */
async function makeVenue() {
  const { db } = here.test.database
  const { id: clientId } = await makeClient(db)
  const sites = [await makeSite(db, clientId), await makeSite(db, clientId)] as const
  const methods = [
    await makeMethod(db, clientId, sites[0].id),
    await makeMethod(db, clientId, sites[1].id),
  ] as const
  const access = [{ siteId: sites[0].id, userType: 'Staff' as const }]
  const tokenOf = async (flags: { admin?: boolean; siteAdmin?: boolean }) => {
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { ...flags, access })
    return openSession(here.test, { clientId, userId, ...flags })
  }
  return {
    clientId,
    sites,
    methods,
    staff: await tokenOf({}),
    admin: await tokenOf({ admin: true }),
    siteAdmin: await tokenOf({ siteAdmin: true }),
  }
}

const checkInsOf = async (token: string, search = '') =>
  (await here.get(`/dashboard?period=year${search}`, token)).json().check_ins.count as number

describe('figures', () => {
  it('are true at once, and the same after they are folded', async () => {
    const venue = await makeVenue()
    await here.signIn(venue.methods[0].id, { lastName: 'One' })
    await here.signIn(venue.methods[1].id, { lastName: 'Two' })
    const before = await checkInsOf(venue.siteAdmin)
    expect([await checkInsOf(venue.staff), await checkInsOf(venue.admin)]).toEqual([1, 2])
    await foldDeltas(here.test.database.db)
    expect([await checkInsOf(venue.staff), await checkInsOf(venue.admin)]).toEqual([1, 2])
    expect(await checkInsOf(venue.siteAdmin)).toBe(before)
    expect(await here.sql`select from rollup_deltas where not is_folded`).toHaveLength(0)
  })

  it('count check-ins by kind, and of a site also by role and method', async () => {
    const { clientId, sites, methods } = await makeVenue()
    await here.signIn(methods[0].id)
    await foldDeltas(here.test.database.db)
    const rows = await here.sql`
      select distinct scope_id, counts from rollups where client_id = ${clientId} order by counts`
    expect([...rows]).toEqual([
      { scope_id: clientId, counts: { visitor: 1 } },
      { scope_id: sites[0].id, counts: { visitor: 1, [`method:${methods[0].id}`]: 1 } },
    ])
  })

  it('are the same where they are computed anew from the records', async () => {
    const { methods } = await makeVenue()
    for (const lastName of ['One', 'Two', 'Three']) await here.signIn(methods[0].id, { lastName })
    await here.signIn(methods[1].id)
    await here.sql`update visits set signed_out_at = signed_in_at + interval '95 minutes', ended_as = 'checked_out', ended_at = now()
      where last_name in ('One', 'Three')`
    await foldDeltas(here.test.database.db)
    const all = async () => [
      await here.sql`select * from rollups order by client_id, scope_id, granularity, starts_at`,
      await here.sql`select * from installation_rollups order by granularity, starts_at`,
    ]
    const folded = await all()
    await here.sql.begin(async (tx) => {
      await tx`select set_config('app.scope', 'installation', true)`
      await tx`truncate rollups, installation_rollups, rollup_deltas`
      await tx`select gatehouse_fill_rollups()`
    })
    expect(await all()).toEqual(folded)
  })

  it('survive their records', async () => {
    const venue = await makeVenue()
    await here.signIn(venue.methods[0].id)
    await foldDeltas(here.test.database.db)
    await here.sql`delete from visits where client_id = ${venue.clientId}`
    await foldDeltas(here.test.database.db)
    expect(await checkInsOf(venue.admin)).toBe(1)
  })

  it('keep what happened at an archived site for admins, and not for staff', async () => {
    const venue = await makeVenue()
    await here.signIn(venue.methods[0].id, { lastName: 'Folded' })
    await foldDeltas(here.test.database.db)
    await here.signIn(venue.methods[0].id, { lastName: 'Not folded' })
    const ofSiteAdmin = await checkInsOf(venue.siteAdmin)
    expect([await checkInsOf(venue.admin), await checkInsOf(venue.staff)]).toEqual([2, 2])
    await here.sql`update sites set status = 'archived' where id = ${venue.sites[0].id}`
    expect(await checkInsOf(venue.admin)).toBe(2)
    expect(await checkInsOf(venue.siteAdmin)).toBe(ofSiteAdmin)
    expect((await here.get('/dashboard', venue.staff)).statusCode).toBe(403)
  })

  it('are folded once, however many nodes do it at the same time', async () => {
    const venue = await makeVenue()
    const names = Array.from({ length: 20 }, (_, number) => `Number ${number}`)
    for (const lastName of names) await here.signIn(venue.methods[0].id, { lastName })
    const nodes = [1, 2, 3].map(() =>
      createDatabase({ runtimeUrl: here.test.database.runtimeUrl, connections: 1 }),
    )
    await Promise.all(nodes.map((node) => foldDeltas(node)))
    await Promise.all(nodes.map((node) => node.close()))
    await foldDeltas(here.test.database.db)
    expect(await checkInsOf(venue.admin)).toBe(20)
    const [row] = await here.sql`
      select counts from rollups where scope_id = ${venue.clientId} and granularity = 'month'`
    expect(row).toEqual({ counts: { visitor: 20 } })
  })

  it('of the installation are hidden from a client', async () => {
    const { clientId, methods } = await makeVenue()
    await here.signIn(methods[0].id)
    await foldDeltas(here.test.database.db)
    const countIn = (scope: Parameters<typeof withScope>[1]) =>
      withScope(here.test.database.db, scope, async (tx) => {
        const rows = await tx.execute(query`select from installation_rollups`)
        return rows.length
      })
    expect(await countIn(clientScope(clientId))).toBe(0)
    expect(await countIn(installationScope())).toBe(3)
  })
})

it('quarter hours are kept for two years, days and months for good', async () => {
  const { clientId } = await makeVenue()
  const { now } = here.test.clock
  const times = [730, 734, 736, 3000].map((days) => new Date(now.getTime() - days * DAY_MS).toISOString())
  const granularities = ['quarter_hour', 'day', 'month']
  await here.sql`
    insert into rollups (client_id, scope_id, granularity, starts_at)
    select ${clientId}, ${clientId}, granularity, starts_at from unnest(${granularities}::text[]) granularity,
      unnest(${times}::timestamptz[]) starts_at`
  await here.sql`
    insert into installation_rollups (granularity, starts_at)
    select granularity, starts_at from rollups where client_id = ${clientId}`
  expect(await purgeExpired(here.test.database.db, lifecycle.expires, now)).toEqual([])
  const kept = [
    { granularity: 'day', n: 4 },
    { granularity: 'month', n: 4 },
    { granularity: 'quarter_hour', n: 2 },
  ]
  const ofClient = await here.sql`
    select granularity, count(*)::int as n from rollups where client_id = ${clientId} group by 1 order by 1`
  expect([...ofClient]).toEqual(kept)
  const ofInstallation = await here.sql`
    select granularity, count(*)::int as n from installation_rollups where starts_at = any(${times}) group by 1 order by 1`
  expect([...ofInstallation]).toEqual(kept)
})

describe('where there are many visits, Home reads no records', () => {
  it('in any period, for anybody', async () => {
    const venue = await makeVenue()
    const scopes = [venue.clientId, ...venue.sites.map(({ id }) => id)]
    await here.sql`
      insert into rollups (client_id, scope_id, granularity, starts_at, counts)
      select ${venue.clientId}, scope, granularity, date_trunc(case granularity when 'quarter_hour' then 'hour' else granularity end, now() - ago), '{"visitor": 2000000}'
      from unnest(${scopes}::uuid[]) as scope, unnest(array['quarter_hour', 'day', 'month']) as granularity,
        unnest(array[interval '2 hours', interval '1 day', interval '40 days']) as ago on conflict do nothing`
    await here.sql`
      insert into installation_rollups select granularity, starts_at, counts, stays from rollups where scope_id = ${venue.clientId}
      on conflict (granularity, starts_at) do update set counts = excluded.counts`
    await here.sql`revoke select on visits, refused_attempts from gatehouse_runtime`
    try {
      for (const period of dashboardPeriods) {
        for (const token of [venue.staff, venue.admin, venue.siteAdmin]) {
          const all = await here.get(`/dashboard?period=${period}`, token)
          const one = await here.get(`/dashboard?period=${period}&site=${venue.sites[0].id}`, token)
          expect([all.statusCode, one.statusCode]).toEqual([200, 200])
          const trend = all.json<Dashboard>().trend.slice(0, -1)
          expect(trend.filter(({ people, overdue }) => people !== null || overdue !== null)).toEqual([])
        }
      }
    } finally {
      await here.sql`grant select on visits, refused_attempts to gatehouse_runtime`
    }
  })

  if (isFull)
    it('of a year, by the plan of the database', async () => {
      const venue = await makeVenue()
      await here.sql`
      insert into rollups (client_id, scope_id, granularity, starts_at, counts)
      select ${venue.clientId}, scope, granularity, now() - step * interval '15 minutes', '{"visitor": 1}'
      from unnest(${[venue.clientId, ...venue.sites.map(({ id }) => id)]}::uuid[]) as scope,
        unnest(array['quarter_hour', 'day', 'month']) as granularity, generate_series(1, 2000) as step`
      await here.sql`analyze rollups`
      const actor = (flags: { admin?: boolean; siteAdmin?: boolean }) =>
        ({
          clientId: venue.clientId,
          userId: venue.clientId,
          admin: false,
          siteAdmin: false,
          scope: flags.siteAdmin ? installationScope() : clientScope(venue.clientId),
          ...flags,
        }) as StaffActor
      const site = { clientId: venue.clientId, id: venue.sites[0].id } as Parameters<typeof figuresQuery>[1]
      const period = periodAt('year', here.test.clock.now, 'Australia/Sydney')
      const planOf = (who: StaffActor, of: typeof site) =>
        withScope(here.test.database.db, who.scope, async (tx) =>
          JSON.stringify(await tx.execute(query`explain ${figuresQuery(who, of, period)}`)),
        )
      const plans = [
        await planOf(actor({}), undefined),
        await planOf(actor({ admin: true }), undefined),
        await planOf(actor({ admin: true }), site),
        await planOf(actor({ siteAdmin: true }), undefined),
      ]
      const parts = cutPeriod('year', here.test.clock.now, 'Australia/Sydney', period)
      const since = busiestSince('year', here.test.clock.now, 'Australia/Sydney', period)
      const ranges = { ...parts, busiestSince: since, timeZone: 'Australia/Sydney' }
      const planOfQuery = (who: StaffActor, statement: SQL) =>
        withScope(here.test.database.db, who.scope, async (tx) =>
          JSON.stringify(await tx.execute(query`explain ${statement}`)),
        )
      for (const who of [actor({}), actor({ admin: true }), actor({ siteAdmin: true })])
        plans.push(await planOfQuery(who, seriesQuery(who, undefined, ranges)))
      plans.push(
        await planOfQuery(
          actor({ admin: true }),
          breakdownQuery(query`client_id = ${venue.clientId}`, period.from),
        ),
      )
      for (const plan of plans) {
        expect(plan).not.toMatch(/visits|refused_attempts|Seq Scan on rollups/)
        expect(plan).toContain('rollups_pkey')
      }
    })
})
