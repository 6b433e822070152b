import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeBan, makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { call } from '../../../test/staff.ts'
import { createDatabase } from '../../db/client.ts'
import { type ClientScope, clientScope, installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import {
  type RetentionJobDeps,
  runDueRetention,
  applyRetention,
  type RetentionDeps,
} from './apply-retention.ts'
import { newId } from '../../lib/ids.ts'
import { retentionSteps } from '../../registry.ts'
import { listRetentionRuns } from './retention-runs.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>

beforeAll(async () => {
  // A machine that does much else is slow, not wrong.
  test = await buildTestApp({ waitMs: 10_000 })
  sql = openSuperuserConnection(test.database)
})
afterAll(() => test.close())

/** A client that keeps contacts for ten days, with a place to sign in at. */
async function makeVenue(fields: object = {}) {
  const { db } = test.database
  const { id: clientId } = await makeClient(db, { contactRetentionDays: 10, ...fields })
  const { id: siteId } = await makeSite(db, clientId, { timeZone: 'Australia/Sydney' })
  return { clientId, siteId, method: await makeMethod(db, clientId, siteId) }
}
type Venue = Awaited<ReturnType<typeof makeVenue>>

async function signIn({ method }: Venue, lastName: string, at: Date): Promise<string> {
  test.clock.now = at
  const person = { firstName: 'Ana', lastName, mobile: '0491570156', machineId: method.id }
  const { status, body, text } = await call(test, 'POST', '/checkin', person)
  expect(status, text).toBe(200)
  return String(body['checkOutToken'])
}

/** Visits that are over, of as many people, from one moment on a second each. */
async function insertVisits({ clientId, siteId }: Venue, count: number, from: Date): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(from.getTime() + index * 1000)
    const times = { signed_in_at: at, signed_out_at: at, ended_at: at }
    const person = {
      kind: 'visitor',
      person_key: `person ${index}`,
      first_name: 'Ana',
      last_name: `Silva ${index}`,
    }
    return {
      client_id: clientId,
      id: newId(at),
      site_id: siteId,
      ...person,
      ...times,
      ended_as: 'checked_out',
    }
  })
  await sql`insert into visits ${sql(rows)}`
}

const retain = (clientId: string, now: Date, deps: Partial<RetentionDeps> = {}) =>
  applyRetention(
    { db: test.database.db, steps: retentionSteps, photos: test.photos, clock: () => now, ...deps },
    clientScope(clientId),
  )
const namedVisits = ({ clientId }: Venue) =>
  sql`select last_name from visits where client_id = ${clientId} and last_name <> '' order by signed_in_at`
const runsOf = ({ clientId }: Venue) =>
  withScope(test.database.db, clientScope(clientId), (tx) => listRetentionRuns(tx, clientId, 100))

const start = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + 20 * HOUR_MS)
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds)

describe('a run', () => {
  it('takes what is past its days and leaves what is not, of its own client alone', async () => {
    const [venue, other, keeper] = [
      await makeVenue(),
      await makeVenue(),
      await makeVenue({ contactRetentionDays: null }),
    ]
    for (const one of [venue, other, keeper]) {
      await insertVisits(one, 1, start)
      await insertVisits(one, 1, after(2000))
    }
    await retain(venue.clientId, after(10 * DAY_MS + 1000))
    await retain(keeper.clientId, after(300 * DAY_MS))
    expect(await namedVisits(venue)).toHaveLength(1)
    expect(await namedVisits(other)).toHaveLength(2)
    expect(await namedVisits(keeper)).toHaveLength(2)
  })
  it('leaves a user’s visit with the account, and what was typed for it goes', async () => {
    const venue = await makeVenue()
    const person = { firstName: 'Ana', lastName: 'Employed', mobile: '+61491570156' }
    const { id } = await makeUser(test.database.db, test.passwords, venue.clientId, {
      ...person,
      personKey: test.personKeys(venue.clientId, person),
    })
    const page = await signIn(venue, 'Employed', start)
    await retain(venue.clientId, after(11 * DAY_MS))
    expect(await sql`select last_name from presence where client_id = ${venue.clientId}`).toEqual([
      { last_name: 'Employed' },
    ])
    test.clock.now = after(11 * DAY_MS)
    await call(test, 'POST', '/checkin/checkout', { checkOutToken: page, time: test.clock.now.toISOString() })
    await retain(venue.clientId, after(11 * DAY_MS))
    expect(
      await sql`select kind, user_id, first_name, last_name, mobile from visits where client_id = ${venue.clientId}`,
    ).toEqual([{ kind: 'user', user_id: id, first_name: '', last_name: '', mobile: '' }])
    expect(
      await sql`select last_name, photo_key from users where client_id = ${venue.clientId}`,
    ).toMatchObject([{ last_name: 'Employed' }])
  })
  it('counts the days of a ban from its end', async () => {
    const venue = await makeVenue()
    const person = { firstName: 'Bo', lastName: 'Barred', mobile: '+61491570156' }
    const personKey = test.personKeys(venue.clientId, person)
    const { id } = await makeBan(test.database.db, venue.clientId, {
      ...person,
      personKey,
      fromAt: start,
      createdAt: start,
    })
    const ban = async () =>
      (await sql`select first_name, last_name, mobile, reason, person_key from bans where id = ${id}`)[0]
    await retain(venue.clientId, after(300 * DAY_MS))
    expect(await ban()).toMatchObject({ last_name: 'Barred', person_key: personKey })
    await sql`update bans set lifted_at = ${after(300 * DAY_MS)} where id = ${id}`
    await retain(venue.clientId, after(310 * DAY_MS - 1000))
    expect(await ban()).toMatchObject({ last_name: 'Barred', person_key: personKey })
    await retain(venue.clientId, after(310 * DAY_MS))
    expect(await ban()).toEqual({
      first_name: '',
      last_name: '',
      mobile: '',
      reason: '',
      person_key: expect.stringMatching(/^anonymous[.]/),
    })
  })
  it('keeps the photo of an account that is in use', async () => {
    const venue = await makeVenue({ photoRetentionDays: 5 })
    const { db } = test.database
    const [active, archived] = [
      await makeUser(db, test.passwords, venue.clientId, { lastModified: start }),
      await makeUser(db, test.passwords, venue.clientId, { lastModified: start, status: 'archived' }),
    ]
    for (const { id } of [active, archived]) {
      const key = await test.photos.save(venue.clientId, id, Buffer.from(`photo of ${id}`))
      await sql`update users set photo_key = ${key} where id = ${id}`
    }
    await retain(venue.clientId, after(6 * DAY_MS))
    expect(
      await sql`select id from users where client_id = ${venue.clientId} and photo_key is not null`,
    ).toEqual([{ id: active.id }])
  })
  it('over more rows than a batch has does them all, and skips none but a row that somebody holds', async () => {
    const venue = await makeVenue()
    await insertVisits(venue, 1201, start)
    const now = after(20 * DAY_MS)
    await sql.begin(async (other) => {
      await other`select from visits where client_id = ${venue.clientId} and person_key = 'person 700' for update`
      expect(await retain(venue.clientId, now)).toEqual([])
    })
    expect(await namedVisits(venue)).toEqual([{ last_name: 'Silva 700' }])
    await retain(venue.clientId, now)
    expect(await namedVisits(venue)).toEqual([])
    expect((await runsOf(venue)).map(({ contactRows }) => contactRows)).toEqual([1, 1200])
  })
})

describe('while people come and go', () => {
  it('a person who leaves goes from the board, and a person who stays stays on it', async () => {
    const venue = await makeVenue()
    const names = 'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => `Guest ${letter}`)
    const pages = await Promise.all(names.map((name) => signIn(venue, name, start)))
    // Two days after the limit the person keys go too.
    test.clock.now = after(12 * DAY_MS)
    const time = test.clock.now.toISOString()
    const [leaving, staying] = [pages.slice(0, 13), names.slice(13)]
    const [departures] = await Promise.all([
      Promise.all(
        leaving.map((checkOutToken) => call(test, 'POST', '/checkin/checkout', { checkOutToken, time })),
      ),
      retain(venue.clientId, test.clock.now),
      ...staying.slice(0, 5).map((name) => signIn(venue, name, test.clock.now)),
    ])
    expect(departures.map(({ status, body }) => [status, body['time']])).toEqual(
      leaving.map(() => [200, time]),
    )
    await retain(venue.clientId, test.clock.now)
    const open = await sql`
      select v.id from visits v where v.client_id = ${venue.clientId} and v.ended_as is null order by v.id`
    const present =
      await sql`select visit_id as id from presence where client_id = ${venue.clientId} order by visit_id`
    expect(open).toEqual(present)
    const endings = await sql`
      select ended_as, count(*)::int as visits from visits where client_id = ${venue.clientId} group by 1`
    const count = (ending: string | null) =>
      endings.find(({ ended_as }) => ended_as === ending)?.['visits'] ?? 0
    expect(count('checked_out')).toBe(13)
    // A returning person is recognised while the key is kept, and is somebody new afterwards.
    expect(count('superseded') + count(null)).toBe(13 + 5)
    const named = await sql`
      select from visits where client_id = ${venue.clientId} and first_name <> '' and signed_in_at = ${start}`
    expect(named).toHaveLength(0)
  })
})

describe('counts of people', () => {
  it('are the same by local day, and one person’s days can no longer be told together', async () => {
    const venue = await makeVenue()
    // 20:00 UTC is the morning in Sydney: the hours of one local day are of two days in UTC.
    const visits = [
      [0, 'Once'],
      [0, 'Often'],
      [3, 'Often'],
      [8, 'Often'],
      [9, 'Twice'],
      [24, 'Often'],
      [24, 'Once'],
      [30, 'Often'],
    ] as const
    for (const [hours, name] of visits) await signIn(venue, name, after(hours * HOUR_MS))
    const perDay = () => sql`
      select (signed_in_at at time zone 'Australia/Sydney')::date::text as day, count(*)::int as visits,
        count(distinct person_key)::int as people
      from visits where client_id = ${venue.clientId} group by 1 order by 1`
    const before = await perDay()
    expect(before.map(({ people }) => people)).toEqual([3, 2])
    for (let hours = 0; hours <= 31; hours += 1) {
      await retain(venue.clientId, after(10 * DAY_MS + hours * HOUR_MS))
      expect(await perDay()).toEqual(before)
    }
    expect(await namedVisits(venue)).toEqual([])
    const people =
      await sql`select count(distinct person_key)::int as people from visits where client_id = ${venue.clientId}`
    expect(people).toEqual([{ people: 5 }])
    await retain(venue.clientId, after(15 * DAY_MS))
    expect(await sql`select from retention_salts where client_id = ${venue.clientId}`).toHaveLength(0)
  })
})

describe('the report', () => {
  it('contains the counts, the cutoffs and the duration, and there is an audit entry', async () => {
    const venue = await makeVenue({ answerRetentionDays: null })
    await insertVisits(venue, 3, start)
    const now = after(20 * DAY_MS)
    const times = [now, new Date(now.getTime() + 1500)]
    await retain(venue.clientId, now, { clock: () => times.shift() ?? now })
    expect(await runsOf(venue)).toMatchObject([
      {
        startedAt: now,
        finishedAt: new Date(now.getTime() + 1500),
        contactCutoff: after(10 * DAY_MS),
        answerCutoff: null,
        contactRows: 3,
        answerRows: 0,
        temperatureRows: 0,
        photoRows: 0,
        failures: [],
      },
    ])
    const entries =
      await sql`select actor_kind, action, details from audit_entries where client_id = ${venue.clientId}`
    expect(entries).toMatchObject([
      { actor_kind: 'system', action: 'retention.applied', details: { contact_rows: 3 } },
    ])
  })
  it('of a run without work is written once a day, without an audit entry', async () => {
    const venue = await makeVenue()
    for (const hours of [0, 12, 24]) await retain(venue.clientId, after(hours * HOUR_MS))
    expect(await runsOf(venue)).toHaveLength(2)
    expect(await sql`select from audit_entries where client_id = ${venue.clientId}`).toHaveLength(0)
  })
  it('of a run gives later runs no work', async () => {
    const venue = await makeVenue()
    await insertVisits(venue, 1, start)
    await retain(venue.clientId, after(11 * DAY_MS))
    const reports = async () => (await runsOf(venue)).map(({ contactRows }) => contactRows)
    const audited = () => sql`select details from audit_entries where client_id = ${venue.clientId}`
    expect(await reports()).toEqual([1])
    const entries = await audited()
    await retain(venue.clientId, after(22 * DAY_MS))
    expect(await reports()).toEqual([0, 1])
    expect(await audited()).toEqual(entries)
  })
  it('agrees with what was changed where a run ends in between, and the next one goes on', async () => {
    const venue = await makeVenue()
    await insertVisits(venue, 1201, start)
    const now = after(20 * DAY_MS)
    const stop = new AbortController()
    const { db } = test.database
    let transactions = 0
    const dying: typeof db = {
      ...db,
      withConnection: (work, use) =>
        db.withConnection(async (connection) => {
          const done = await work(connection)
          transactions += 1
          // The third is the first batch of visits.
          if (transactions === 3) stop.abort()
          return done
        }, use),
    }
    await retain(venue.clientId, now, { db: dying, signal: stop.signal })
    expect(await namedVisits(venue)).toHaveLength(701)
    expect(await runsOf(venue)).toMatchObject([{ contactRows: 500, finishedAt: null }])
    await retain(venue.clientId, after(20 * DAY_MS + HOUR_MS))
    expect(await namedVisits(venue)).toEqual([])
    expect(await runsOf(venue)).toMatchObject([{ contactRows: 701 }, { contactRows: 500 }])
  })
})

describe('the job', () => {
  const never = new AbortController().signal
  const logged: unknown[] = []
  type Deps = RetentionJobDeps
  const jobAt = (now: Date, fields: Partial<Deps> = {}): Deps => ({
    db: test.database.db,
    clock: () => now,
    installation: installationScope(),
    scopeOf: clientScope,
    log: { error: (what: unknown) => void logged.push(what) },
    apply: (scope) => applyAt(now, scope),
    ...fields,
  })
  const applyAt = (at: Date, scope: ClientScope, photos: RetentionDeps['photos'] = test.photos) =>
    applyRetention({ db: test.database.db, steps: retentionSteps, photos, clock: () => at }, scope)
  /** Later than every other test: what they left is done before. */
  const later = (milliseconds: number) => after(1000 * DAY_MS + milliseconds)
  const settle = () => runDueRetention(jobAt(later(-DAY_MS)), never)

  it('looks through every client once an hour, on whichever node', async () => {
    await settle()
    const venues = await Promise.all([makeVenue(), makeVenue(), makeVenue()])
    for (const venue of venues) await insertVisits(venue, 1, start)
    const taken: string[] = []
    const nodes = [1, 2, 3].map(() =>
      createDatabase({ runtimeUrl: test.database.runtimeUrl, connections: 2 }),
    )
    const all = async (now: Date) => {
      taken.length = 0
      const apply: Deps['apply'] = async ({ clientId }) => {
        taken.push(clientId)
        await wait(5)
        return []
      }
      await Promise.all(nodes.map((db) => runDueRetention(jobAt(now, { db, apply }), never)))
      return taken.filter((id) => venues.some(({ clientId }) => clientId === id)).toSorted()
    }
    const each = venues.map(({ clientId }) => clientId).toSorted()
    expect(await all(later(0))).toEqual(each)
    expect(await all(later(50 * 60_000))).toEqual([])
    expect(await all(later(56 * 60_000))).toEqual(each)
    await Promise.all(nodes.map((db) => db.close()))
  })
  it('reports once a day of a client with nothing to do that it was looked at', async () => {
    await settle()
    const [idle, keeper] = [
      await makeVenue({ contactRetentionDays: 1500 }),
      await makeVenue({ contactRetentionDays: null }),
    ]
    const at = (hours: number) => later(10 * DAY_MS + hours * HOUR_MS)
    for (const venue of [idle, keeper]) await insertVisits(venue, 1, start)
    for (const hours of [0, 12, 24]) await runDueRetention(jobAt(at(hours)), never)
    for (const venue of [idle, keeper])
      expect(await runsOf(venue)).toMatchObject([{ contactRows: 0 }, { contactRows: 0 }])
    const [report] = await runsOf(idle)
    expect(report).toMatchObject({
      startedAt: at(24),
      finishedAt: at(24),
      contactCutoff: new Date(at(24).getTime() - 1500 * DAY_MS),
      failures: [],
    })
    expect(await runsOf(keeper)).toMatchObject([{ contactCutoff: null }, { contactCutoff: null }])
    expect(await namedVisits(idle)).toHaveLength(1)
  })
  it('deletes salts that have done their work', async () => {
    await settle()
    const venue = await makeVenue()
    await insertVisits(venue, 1, start)
    // The name; the person key, once the local day is over; the salt of that day.
    for (const days of [9, 10, 11, 15]) {
      await runDueRetention(jobAt(after(days * DAY_MS + HOUR_MS)), never)
      await sql`update retention_schedules set next_run_at = ${start} where client_id = ${venue.clientId}`
    }
    expect(await sql`select from retention_salts where client_id = ${venue.clientId}`).toHaveLength(0)
  })
  it('takes over a client of a node that was killed', async () => {
    await settle()
    const venue = await makeVenue()
    await insertVisits(venue, 1, start)
    await new Promise<void>((taken) => {
      const apply: Deps['apply'] = ({ clientId }) => {
        if (clientId !== venue.clientId) return Promise.resolve([])
        taken()
        return new Promise(() => {})
      }
      void runDueRetention(jobAt(later(2 * HOUR_MS), { apply }), never)
    })
    await runDueRetention(jobAt(later(2 * HOUR_MS + 60_000)), never)
    expect(await namedVisits(venue)).toHaveLength(1)
    await runDueRetention(jobAt(later(3 * HOUR_MS)), never)
    expect(await namedVisits(venue)).toHaveLength(0)
  })
  it('names what failed and tries it again, and does the rest meanwhile', async () => {
    await settle()
    const venue = await makeVenue({ photoRetentionDays: 5 })
    await insertVisits(venue, 1, start)
    const { id } = await makeUser(test.database.db, test.passwords, venue.clientId, {
      status: 'archived',
      lastModified: start,
    })
    await sql`update users set photo_key = 'photos/x' where id = ${id}`
    const full = Object.assign(new Error('no such luck for Ana'), { code: 'EROFS' })
    const failing = { remove: () => Promise.reject(full) }
    const at = later(4 * HOUR_MS)
    logged.length = 0
    await runDueRetention(
      jobAt(at, {
        apply: (scope) => applyAt(at, scope, failing),
      }),
      never,
    )
    const failures = [{ class: 'photo', table: 'users', error: 'EROFS' }]
    expect(logged).toEqual([{ clientId: venue.clientId, failures }])
    expect(await namedVisits(venue)).toEqual([])
    expect(await runsOf(venue)).toMatchObject([{ contactRows: 1, photoRows: 0, failures }])
    await runDueRetention(jobAt(new Date(at.getTime() + 5 * 60_000)), never)
    expect(
      await sql`select from users where client_id = ${venue.clientId} and photo_key is not null`,
    ).toHaveLength(0)
    expect(await runsOf(venue)).toMatchObject([{ photoRows: 1, failures: [] }, { photoRows: 0 }])
  })
  it('goes on with the other clients where one fails as a whole', async () => {
    await settle()
    const [broken, sound] = [await makeVenue(), await makeVenue()]
    for (const venue of [broken, sound]) await insertVisits(venue, 1, start)
    const at = later(6 * HOUR_MS)
    await runDueRetention(
      jobAt(at, {
        apply: (scope) =>
          scope.clientId === broken.clientId ? Promise.reject(new TypeError('broken')) : applyAt(at, scope),
      }),
      never,
    )
    expect(await namedVisits(sound)).toEqual([])
    expect(logged.at(-1)).toEqual({ clientId: broken.clientId, failures: [{ error: 'TypeError' }] })
  })
})
