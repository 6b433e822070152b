import { type Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { dashboardPeriods } from '@gatehouse/validation/vocabulary'
import { sql as query } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { isFull, limitMs } from '../../../test/runs.ts'
import { openSession } from '../../../test/world.ts'
import { installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { purgeBatch } from '../../jobs/purge-expired.ts'
import { newId } from '../../lib/ids.ts'
import { earlierPeriods, periodAt } from '../dashboard/period.ts'
import { lifecycle } from './lifecycle.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'

/** Zones with offsets of 30 and 45 minutes, clock changes of an hour, of half an hour, and none. */
const zones = ['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Auckland', 'UTC']
/** Moments after the changes of the clocks, near midnight, and on quarter hours. */
const moments = [
  new Date('2026-10-04T02:00:00.000Z'),
  new Date('2026-10-03T15:31:12.345Z'),
  new Date('2026-11-01T05:14:59.999Z'),
  new Date('2026-09-26T18:15:00.000Z'),
  new Date('2026-11-20T18:20:00.001Z'),
]

/** The last of the views. */
const SITE_ADMIN = 7

const here = inWorld()
interface Site {
  id: string
  zone: string
  methodId: string
  /** Two roles, of which the first has the same name everywhere. */
  roles: string[]
}
let clientId: string
let userId: string
/** The last one is archived. */
const places: Site[] = []

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db, { timeZone: 'Australia/Lord_Howe' })).id
  for (const zone of [...zones, 'UTC']) {
    const { id } = await makeSite(db, clientId, { timeZone: zone })
    const roles = [newId(new Date()), newId(new Date())]
    await here.sql`
      insert into visitor_roles (client_id, id, site_id, name)
      values (${clientId}, ${roles[0]!}, ${id}, 'Contractor'), (${clientId}, ${roles[1]!}, ${id}, ${`Guest of ${zone}`})`
    places.push({ id, zone, methodId: (await makeMethod(db, clientId, id)).id, roles })
  }
  // Nothing happens there any more; Home and the log of an admin have what did.
  await here.sql`update sites set status = 'archived' where id = ${places.at(-1)!.id}`
  const access = places.slice(0, 2).map(({ id }) => ({ siteId: id, userType: 'Staff' as const }))
  userId = (await makeUser(db, here.test.passwords, clientId, { access })).id
})

/** A moment near the edge of a period, or anywhere in the last two years. */
const anyTime = fc.oneof(
  fc.record({
    period: fc.constantFrom(...dashboardPeriods),
    zone: fc.constantFrom(...zones),
    edge: fc.constantFrom('from', 'previousFrom', 'previousTo'),
    offset: fc.constantFrom(-900_000, -1, 0, 1, 20_000, 899_999),
  }),
  fc.record({ ago: fc.integer({ min: 0, max: 2 * 366 * DAY_MS }) }),
)
type AnyTime = typeof anyTime extends fc.Arbitrary<infer Value> ? Value : never

function timeOf(chosen: AnyTime, now: Date): Date {
  if ('ago' in chosen) return new Date(now.getTime() - chosen.ago)
  const { from, previous } = periodAt(chosen.period, now, chosen.zone)
  const edges = { from, previousFrom: previous.from, previousTo: previous.to }
  return new Date(Math.min(edges[chosen.edge].getTime() + chosen.offset, now.getTime()))
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sign in' as const),
      time: anyTime,
      site: fc.nat(5),
      role: fc.nat(2),
      isUser: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('supersede' as const), visit: fc.nat() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('leave' as const),
      visit: fc.nat(),
      seconds: fc.oneof(fc.nat(3600), fc.nat(100_000), fc.nat(5_000_000)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), visit: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('correct role' as const), visit: fc.nat(), site: fc.nat(5) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('anonymise' as const), visit: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refuse' as const),
      time: anyTime,
      site: fc.nat(5),
      reason: fc.constantFrom('banned', 'high', 'low', 'failed_answer'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('fold' as const), most: fc.constantFrom(1, 3, 1000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Runs one step in its own transaction. Concurrent steps use different connections. */
async function run(chosen: Step, now: Date, ids: { id: string; at: Date }[]): Promise<void> {
  const { db } = here.test.database
  await withScope(db, installationScope(), async (tx) => {
    const visit = 'visit' in chosen ? ids[chosen.visit % Math.max(1, ids.length)] : undefined
    const place = places['site' in chosen ? chosen.site : 0]
    if (!place || ('visit' in chosen && !visit)) return
    const isVisit = query`client_id = ${clientId} and id = ${visit?.id ?? null} and signed_in_at = ${visit?.at.toISOString() ?? null}::timestamptz`
    switch (chosen.kind) {
      case 'sign in':
      case 'refuse': {
        const at = timeOf(chosen.time, now)
        const id = newId(at)
        const kind = chosen.kind === 'sign in' && chosen.isUser ? 'user' : 'visitor'
        const person = query`${clientId}, ${id}, ${place.id}, ${place.methodId}, ${kind}, 'somebody', 'Ana', 'Silva', ${at.toISOString()}`
        const columns = query`client_id, id, site_id, method_id, kind, person_key, first_name, last_name`
        if (chosen.kind === 'refuse') {
          await tx.execute(
            query`insert into refused_attempts (${columns}, attempted_at, reason) values (${person}, ${chosen.reason})`,
          )
        } else {
          const role = place.roles[chosen.role] ?? null
          await tx.execute(
            query`insert into visits (${columns}, signed_in_at, role_id, user_id)
              values (${person}, ${role}, ${kind === 'user' ? userId : null})`,
          )
          ids.push({ id, at })
        }
        return
      }
      case 'supersede':
        await tx.execute(
          query`update visits set ended_as = 'superseded', ended_at = signed_in_at where ${isVisit} and ended_as is null`,
        )
        return
      case 'leave':
        await tx.execute(query`
          update visits set signed_out_at = signed_in_at + ${chosen.seconds} * interval '1 second', ended_as = 'checked_out', ended_at = signed_in_at
          where ${isVisit}`)
        return
      case 'reopen':
        await tx.execute(
          query`update visits set signed_out_at = null, ended_as = null, ended_at = null where ${isVisit}`,
        )
        return
      case 'correct role':
        await tx.execute(query`update visits set role_id = ${place.roles[0]} where ${isVisit}`)
        return
      case 'anonymise':
        await tx.execute(
          query`update visits set first_name = '', last_name = '', person_key = 'anonymous.', anonymised_at = now() where ${isVisit}`,
        )
        return
      case 'fold':
        await tx.execute(query`select gatehouse_fold_deltas(${chosen.most})`)
        return
      case 'purge':
        for (const rule of lifecycle.expires) await tx.execute(purgeBatch(rule, now, '-infinity'))
    }
  })
}

interface Exact {
  check_ins: number
  previous: number
  median: number | null
  refused: Record<string, number>
}

/** The figures of some sites as the records have them. */
async function countRecords(
  siteIds: string[],
  { from, previous }: ReturnType<typeof periodAt>,
): Promise<Exact> {
  const [row] = await here.sql<Exact[]>`
    select (count(*) filter (where signed_in_at >= ${from}))::int as check_ins,
      (count(*) filter (where signed_in_at >= ${previous.from} and signed_in_at < ${previous.to}))::int as previous,
      percentile_cont(0.5) within group (order by extract(epoch from signed_out_at - signed_in_at) / 60)
        filter (where signed_in_at >= ${from})::float8 as median,
      (select jsonb_object_agg(reason, (
          select count(*) from refused_attempts r
          where r.reason = reasons.reason and attempted_at >= ${from} and site_id = any(${siteIds}))) as refused
        from unnest(array['banned', 'high', 'low', 'failed_answer']) as reasons (reason))
    from visits where client_id = ${clientId} and site_id = any(${siteIds})`
  if (!row) throw new Error('A count answers one row')
  return row
}

/** The check-ins and refusals of some sites in each period, oldest first, as the records have them. */
async function countTrend(siteIds: string[], periods: readonly { from: Date; to: Date }[]) {
  const counted = []
  for (const { from, to } of periods.toReversed()) {
    const rows = await here.sql<{ check_ins: number; refused: number }[]>`
      select (select count(*) from visits where client_id = ${clientId} and site_id = any(${siteIds})
          and signed_in_at >= ${from} and signed_in_at < ${to})::int as check_ins,
        (select count(*) from refused_attempts where client_id = ${clientId} and site_id = any(${siteIds})
          and attempted_at >= ${from} and attempted_at < ${to})::int as refused`
    counted.push(...rows)
  }
  return counted
}

/** The same figures as the access log shows them to the person. */
async function countInLog(from: string, now: Date, site: Site | undefined, token: string) {
  const to = new Date(now.getTime() + HOUR_MS).toISOString()
  const asked = `from=${from}&to=${to}&per_page=100${site ? `&site=${site.id}` : ''}`
  const { items }: { items: { event: string; result: string }[] } = (
    await here.get(`/access-log?${asked}`, token)
  ).json()
  const reasons = ['banned', 'high', 'low', 'failed_answer']
  return {
    check_ins: items.filter(({ event }) => event === 'in').length,
    refused: Object.fromEntries(
      reasons.map((reason) => [reason, items.filter(({ result }) => result === reason).length]),
    ),
  }
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** How many entries the log lists for the address of a number of Home. */
async function countListed(
  token: string,
  search: Record<string, string | number | undefined>,
): Promise<number> {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const response = await here.get(`/access-log?${new URLSearchParams(given).toString()}&per_page=100`, token)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().items.length
}

/**
 * Checks that the charts of a response add up to its check-ins, and that the log lists as many
 * entries for one bar, square and range.
 * @param place chooses them
 */
async function expectCharts(home: Dashboard, site: Site | undefined, token: string, place: number) {
  const { series, busiest_hours: busiest, stays, check_ins: checkIns } = home
  if (!series || !busiest) throw new Error('The charts over time are left out')
  expect(sumOf(series.map(({ visitors, staff }) => visitors + staff))).toBe(checkIns.count)
  expect(sumOf(series.map(({ previous }) => previous))).toBe(checkIns.previous)
  const filled = series.filter(({ visitors, staff }) => visitors + staff > 0)
  const ofSite = { site: site?.id, event: 'in' }
  const listed = (search: Parameters<typeof countListed>[1]) => countListed(token, { ...ofSite, ...search })
  const compared = series.filter(({ previous }) => previous > 0)
  for (const part of [chosenOf(filled, place), chosenOf(series, place), chosenOf(compared, place)]) {
    if (!part) continue
    const { from, to, previous_from, previous_to } = part
    if (previous_from !== previous_to)
      expect(await listed({ from: previous_from, to: previous_to })).toBe(part.previous)
    expect(await listed({ from, to, kind: 'visitor' })).toBe(part.visitors)
    expect(await listed({ from, to, kind: 'user' })).toBe(part.staff)
  }
  if (busiest.from === home.from)
    expect(sumOf(busiest.hours.map((one) => one.check_ins))).toBe(checkIns.count)
  const square = chosenOf(busiest.hours, place)
  if (square) {
    const { weekday, hour } = square
    expect(await listed({ from: busiest.from, weekday, hour })).toBe(square.check_ins)
  }
  const { from } = home
  const stay = chosenOf(
    stays.filter(({ visits }) => visits > 0),
    place,
  )
  if (stay) expect(await listed({ from, stay: stay.range })).toBe(stay.visits)
  expect(await listed({ from, stay: 'any' })).toBe(sumOf(stays.map(({ visits }) => visits)))
  expect(sumOf((home.by_site ?? []).map((one) => one.check_ins))).toBe(checkIns.count)
  expect(sumOf((home.by_method ?? []).map((one) => one.check_ins))).toBe(checkIns.count)
  for (const one of home.by_site ?? []) expect(await listed({ from, site: one.id })).toBe(one.check_ins)
  for (const one of home.by_role ?? []) expect(await listed({ from, role: one.id })).toBe(one.check_ins)
  const method = chosenOf(home.by_method ?? [], place)
  if (method) expect(await listed({ from, method: method.id })).toBe(method.check_ins)
}

const chosenOf = <Item>(items: readonly Item[], place: number): Item | undefined =>
  items[place % Math.max(1, items.length)]

it(
  'the figures of Home are those of the records and of the access log, after every step and for every period',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...moments),
        fc.array(fc.tuple(step, step, fc.nat(7)), { minLength: 4, maxLength: isFull ? 14 : 6 }),
        async (now, steps) => {
          here.test.clock.now = now
          await here.sql`truncate visits, refused_attempts, rollup_deltas, rollups, installation_rollups`
          const admin = await openSession(here.test, { clientId, userId, admin: true })
          await here.sql`update users set admin = true where id = ${userId}`
          const ids: { id: string; at: Date }[] = []
          for (const [number, [one, other, view]] of steps.entries()) {
            await Promise.all([run(one, now, ids), run(other, now, ids)])
            // View 0 has the two sites of a person who is no admin, 1 all sites, the others a
            // single one. A site admin sees all sites of all clients.
            await here.sql`update users set admin = ${view !== 0}, site_admin = ${view === SITE_ADMIN} where id = ${userId}`
            const site = view < 2 || view === SITE_ADMIN ? undefined : places[view - 2]
            const shown = site ? [site] : view === 0 ? places.slice(0, 2) : places
            for (const period of dashboardPeriods) {
              const response = await here.get(
                `/dashboard?period=${period}${site ? `&site=${site.id}` : ''}`,
                admin,
              )
              expect(response.statusCode, response.body).toBe(200)
              const { check_ins, median_stay_minutes, refused, from } = response.json()
              const exact = await countRecords(
                shown.map(({ id }) => id),
                periodAt(period, now, site?.zone ?? 'Australia/Lord_Howe'),
              )
              expect({ check_ins, refused }).toEqual({
                check_ins: { count: exact.check_ins, previous: exact.previous },
                refused: exact.refused,
              })
              const zone = site?.zone ?? 'Australia/Lord_Howe'
              const { previous } = periodAt(period, now, zone)
              const trend = response.json<Dashboard>().trend.slice(0, -1)
              const expected = await countTrend(
                shown.map(({ id }) => id),
                [previous, ...earlierPeriods(period, now, zone)],
              )
              // It starts with the first period in which anything happened.
              const skipped = expected.slice(0, expected.length - trend.length)
              expect(sumOf(skipped.map((part) => part.check_ins + part.refused))).toBe(0)
              expect(trend.map(({ check_ins: n, refused: of }) => ({ check_ins: n, refused: of }))).toEqual(
                expected.slice(skipped.length),
              )
              if (view === SITE_ADMIN) expect(response.json().by_site).toBeNull()
              // One of the periods in turn.
              else if (dashboardPeriods[number % dashboardPeriods.length] === period)
                await expectCharts(response.json(), site, admin, number)
              if (view !== SITE_ADMIN)
                expect(await countInLog(from, now, site, admin)).toEqual({
                  check_ins: exact.check_ins,
                  refused: exact.refused,
                })
              if (exact.median === null) expect(median_stay_minutes).toBeNull()
              else
                expect(Math.abs(median_stay_minutes - exact.median)).toBeLessThanOrEqual(
                  0.5 + 0.05 * exact.median,
                )
            }
          }
        },
      ),
      // A failure is told even where a busy machine has no time to find the shortest one.
      isFull ? { numRuns: 25, interruptAfterTimeLimit: 90_000 } : { numRuns: 2 },
    )
  },
  limitMs,
)
