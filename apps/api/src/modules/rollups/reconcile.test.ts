import { beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { foldDeltas } from '../../jobs/fold-rollups.ts'
import { reconcileDueClients } from '../../jobs/reconcile-rollups.ts'
import { reconcileClient, reconcileInstallation } from './reconcile.ts'
import { DAY_MS } from '../../lib/durations.ts'

const here = inWorld()
let clientId: string
let siteId: string
let methodId: string
let adminId: string

const deps = () => ({
  db: here.test.database.db,
  clock: () => here.test.clock.now,
  installation: installationScope(),
})
const reconcile = () => reconcileClient(deps(), clientScope(clientId))
const bellOf = (userId: string) => here.sql`select kind, level from notifications where user_id = ${userId}`

beforeEach(async () => {
  const { db } = here.test.database
  here.test.clock.now = new Date()
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId)).id
  methodId = (await makeMethod(db, clientId, siteId)).id
  adminId = (await makeUser(db, here.test.passwords, clientId, { admin: true })).id
  await here.sql`delete from notifications`
  const { checkOutToken } = await here.signIn(methodId)
  await here.test.app.inject({
    method: 'POST',
    url: '/api/checkin/checkout',
    payload: { checkOutToken, time: here.test.clock.now.toISOString() },
  })
})

describe('the comparison with the records', () => {
  it('finds nothing where the figures are right, folded or not', async () => {
    expect(await reconcile()).toEqual([])
    await foldDeltas(here.test.database.db)
    await here.signIn(methodId, { lastName: 'Later' })
    await here.sql`update visits set first_name = '', last_name = '' where client_id = ${clientId}`
    expect(await reconcile()).toEqual([])
    expect(await reconcileInstallation(deps())).toEqual([])
    expect(await bellOf(adminId)).toEqual([])
  })

  it.each([
    ['a quarter hour of a site', 'quarter_hour', () => siteId],
    ['a day of a site', 'day', () => siteId],
    ['a month of a site', 'month', () => siteId],
    ['a day of a client', 'day', () => clientId],
  ])('tells of %s that was changed, and leaves it', async (_, granularity, scope) => {
    await foldDeltas(here.test.database.db)
    await here.sql`
      update rollups set counts = gatehouse_add_counts(counts, '{"visitor": 2}')
      where scope_id = ${scope()} and granularity = ${granularity}`
    const found = await reconcile()
    expect(found).toContainEqual(expect.objectContaining({ scope_id: scope(), key: 'visitor' }))
    expect(await bellOf(adminId)).toEqual([{ kind: 'figures_differ', level: 'warning' }])
    expect(await bellOf(here.world.holders.site_admin.userId)).toHaveLength(1)
    expect(await bellOf(here.world.holders['admin A'].userId)).toEqual([])
    expect(await here.sql`select action from audit_entries where client_id = ${clientId}`).toContainEqual({
      action: 'rollups.differ',
    })
    const [kept] = await here.sql`
      select counts from rollups where scope_id = ${scope()} and granularity = ${granularity}`
    expect(kept).toMatchObject({ counts: { visitor: 3 } })
    // The next nights do not fill the bell.
    await reconcile()
    expect(await bellOf(adminId)).toHaveLength(1)
  })

  it('tells of folded deltas that are gone, from which Today and Day come', async () => {
    await foldDeltas(here.test.database.db)
    expect(await reconcile()).toEqual([])
    await here.sql`delete from rollup_deltas where client_id = ${clientId} and is_folded`
    expect(await reconcile()).toContainEqual(
      expect.objectContaining({ scope_id: siteId, key: 'visitor', excess: -1 }),
    )
  })

  it('tells of a record that the figures lack, and of a stay', async () => {
    await foldDeltas(here.test.database.db)
    await here.sql`update rollups set stays = '{}' where scope_id = ${siteId} and granularity = 'day'`
    const found = await reconcile()
    expect(found).toContainEqual(expect.objectContaining({ scope_id: siteId, key: 'stay:0', excess: -1 }))
  })

  it('tells site admins of totals of the installation that differ from those of the clients', async () => {
    await foldDeltas(here.test.database.db)
    await here.sql`update installation_rollups set counts = '{}' where granularity = 'day'`
    try {
      expect(await reconcileInstallation(deps())).not.toEqual([])
      expect(await bellOf(here.world.holders.site_admin.userId)).toHaveLength(1)
      expect(await bellOf(adminId)).toEqual([])
    } finally {
      await here.sql`truncate rollups, installation_rollups, rollup_deltas`
    }
  })
})

describe('the job', () => {
  it('compares each client once a night, and goes on after a failure', async () => {
    const start = new Date()
    const compared: string[] = []
    const logged: string[] = []
    const run = (now: Date) =>
      reconcileDueClients({
        ...deps(),
        clock: () => now,
        log: { error: (_: unknown, message?: string) => void logged.push(message ?? '') },
        async reconcileClient(scope) {
          compared.push(scope.clientId)
          if (scope.clientId === clientId) throw new Error('away')
          return []
        },
        reconcileInstallation: async () => [{ excess: 1 }],
      })
    await run(start)
    expect(compared).toEqual([])
    const night = new Date(start.getTime() + 2 * DAY_MS)
    await run(night)
    const [all] = await here.sql<{ clients: number }[]>`select count(*)::int as clients from clients`
    expect(new Set(compared).size).toBe(all?.clients)
    expect(compared).toHaveLength(all?.clients ?? 0)
    expect(logged).toEqual([
      'roll-ups could not be compared and are tried again',
      'roll-ups differ from the records',
    ])
    await run(new Date(night.getTime() + 61 * 60_000))
    expect(compared.slice(all?.clients)).toContain(clientId)
  })
})
