import { asc, count, eq, isNull, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { isFull } from '../../test/runs.ts'
import { findLogin, findMethodByKey } from '../db/tenant-lookups.ts'
import { auditEntries } from '../db/schema/audit-entries.ts'
import { bans } from '../db/schema/bans.ts'
import { clients } from '../db/schema/clients.ts'
import { questionRoles, questions, questionVersions } from '../db/schema/questions.ts'
import { refusedAttempts } from '../db/schema/refused-attempts.ts'
import { signInMethods } from '../db/schema/sign-in-methods.ts'
import { sites } from '../db/schema/sites.ts'
import { accessEntries, users } from '../db/schema/users.ts'
import { visitorRoles } from '../db/schema/visitor-roles.ts'
import { presence, visits } from '../db/schema/visits.ts'
import { installationScope } from '../db/scopes.ts'
import { type Transaction, withScope } from '../db/tenancy.ts'
import { timeOfId } from '../lib/ids.ts'
import { toE164 } from '@gatehouse/validation/phone-numbers'
import { createBanKeys, createPersonKeys } from '../modules/identity/person-key.ts'
import { keyedHash } from '../lib/keyed-hash.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { demoClients } from './demo-clients.ts'
import { type DemoRows, drawClient } from './draw-client.ts'
import { createMobiles, writeDemoData } from './write-demo-data.ts'

const hash = keyedHash('demo data in tests', 'person')
const personKeys = createPersonKeys(hash)
const banKeys = createBanKeys(hash)
const hour = 3_600_000

function draw(now: Date, seed = 'gatehouse'): DemoRows[] {
  const newMobile = createMobiles()
  return demoClients.map((client) => drawClient(client, { now, seed, personKeys, banKeys, newMobile }))
}

/** The visits of a client's site. */
const visitsAt = ({ sites: places, visits: all }: DemoRows, index: number) =>
  all.filter(({ siteId }) => siteId === places[index]?.id)

describe.each([
  ['three in the morning in Sydney', '2026-11-20T16:00:00.000Z'],
  ['noon in Sydney', '2026-11-20T01:00:00.000Z'],
  ['evening in Sydney', '2026-11-20T08:30:00.123Z'],
  ['the hour that summer time leaves out', '2026-10-03T16:30:00.000Z'],
  ['the hour that comes twice', '2026-04-04T15:30:00.000Z'],
  ['the first moment of a year', '2027-01-01T00:00:00.000Z'],
  ['a leap day', '2028-02-29T12:00:00.000Z'],
] as const)('at %s', (_, time) => {
  const now = new Date(time)
  const demos = draw(now)

  test('nothing is in the future, and ids carry the time', () => {
    const isRight = (at: Date, id: string) =>
      at < now && at.getTime() > now.getTime() - 92 * 24 * hour && timeOfId(id).getTime() === at.getTime()
    const stays = demos.flatMap(({ visits: all }) => all)
    expect(stays.filter(({ signedInAt, id }) => !isRight(signedInAt, id))).toEqual([])
    expect(stays.filter(({ endedAt }) => endedAt && endedAt >= now)).toEqual([])
    const refusals = demos.flatMap(({ refusedAttempts: all }) => all)
    expect(refusals.filter(({ attemptedAt, id }) => !isRight(attemptedAt, id))).toEqual([])
  })

  test('no person is on site twice at the same time', () => {
    for (const demo of demos) {
      const byPerson = Map.groupBy(demo.visits, ({ personKey: key }) => key)
      for (const stays of byPerson.values()) {
        const ordered = stays.toSorted((a, b) => a.signedInAt.getTime() - b.signedInAt.getTime())
        for (const [index, { signedInAt }] of ordered.entries()) {
          const before = ordered[index - 1]
          if (before) expect(before.endedAt?.getTime() ?? Infinity).toBeLessThanOrEqual(signedInAt.getTime())
        }
      }
    }
  })

  test('every site has people on site, and some who forgot to sign out', () => {
    for (const [index, client] of demoClients.entries()) {
      for (const [place, { occupancy }] of client.sites.entries()) {
        const { sites: places = [], presence: all = [] } = demos[index] ?? {}
        const present = all.filter(({ siteId }) => siteId === places[place]?.id)
        expect(new Set(present.map(({ personKey: key }) => key)).size).toBe(present.length)
        expect(present.length).toBeGreaterThanOrEqual(occupancy[0])
        expect(present.length).toBeLessThanOrEqual(60)
        if (occupancy[0] < 30) continue
        expect(present.length).toBeGreaterThanOrEqual(30)
        const overdue = present.filter(({ signedInAt }) => now.getTime() - signedInAt.getTime() > 13 * hour)
        expect(overdue.length).toBeGreaterThanOrEqual(2)
        expect(overdue.length).toBeLessThan(8)
      }
    }
  })
})

describe('what is drawn', () => {
  test('one method asks whom a visitor comes to see, and there are people to name', () => {
    const asking = draw(new Date('2026-11-20T01:00:00.000Z')).flatMap((demo) =>
      demo.signInMethods.flatMap(({ asksHost, id, siteId }) => (asksHost ? [{ demo, id, siteId }] : [])),
    )
    const keys = asking.map(({ demo, id }) => demo.methodKeys.find(({ methodId }) => methodId === id)?.key)
    expect(keys).toEqual(['CAMP'])
    for (const { demo, siteId } of asking) {
      const active = new Set(demo.users.flatMap(({ id, status }) => (status === 'active' ? [id] : [])))
      const hosts = demo.accessEntries.filter(
        ({ siteId: place, userId, userType }) =>
          place === siteId && active.has(userId) && (userType === 'Manager' || userType === 'Staff'),
      )
      expect(hosts.length).toBeGreaterThan(2)
    }
  })

  const now = new Date('2026-11-20T02:00:00.000Z')
  const demos = draw(now)

  test('is the same for the same seed, and other for another', () => {
    expect(draw(now)).toEqual(demos)
    expect(draw(now, 'other')[0]?.users.map(({ lastName }) => lastName)).not.toEqual(
      demos[0]?.users.map(({ lastName }) => lastName),
    )
  })

  test('has numbers that are valid and nobody’s twice', () => {
    const people = new Map(
      demos.flatMap(({ visits: all }) => all).map(({ personKey: key, mobile }) => [key, mobile]),
    )
    for (const mobile of people.values()) expect(toE164(mobile ?? '', 'AU')).toBe(mobile)
    expect(new Set(people.values()).size).toBe(people.size)
    for (const { phone } of demoClients) expect(toE164(phone, 'AU')).toBe(phone)
  })

  test('follows the week: a gallery fills on Saturdays, a mine empties on Sundays', () => {
    const [harbour, ridge] = demos
    const onDay = (rows: DemoRows | undefined, day: number) =>
      (rows ? visitsAt(rows, 0) : []).filter(
        ({ signedInAt }) => new Date(signedInAt.getTime() + 10 * hour).getUTCDay() === day,
      ).length
    expect(onDay(harbour, 6)).toBeGreaterThan(1.5 * onDay(harbour, 2))
    expect(onDay(ridge, 0)).toBeLessThan(0.7 * onDay(ridge, 2))
  })
})

describe('in the database', () => {
  const now = new Date('2026-11-20T02:00:00.000Z')
  const photos: Uint8Array[] = []
  let database: TestDatabase
  const read = <T>(work: (tx: Transaction) => Promise<T>) => withScope(database.db, installationScope(), work)

  async function fill(target: TestDatabase): Promise<void> {
    await writeDemoData({
      db: target.db,
      now,
      hashPassword: (password) => Promise.resolve(`hash of ${password}`),
      personKeys,
      banKeys,
      savePhoto: (clientId, userId, bytes) => {
        photos.push(bytes)
        return Promise.resolve(`${clientId}/${userId}`)
      },
    })
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    await fill(database)
  })
  afterAll(() => database.drop())

  test('is as much as a reception desk would have after ninety days', async () => {
    const [visitCount] = await read((tx) => tx.select({ n: count() }).from(visits))
    expect(visitCount?.n).toBeGreaterThan(15_000)
    expect(visitCount?.n).toBeLessThan(25_000)
    const [userCount] = await read((tx) => tx.select({ n: count() }).from(users))
    expect(userCount?.n).toBe(60)
    expect(
      (await read((tx) => tx.select().from(clients).orderBy(asc(clients.name)))).map(({ name, look }) => [
        name,
        look,
      ]),
    ).toEqual([
      ['Harbour Venues', 'presence'],
      ['Lantern Caves', 'batbooth'],
      ['Ridge Mining', 'pulse'],
    ])
  })

  test('presence is what the open visits say', async () => {
    const columns = (table: typeof presence | typeof visits) => ({
      clientId: table.clientId,
      siteId: table.siteId,
      personKey: table.personKey,
      userId: table.userId,
      dependents: table.dependents,
      signedInAt: table.signedInAt,
    })
    const present = await read((tx) =>
      tx
        .select({ ...columns(presence), visitId: presence.visitId })
        .from(presence)
        .orderBy(asc(presence.visitId)),
    )
    const open = await read((tx) =>
      tx
        .select({ ...columns(visits), visitId: visits.id })
        .from(visits)
        .where(isNull(visits.endedAs))
        .orderBy(asc(visits.id)),
    )
    expect(present).toEqual(open)
    expect(present.length).toBeGreaterThan(150)
  })

  test('the documented accounts sign in and are what they are said to be', async () => {
    const of = async (email: string) => {
      const login = await findLogin(database.db, email)
      const [user] = await read((tx) =>
        tx
          .select()
          .from(users)
          .where(eq(users.id, login?.userId ?? '')),
      )
      const access = await read((tx) =>
        tx
          .select()
          .from(accessEntries)
          .where(eq(accessEntries.userId, login?.userId ?? '')),
      )
      return {
        ...user,
        clientId: login?.scope.clientId,
        types: access.map(({ userType }) => userType),
      }
    }
    const found = await Promise.all(demoAccounts.map(({ email }) => of(email)))
    for (const user of found) {
      expect(user).toMatchObject({
        status: 'active',
        passwordHash: `hash of ${demoPassword}`,
        changePassword: false,
      })
    }
    const [operator, admin, manager, staff, board, other] = found
    expect(operator).toMatchObject({ siteAdmin: true })
    expect(admin).toMatchObject({ siteAdmin: false, admin: true })
    expect(manager).toMatchObject({ admin: false, types: ['Manager', 'Manager'] })
    expect(staff).toMatchObject({ admin: false, types: ['Staff'] })
    expect(board).toMatchObject({ admin: false, types: ['Device'] })
    expect(other).toMatchObject({ siteAdmin: false, admin: true })
    expect(other?.clientId).not.toBe(admin?.clientId)
    expect(operator?.clientId).not.toBe(admin?.clientId)
    const withPassword = await read((tx) =>
      tx
        .select({ email: users.email })
        .from(users)
        .where(sql`${users.passwordHash} is not null`),
    )
    expect(withPassword.map(({ email }) => email).toSorted()).toEqual(
      demoAccounts.map(({ email }) => email).toSorted(),
    )
  })

  test('the documented keys lead to what they are said to', async () => {
    const methodOf = async (key: string) => {
      const found = await findMethodByKey(database.db, key)
      const [row] = await read((tx) =>
        tx
          .select({ method: signInMethods, site: sites })
          .from(signInMethods)
          .innerJoin(sites, eq(sites.id, signInMethods.siteId))
          .where(eq(signInMethods.id, found?.methodId ?? '')),
      )
      const roles = await read((tx) =>
        tx
          .select()
          .from(visitorRoles)
          .where(eq(visitorRoles.siteId, row?.site.id ?? '')),
      )
      return { ...row, roles: roles.length }
    }
    expect(await methodOf('GATE')).toMatchObject({ roles: 0, method: { useTemperature: false, type: 'qr' } })
    expect(await methodOf('DESK')).toMatchObject({ roles: 3, method: { useTemperature: false } })
    expect(await methodOf('HEAT')).toMatchObject({
      roles: 0,
      method: { useTemperature: true, type: 'device' },
    })
    expect(await methodOf('PLNT')).toMatchObject({ method: { type: 'kiosk' } })
    const [gate, ridge] = await Promise.all([methodOf('GATE'), methodOf('RDGE')])
    expect(ridge.method?.clientId).not.toBe(gate.method?.clientId)

    const versions = await read((tx) => tx.select().from(questionVersions))
    expect(versions.map(({ type }) => type).toSorted()).toEqual([
      'free text',
      'multi-select',
      'select',
      'yes/no',
    ])
    expect(await read((tx) => tx.select().from(questionRoles))).toHaveLength(1)
    expect(await read((tx) => tx.select().from(questions))).toHaveLength(4)
    expect(JSON.stringify(versions)).toContain('"fail"')
  })

  test('refusals have their reasons, and those who are banned do not get in', async () => {
    const reasons = await read((tx) =>
      tx
        .select({ reason: refusedAttempts.reason, n: count() })
        .from(refusedAttempts)
        .groupBy(refusedAttempts.reason),
    )
    expect(reasons.map(({ reason }) => reason).toSorted()).toEqual(['banned', 'failed_answer', 'high', 'low'])
    const inside = await read((tx) =>
      tx
        .select({ id: visits.id })
        .from(visits)
        .innerJoin(
          bans,
          sql`${bans.clientId} = ${visits.clientId} and ${bans.personKey} = ${visits.personKey}
          and ${visits.signedInAt} >= ${bans.fromAt} and ${visits.signedInAt} < coalesce(${bans.untilAt}, 'infinity')`,
        ),
    )
    expect(inside).toEqual([])
    const active = await read((tx) =>
      tx
        .select()
        .from(bans)
        .where(sql`coalesce(${bans.untilAt}, 'infinity') > ${now.toISOString()}::timestamptz`),
    )
    expect(active.length).toBeGreaterThanOrEqual(4)
  })

  test('every user has a photo: small, square and unique', async () => {
    expect(photos.length).toBe(60)
    expect(new Set(photos.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(photos.length)
    for (const bytes of photos.slice(0, 5)) {
      const { format, width, height } = await sharp(bytes).metadata()
      expect({ format, width, height }).toEqual({ format: 'webp', width: 256, height: 256 })
      expect(bytes.length).toBeLessThan(20_000)
    }
  })

  // Fills the database once more.
  if (isFull)
    test('the same seed and time write the same rows', async () => {
      const copy = await createTestDatabase()
      try {
        await fill(copy)
        for (const table of [
          clients,
          sites,
          users,
          visits,
          presence,
          refusedAttempts,
          bans,
          auditEntries,
          questionVersions,
        ]) {
          expect(await digestOf(copy, table)).toBe(await digestOf(database, table))
        }
      } finally {
        await copy.drop()
      }
    })
})

async function digestOf({ db }: TestDatabase, table: PgTable): Promise<unknown> {
  const { name } = getTableConfig(table)
  const [row] = await withScope(db, installationScope(), (tx) =>
    tx.execute<{ digest: string }>(
      sql`select md5(string_agg(t::text, '|' order by t::text)) as digest from ${sql.identifier(name)} t`,
    ),
  )
  return row?.digest
}
