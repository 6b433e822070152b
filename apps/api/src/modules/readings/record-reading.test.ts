import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { lifecycle } from './lifecycle.ts'
import {
  consumeReading,
  drawCode,
  type NewReading,
  type ReadingFault,
  ReadingRefusedError,
  recordReading,
} from './record-reading.ts'
import { DAY_MS } from '../../lib/durations.ts'

let database: TestDatabase
let sql: ReturnType<typeof openSuperuserConnection>
let client: { id: string }
let site: { id: string }
let method: { id: string; key: string }
let plain: { id: string; key: string }
const now = new Date()
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

beforeAll(async () => {
  database = await createTestDatabase()
  sql = openSuperuserConnection(database)
  client = await makeClient(database.db)
  site = await makeSite(database.db, client.id)
  method = await makeMethod(database.db, client.id, site.id, { useTemperature: true })
  plain = await makeMethod(database.db, client.id, site.id)
})
afterAll(() => database.drop())

const recordAs = (reading: NewReading, draw?: () => string, when = now) =>
  recordReading({ db: database.db, now: when }, reading, draw)
const record = (
  reading: { methodId?: string; temperature?: number; at?: Date } = {},
  draw?: () => string,
  when?: Date,
) => recordAs({ methodId: method.id, temperature: 36.6, ...reading }, draw, when)
const rowsOf = (code: string) =>
  sql`select * from readings where site_id = ${site.id} and code = ${code} order by taken_at`
const take = (code: string, when = now, siteId = site.id) =>
  withScope(database.db, clientScope(client.id), (tx) =>
    consumeReading(tx, { clientId: client.id, siteId, code, by: newId() }, when),
  )

describe('recordReading refuses', () => {
  const measuring = (fields: object = {}) =>
    makeMethod(database.db, client.id, site.id, { useTemperature: true, ...fields })
  const refusals: [name: string, reading: () => Promise<Partial<NewReading>>, fault: ReadingFault][] = [
    ['an unknown method', async () => ({ methodId: newId() }), 'unknown_method'],
    ['a method that does not measure', async () => ({ methodId: plain.id }), 'not_measuring'],
    [
      'a disabled method',
      async () => ({ methodId: (await measuring({ enabled: false })).id }),
      'unknown_method',
    ],
    [
      'a method whose key is retired',
      async () => {
        const { id } = await measuring()
        await sql`update method_keys set retired_at = now() where method_id = ${id}`
        return { methodId: id }
      },
      'unknown_method',
    ],
    ['24.9 °C', async () => ({ temperature: 24.9 }), 'implausible'],
    ['45.1 °C', async () => ({ temperature: 45.1 }), 'implausible'],
    ['no number', async () => ({ temperature: Number.NaN }), 'implausible'],
    ['what has no end', async () => ({ temperature: Infinity }), 'implausible'],
    ['a reading of ten minutes ago', async () => ({ at: at(-10) }), 'too_late'],
  ]
  it.each(refusals)('%s', async (_, reading, fault) => {
    const given = await reading()
    const [before] = await sql`select count(*) from readings`
    await expect(record(given)).rejects.toMatchObject({ name: ReadingRefusedError.name, fault })
    expect(await sql`select count(*) from readings`).toEqual([before])
  })
  it.each(['ZZZ9', 'zzz9', 'HEAT ', ''])('the unknown key %j', async (key) => {
    await expect(recordAs({ key, temperature: 36.6 })).rejects.toMatchObject({ fault: 'unknown_method' })
  })
})

describe('recordReading', () => {
  it('keeps the temperature under a code for ten minutes', async () => {
    const { code, expiresAt } = await record({ temperature: 36.649 })
    expect(code).toMatch(/^\d{6}$/)
    expect(expiresAt).toEqual(at(10))
    expect(await rowsOf(code)).toMatchObject([
      { temperature: '36.6', taken_at: now, expires_at: at(10), consumed_at: null, method_id: method.id },
    ])
  })
  it('finds the method by its key', async () => {
    const { code } = await recordAs({ key: method.key, temperature: 25 })
    expect(await rowsOf(code)).toMatchObject([{ temperature: '25.0' }])
  })
  it('counts ten minutes from when it was taken, and a clock that is ahead as now', async () => {
    expect((await record({ at: at(-4) })).expiresAt).toEqual(at(6))
    expect((await record({ at: at(3) })).expiresAt).toEqual(at(10))
  })
  it('never gives out a code that is still live at the site, but at another site', async () => {
    await record({}, () => '000001')
    const draws = ['000001', '000001', '000002']
    expect((await record({}, () => draws.shift() ?? '')).code).toBe('000002')
    const elsewhere = await makeSite(database.db, client.id)
    const there = await makeMethod(database.db, client.id, elsewhere.id, { useTemperature: true })
    expect((await record({ methodId: there.id }, () => '000001')).code).toBe('000001')
    await expect(record({}, () => '000001')).rejects.toThrow('No free code')
  })
  it('gives a code out again once it is used, or has expired unused', async () => {
    await record({ temperature: 36.1 }, () => '000003')
    expect(await take('000003')).toBe(36.1)
    await record({ temperature: 36.2 }, () => '000003')
    await record({ temperature: 36.3 }, () => '000003', at(10))
    expect(await rowsOf('000003')).toMatchObject([
      { temperature: '36.1' },
      { temperature: '36.3', expires_at: at(20), consumed_at: null },
    ])
  })
  it('20 at once that draw the same give one of them the code', async () => {
    const kept = await Promise.all(
      Array.from({ length: 20 }, () => {
        const draws = ['000004']
        return record({}, () => draws.shift() ?? drawCode())
      }),
    )
    expect(new Set(kept.map(({ code }) => code)).size).toBe(20)
    expect(kept.filter(({ code }) => code === '000004')).toHaveLength(1)
  })
})

describe('consumeReading', () => {
  it.each([
    ['a code of nobody', async () => take('999999')],
    ['ten minutes later', async () => take((await record({}, () => '100001')).code, at(10))],
    [
      'at another site',
      async () =>
        take((await record({}, () => '100002')).code, now, (await makeSite(database.db, client.id)).id),
    ],
    [
      'a second time',
      async () => {
        const { code } = await record({}, () => '100003')
        await take(code)
        return take(code)
      },
    ],
  ])('finds nothing: %s', async (_, taken) => {
    expect(await taken()).toBeUndefined()
  })
  it('finds a reading until its last millisecond', async () => {
    const { code, expiresAt } = await record({ temperature: 37.5 })
    expect(await take(code, new Date(expiresAt.getTime() - 1))).toBe(37.5)
  })
  it('gives one of 20 takers the reading', async () => {
    const { code } = await record()
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(code)))
    expect(taken.filter((temperature) => temperature !== undefined)).toEqual([36.6])
  })
  it('keeps the reading where the taker does not come to its end', async () => {
    const { code } = await record()
    const undo = new Error('undo')
    const undone = withScope(database.db, clientScope(client.id), async (tx) => {
      await consumeReading(tx, { clientId: client.id, siteId: site.id, code, by: newId() }, now)
      throw undo
    })
    await expect(undone).rejects.toBe(undo)
    expect(await take(code)).toBe(36.6)
  })
})

it('is forgotten a day after its code expired', async () => {
  const { code } = await record({}, () => '200001')
  await purgeExpired(database.db, lifecycle.expires, new Date(at(10).getTime() + DAY_MS))
  expect(await rowsOf(code)).toHaveLength(1)
  await purgeExpired(database.db, lifecycle.expires, new Date(at(10).getTime() + 86_400_001))
  expect(await rowsOf(code)).toHaveLength(0)
})

it('draws six digits, all of them', () => {
  fc.assert(fc.property(fc.constant(0), () => /^\d{6}$/.test(drawCode())))
  const firsts = new Set(Array.from({ length: 500 }, () => drawCode()[0]))
  expect(firsts.size).toBe(10)
})
