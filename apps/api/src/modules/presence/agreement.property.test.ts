import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { isFull, limitMs, runs } from '../../../test/runs.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { installationScope } from '../../db/scopes.ts'
import { foldDeltas } from '../../jobs/fold-rollups.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'
import { assumeLeft } from './assume-left.ts'

/** The clocks change by half an hour, by an hour, and never. */
const zones = ['Australia/Lord_Howe', 'America/New_York', 'Asia/Kathmandu']
/** Hours before these, a clock goes forward or back in one of the zones. */
const moments = [
  new Date('2026-10-03T14:00:00.000Z'),
  new Date('2026-11-01T04:30:00.000Z'),
  new Date('2026-11-20T18:20:00.001Z'),
]

const here = inWorld()
let clientId: string
let userId: string
const places: { id: string; door: string }[] = []

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db, { enabled: true, timeZone: 'America/New_York' })).id
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '06:00', closes: '23:00' }))
  for (const timeZone of zones) {
    const { id } = await makeSite(db, clientId, { timeZone, openingHours, assumedLeftAfterHours: 2 })
    places.push({ id, door: (await makeMethod(db, clientId, id)).id })
  }
  userId = (await makeUser(db, here.test.passwords, clientId, { admin: true })).id
})

const person = { person: fc.nat(3), site: fc.nat(2) }
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sign in' as const), ...person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('staff sign in' as const), ...person }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('leave' as const),
      page: fc.nat(),
      minutesAgo: fc.constantFrom(0, 0, 10, 90),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('check out' as const),
      visits: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      minutesAgo: fc.constantFrom(undefined, 10, 90),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('check out all' as const), site: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('undo' as const),
      visits: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('assume' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fold' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface World {
  visits: string[]
  pages: string[]
  token: string
}

const ago = (minutes: number) => new Date(here.test.clock.now.getTime() - minutes * MINUTE_MS).toISOString()
const chosen = <Item>(from: readonly Item[], indexes: readonly number[]): Item[] => [
  ...new Set(indexes.flatMap((index) => from[index % Math.max(1, from.length)] ?? [])),
]

/** Does one step. Several are done at once, so a refusal is no fault; a server error is. */
async function run(chosenStep: Step, world: World): Promise<void> {
  const post = async (path: string, body: object, token?: string) => {
    const called = await call(here.test, 'POST', path, body, token === undefined ? {} : { token })
    expect(called.status, called.text).toBeLessThan(500)
    return called
  }
  switch (chosenStep.kind) {
    case 'sign in': {
      const { body } = await post('/checkin', {
        machineId: places[chosenStep.site]?.door,
        firstName: 'Ana',
        lastName: `Silva ${'abcd'[chosenStep.person]}`,
        mobile: '0491570156',
        dependents: chosenStep.person,
      })
      world.pages.push(String(body['checkOutToken']))
      return
    }
    case 'staff sign in':
      await post(
        '/presence/sign-in',
        {
          method: places[chosenStep.site]?.door,
          first_name: 'Ana',
          last_name: `Silva ${'abcd'[chosenStep.person]}`,
          mobile: '0491570156',
        },
        world.token,
      )
      return
    case 'leave': {
      const [checkOutToken] = chosen(world.pages, [chosenStep.page])
      if (checkOutToken !== undefined)
        await post('/checkin/checkout', { checkOutToken, time: ago(chosenStep.minutesAgo) })
      return
    }
    case 'check out': {
      const ids = chosen(world.visits, chosenStep.visits)
      const { minutesAgo } = chosenStep
      const at = minutesAgo === undefined ? {} : { at: ago(minutesAgo) }
      if (ids.length > 0)
        await post('/presence/check-out', { ids, reason: 'Seen leaving', ...at }, world.token)
      return
    }
    case 'check out all': {
      const matching = { site: places[chosenStep.site]?.id }
      await post('/presence/check-out', { matching, reason: 'Closing' }, world.token)
      return
    }
    case 'undo': {
      const ids = chosen(world.visits, chosenStep.visits)
      if (ids.length > 0) await post('/presence/check-out/undo', { ids }, world.token)
      return
    }
    case 'assume':
      await assumeLeft(here.test.database.db, installationScope(), here.test.clock.now, (error) => {
        throw error
      })
      return
    case 'fold':
      await foldDeltas(here.test.database.db)
  }
}

/** What each page says of a site, or of all. */
async function figuresOf(token: string, site: string | undefined) {
  const asked = site === undefined ? '' : `&site=${site}`
  const [list, dashboard, log] = await Promise.all(
    [
      `/presence?per_page=100${asked}`,
      `/dashboard?period=week${asked}`,
      `/access-log?from=${ago((6 * DAY_MS) / MINUTE_MS)}&to=${ago(-60)}&per_page=100${asked}`,
    ].map(async (path) => (await here.get(path, token)).json()),
  )
  const entries: { event: string }[] = log.items
  const count = (event: string) => entries.filter((entry) => entry.event === event).length
  const [superseded] = await here.sql<{ n: number }[]>`
    select count(*)::int as n from visits
    where client_id = ${clientId} and ended_as = 'superseded' and (${site ?? null}::uuid is null or site_id = ${site ?? null})`
  return {
    list: { visits: list.total, people: list.people },
    home: { visits: dashboard.on_site.visits, people: dashboard.on_site.people },
    checkIns: [dashboard.check_ins.count, count('in')],
    assumed: [list.assumed_left, count('assumed_left')],
    openInLog: count('in') - count('out') - count('assumed_left') - (superseded?.n ?? 0),
  }
}

it(
  'the list, the board, Home and the log agree on who is on site, whoever checks whom in and out',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...moments),
        fc.array(fc.tuple(step, step, fc.constantFrom(1, 20, 20, 600)), { minLength: 4, maxLength: 10 }),
        async (start, steps) => {
          // Boards follow the deletion of rows.
          await here.sql`delete from presence where client_id = ${clientId}`
          await here.sql`truncate visits, refused_attempts, log_corrections, rollup_deltas, rollups, installation_rollups`
          here.test.clock.now = start
          const world: World = { visits: [], pages: [], token: '' }
          for (const [one, other, minutes] of steps) {
            here.test.clock.now = new Date(here.test.clock.now.getTime() + minutes * MINUTE_MS)
            // A session lasts for an hour of this clock.
            world.token = await openSession(here.test, { clientId, userId, admin: true })
            await Promise.all([run(one, world), run(other, world)])
            const visits = await here.sql<{ id: string }[]>`
            select id from visits where client_id = ${clientId} order by id`
            world.visits = visits.map(({ id }) => id)
            const apart = await here.sql`
            select from presence full join (select * from visits where ended_as is null) visit
              on visit.client_id = presence.client_id and visit.id = presence.visit_id
            where (presence.client_id is null or visit.id is null) and coalesce(presence.client_id, visit.client_id) = ${clientId}`
            expect(apart).toHaveLength(0)
            const all = await figuresOf(world.token, undefined)
            expect(all.home).toEqual(all.list)
            expect(all.openInLog).toBe(all.list.visits)
            for (const { id } of places) {
              const figures = await figuresOf(world.token, id)
              expect(figures.home).toEqual(figures.list)
              expect(figures.openInLog).toBe(figures.list.visits)
              expect(figures.checkIns[0]).toBe(figures.checkIns[1])
              expect(figures.assumed[0]).toBe(figures.assumed[1])
              expect((await here.get(`/board/${id}`, world.token)).json()).toHaveLength(figures.list.visits)
            }
          }
        },
      ),
      // A failure is told even where a busy machine has no time to find the shortest one.
      { numRuns: runs(12), ...(isFull && { interruptAfterTimeLimit: 60_000 }) },
    )
  },
  limitMs,
)
