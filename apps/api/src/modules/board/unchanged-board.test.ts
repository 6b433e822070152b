import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { limitMs, runs } from '../../../test/runs.ts'
import { openSession } from '../../../test/world.ts'
import { createDatabase } from '../../db/client.ts'

/**
 * Transactions of this test stay open for long. One that waits for a lock fails and changes
 * nothing.
 */
const LOCK_TIMEOUT_MS = 100

const person = fc.nat(3)
const user = fc.nat(1)
const site = fc.nat(1)
const column = fc.constantFrom(
  'first_name',
  'last_name',
  'job_title',
  'employee_number',
  'phone_extension',
  'mobile',
  'photo_key',
)
const value = fc.constantFrom('+61491570156', '+61491570157')
const status = fc.constantFrom('active', 'archived')
const userType = fc.constantFrom('Manager', 'Staff', 'Device')

/** All writes that change what a board shows, as SQL with named ids. People 0 and 1 are users. */
const write = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(person, site).map(
      ([who, where]) => `insert into presence
        (client_id, site_id, person_key, kind, user_id, first_name, last_name, visit_id, signed_in_at)
        values (:client, :site${where}, 'person${who}', ${who < 2 ? `'user', :user${who}` : `'visitor', null`}, 'Ana', 'Silva',
          gen_random_uuid(), now())
        on conflict (client_id, site_id, person_key) do update set dependents = (presence.dependents + 1) % 10`,
    ),
  },
  {
    weight: 2,
    // As a check-in writes it: with the presence.
    arbitrary: fc.tuple(site, fc.constantFrom(`:user0, ''`, `null, 'Ada'`)).map(
      ([where, host]) => `
        with named as (
          insert into visit_hosts (client_id, visit_id, site_id, signed_in_at, user_id, name)
          select client_id, visit_id, site_id, signed_in_at, ${host} from presence where site_id = :site${where}
          on conflict do nothing)
        update presence set dependents = (dependents + 1) % 10 where site_id = :site${where}`,
    ),
  },
  { weight: 1, arbitrary: site.map((where) => `delete from visit_hosts where site_id = :site${where}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(person, site)
      .map(
        ([who, where]) =>
          `delete from presence where site_id = :site${where} and person_key = 'person${who}'`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(person, site)
      .map(
        ([who, where]) =>
          `update presence set site_id = :site${1 - where} where site_id = :site${where} and person_key = 'person${who}'`,
      ),
  },
  {
    weight: 1,
    arbitrary: site.map(
      (where) =>
        `update presence set first_name = '', last_name = '' where site_id = :site${where} and kind = 'visitor'`,
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(user, column, value)
      .map(([who, name, text]) => `update users set ${name} = '${text}' where id = :user${who}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(user, status)
      .map(([who, word]) => `update users set status = '${word}' where id = :user${who}`),
  },
  {
    weight: 3,
    arbitrary: user.map((who) => `update users set last_seen_at = clock_timestamp() where id = :user${who}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(user, site, userType)
      .map(
        ([who, where, type]) =>
          `insert into access_entries values (:client, :user${who}, :site${where}, '${type}') on conflict (client_id, user_id, site_id) do update set user_type = excluded.user_type`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(user, site)
      .map(
        ([who, where]) =>
          `delete from access_entries where user_id = :user${who} and site_id = :site${where}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(site, fc.boolean())
      .map(([where, shown]) => `update sites set offline_users = ${shown} where id = :site${where}`),
  },
)

/** Two transactions stay open beside statements that commit at once and check-ins at both nodes. */
const slot = fc.nat(1)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('commits at once' as const), write }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('writes in transaction' as const), slot, write }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('undoes in savepoint' as const), slot, write }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('commit' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('rollback' as const), slot }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('checks in' as const), node: fc.nat(1), firstName: value }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Slots = (ReservedSql | undefined)[]

/** A tab of a board, and what its screen shows. */
interface Screen {
  url: string
  siteId: string
  isOnSite: boolean
  readsAll: boolean
  token: string
  etag: string
  shown: unknown[]
}

interface World {
  test: TestApp
  nodes: FastifyInstance[]
  sql: Sql
  ids: Record<string, string>
  methodId: string
  screens: Screen[]
  close(): Promise<void>
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

it(
  'no screen keeps a 304 for a board that has changed, whichever node it asks',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const slots: Slots = [undefined, undefined]
        await reset()
        try {
          for (const [at, each] of steps.entries()) {
            const before = world.screens.map(({ shown }) => shown)
            await Promise.all([
              perform(each, slots),
              // Each screen polls while the step is done, too.
              ...world.screens.map((screen, number) => poll(screen, (at + number) % 2)),
            ])
            // A step commits once, so a screen shows what was there before it or after it.
            for (const [number, screen] of world.screens.entries())
              expect([before[number], await peopleOf(screen)], screen.url).toContainEqual(screen.shown)
            await Promise.all(world.screens.map(expectCurrent))
          }
        } finally {
          for (const index of [0, 1]) await end(slots, index, 'rollback')
        }
      }),
      { numRuns: runs(18) },
    )
  },
  limitMs,
)

/** Each run begins with the same rows, so that what fails once fails again. */
async function reset(): Promise<void> {
  const rows = [
    `delete from presence`,
    `delete from visit_hosts`,
    `delete from access_entries where user_id in (:user0, :user1)`,
    `insert into access_entries values (:client, :user0, :site0, 'Staff'), (:client, :user1, :site0, 'Staff')`,
    `update users set status = 'active', first_name = 'Robin', last_name = 'Tester', job_title = '', employee_number = '', mobile = '',
      phone_extension = '', photo_key = null, last_seen_at = null where id in (:user0, :user1)`,
    `update sites set offline_users = true`,
  ]
  await world.sql.unsafe(rows.map(named).join(';'))
  await Promise.all(world.screens.map(expectCurrent))
}

async function perform(each: Step, slots: Slots): Promise<void> {
  if (each.does === 'checks in') {
    const payload = {
      firstName: each.firstName,
      lastName: 'Silva',
      mobile: '0491570156',
      machineId: world.methodId,
    }
    await nodeAt(each.node).inject({ method: 'POST', url: '/api/checkin', payload })
  } else if (each.does === 'commits at once') {
    await world.sql.unsafe(named(each.write)).catch(ignoreRefusal)
  } else if (each.does === 'writes in transaction' || each.does === 'undoes in savepoint') {
    const connection = (slots[each.slot] ??= await begin())
    const outcome = each.does === 'undoes in savepoint' ? 'rollback to s' : 'release s'
    await connection.unsafe('savepoint s')
    await connection.unsafe(named(each.write)).catch(async (error) => {
      ignoreRefusal(error)
      await connection.unsafe('rollback to s')
    })
    await connection.unsafe(outcome)
  } else await end(slots, each.slot, each.does)
}

async function begin(): Promise<ReservedSql> {
  const connection = await world.sql.reserve()
  // It has its id before transactions that begin later and commit earlier.
  await connection.unsafe('begin; select pg_current_xact_id()')
  return connection
}

async function end(slots: Slots, index: number, how: 'commit' | 'rollback'): Promise<void> {
  const connection = slots[index]
  slots[index] = undefined
  await connection?.unsafe(how)
  connection?.release()
}

/** A statement may wait in vain for a lock, or move somebody to a site where they are already. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof postgres.PostgresError) || !['55P03', '23505', '40P01'].includes(error.code))
    throw error
}

/** Polls each node in turn as a screen does, and compares the screen's list with the tables. */
async function expectCurrent(screen: Screen): Promise<void> {
  const expected = await peopleOf(screen)
  const isChanged = screen.etag === '""' || !isDeepStrictEqual(screen.shown, expected)
  const statuses: number[] = []
  for (const node of [0, 1]) {
    statuses.push(await poll(screen, node))
    expect(screen.shown, screen.url).toEqual(expected)
  }
  // The second node answers the same bytes under the same tag.
  expect(statuses).toEqual([isChanged ? 200 : 304, 304])
}

/** Asks a node for what the screen does not show yet. @returns the status */
async function poll(screen: Screen, node: number): Promise<number> {
  const { statusCode, headers, json } = await nodeAt(node).inject({
    url: screen.url,
    headers: { authorization: `Bearer ${screen.token}`, 'if-none-match': screen.etag },
  })
  expect([200, 304]).toContain(statusCode)
  if (statusCode === 200) {
    screen.etag = String(headers['etag'])
    screen.shown = inOrder(json())
  }
  return statusCode
}

/** What a board shows, from the tables alone. */
async function peopleOf({ siteId, isOnSite, readsAll }: Screen): Promise<unknown[]> {
  const { sql } = world
  const userColumns = sql`
    u.id as user_id, u.first_name as user_first, u.last_name as user_last, u.job_title, u.employee_number, u.mobile as user_mobile,
    u.phone_extension, u.photo_key`
  const rows = isOnSite
    ? await sql`select p.*, ${userColumns}, p.signed_in_at as at, coalesce(h.first_name || ' ' || h.last_name, v.name) as host
        from presence p left join users u on u.id = p.user_id left join visit_hosts v on v.visit_id = p.visit_id
        left join users h on h.id = v.user_id
        where p.site_id = ${siteId}`
    : await sql`select ${userColumns}, u.last_seen_at as at, 'user' as kind, 0 as dependents, null as host
        from access_entries e join users u on u.id = e.user_id join sites s on s.id = e.site_id
        where e.site_id = ${siteId} and e.user_type in ('Staff', 'Manager') and u.status = 'active' and s.offline_users
          and not exists (select from presence p where p.site_id = e.site_id and p.user_id = u.id)`
  return inOrder(
    rows.map((row) => {
      const mobile: string = row['mobile'] || row['user_mobile'] || ''
      const isMasked = mobile !== '' && !isOnSite && !readsAll
      return {
        id: row['user_id'] ?? row['visit_id'],
        firstName: row['user_first'] ?? row['first_name'],
        lastName: row['user_last'] ?? row['last_name'],
        role: row['role_name'] || row['job_title'] || null,
        empNo: row['employee_number'] || null,
        checkedIn: isOnSite,
        logDate: row['at']?.toISOString() ?? null,
        tel: isMasked ? `••• ${mobile.slice(-3)}` : mobile || null,
        telMasked: isMasked,
        phoneExt: row['phone_extension'] || null,
        hasPhoto: row['photo_key'] !== null,
        dependents: row['dependents'],
        host: row['host'],
        kind: row['kind'],
      }
    }),
  )
}

/** In any one order: that of the names is tested elsewhere. */
function inOrder(people: { id: string; logDate: string | null }[]): unknown[] {
  const keyOf = ({ id, logDate }: (typeof people)[number]) => `${id} ${logDate}`
  return people.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

const nodeAt = (index: number) => world.nodes[index] as FastifyInstance

function named(text: string): string {
  return text.replaceAll(/:(\w+)/g, (_, name: string) => `'${world.ids[name]}'`)
}

async function makeWorld(): Promise<World> {
  const test = await buildTestApp({ lockTimeoutMs: LOCK_TIMEOUT_MS })
  const { runtimeUrl } = test.database
  const second = await buildSecondNode(
    test,
    createDatabase({ runtimeUrl, connections: 5, lockTimeoutMs: LOCK_TIMEOUT_MS }),
  )
  const sql = postgres(test.database.adminUrl, {
    max: 8,
    onnotice: () => {},
    connection: { lock_timeout: LOCK_TIMEOUT_MS },
  })
  const { db } = test.database
  const { id: client } = await makeClient(db)
  const [site0, site1] = [await makeSite(db, client, { offlineUsers: true }), await makeSite(db, client)]
  const { id: methodId } = await makeMethod(db, client, site0.id)
  const known = { firstName: '+61491570156', lastName: 'Silva', mobile: '+61491570156' }
  const makePerson = (fields: object) =>
    makeUser(db, test.passwords, client, {
      ...fields,
      access: [{ siteId: site0.id, userType: 'Staff' }],
    })
  // The first is who checks in under the first of the two names.
  const [user0, user1] = [
    await makePerson({ personKey: test.personKeys(client, known) }),
    await makePerson({}),
  ]
  const device = await makeUser(db, test.passwords, client, {
    access: [site0, site1].map(({ id }) => ({ siteId: id, userType: 'Device' as const })),
  })
  const admin = await makeUser(db, test.passwords, client, { admin: true })
  const deviceToken = await openSession(test, { clientId: client, userId: device.id })
  const adminToken = await openSession(test, { clientId: client, userId: admin.id, admin: true })
  const screen = (siteId: string, isOnSite: boolean, readsAll: boolean): Screen => ({
    url: isOnSite ? `/api/board/${siteId}` : `/api/board/out/${siteId}`,
    siteId,
    isOnSite,
    readsAll,
    token: readsAll ? adminToken : deviceToken,
    etag: '""',
    shown: [],
  })
  return {
    test,
    nodes: [test.app, second.app],
    sql,
    methodId,
    ids: { client, site0: site0.id, site1: site1.id, user0: user0.id, user1: user1.id },
    screens: [site0.id, site1.id].flatMap((id) => [
      screen(id, true, false),
      screen(id, false, false),
      screen(id, false, true),
    ]),
    async close() {
      await sql.end()
      await second.close()
      await test.close()
    },
  }
}
