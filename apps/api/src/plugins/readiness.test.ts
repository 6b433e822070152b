import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { openSuperuserConnection } from '../../test/superuser.ts'
import { createDatabase, type Database } from '../db/client.ts'
import { isSchemaCurrent } from '../db/migrate.ts'
import { MIN_FREE_BYTES, readDiskSpace } from '../lib/disk-space.ts'
import { registerHealth, createReadiness } from './readiness.ts'

let database: TestDatabase
let guestDb: Database
let sql: ReturnType<typeof openSuperuserConnection>
let app: FastifyInstance
let now = Date.now()
/** The free space of each folder. Default: that of the disk. */
let free: Record<string, number> = {}
let aheadMs = 0
const warnings: object[] = []

const statfsOf = async (path: string) => ({ bavail: free[path] ?? MIN_FREE_BYTES, bsize: 1, blocks: 1e12 })

beforeAll(async () => {
  database = await createTestDatabase()
  guestDb = createDatabase({ runtimeUrl: database.runtimeUrl, workload: 'guests', applicationName: 'guests' })
  sql = openSuperuserConnection(database)
  app = Fastify()
  registerHealth(
    app,
    createReadiness({
      db: database.db,
      guestDb,
      dataDir: '/data',
      clock: () => new Date(now),
      log: { warn: (fields: object) => warnings.push(fields) },
      readStatfs: statfsOf,
      readAheadMs: () => Promise.resolve(aheadMs),
    }),
    undefined,
  )
})
afterAll(async () => {
  await app.close()
  await guestDb.close()
  await database.drop()
})
beforeEach(() => {
  free = {}
  aheadMs = 0
  now += 5000
})

async function ready(): Promise<{ status: number; codes: string[] }> {
  const response = await app.inject('/health/ready')
  const { detail = [] } = response.json<{ detail?: { code: string }[] }>()
  return { status: response.statusCode, codes: detail.map(({ code }) => code) }
}

/** Changes a setting for all connections, including open ones. */
async function alter(change: string): Promise<void> {
  const name = new URL(database.runtimeUrl).pathname.slice(1)
  await sql.unsafe(`alter database ${name} ${change}`)
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  // The pools notice the closed connections a moment later.
  for (const pool of [database.db, guestDb]) await expect.poll(() => isSchemaCurrent(pool)).toBe(true)
}

describe('a node is ready', () => {
  it('while it reads and writes, and leaves no row', async () => {
    expect(await ready()).toEqual({ status: 200, codes: [] })
    expect(await sql`select from reset_requests`).toEqual([])
  })

  it.each([
    ['is read-only', 'default_transaction_read_only', 'on'],
    ['cannot write a temporary file', 'temp_file_limit', "'1kB'"],
  ])('but not while the database %s', async (_, setting, value) => {
    await alter(`set ${setting} = ${value}`)
    expect(await ready()).toEqual({ status: 503, codes: ['database_unwritable'] })
    await alter(`reset ${setting}`)
    expect(await ready()).toEqual({ status: 503, codes: ['database_unwritable'] })
    now += 5000
    expect(await ready()).toEqual({ status: 200, codes: [] })
  })

  it('but not while a migration is missing', async () => {
    const [last] = await sql`
      delete from schema_migrations where created_at = (select max(created_at) from schema_migrations) returning *`
    expect(await ready()).toEqual({ status: 503, codes: ['schema_outdated'] })
    await sql`insert into schema_migrations ${sql(last ?? {})}`
  })

  it.each(['/data', '/data/storage'])(
    'but not while the disk of %s is full, and it still answers',
    async (folder) => {
      free = { [folder]: MIN_FREE_BYTES - 1 }
      expect(await ready()).toEqual({ status: 503, codes: ['disk_full'] })
      expect((await app.inject('/health/live')).statusCode).toBe(200)
    },
  )

  it.each([60_000, -60_000])('while its clock is %d ms ahead, with one warning an hour', async (ahead) => {
    now += 3_600_000
    warnings.length = 0
    for (let times = 0; times < 3; times += 1) {
      now += 5000
      aheadMs = ahead
      expect(await ready()).toEqual({ status: 200, codes: [] })
    }
    expect(warnings).toEqual([{ aheadMs: ahead }])
  })

  it.each([60_001, -60_001])('but not while its clock is %d ms ahead', async (ahead) => {
    aheadMs = ahead
    expect(await ready()).toEqual({ status: 503, codes: ['clock_wrong'] })
  })

  it('says so for five seconds before it looks again', async () => {
    expect((await ready()).status).toBe(200)
    free = { '/data': 0 }
    now += 4999
    expect((await ready()).status).toBe(200)
    now += 1
    expect((await ready()).status).toBe(503)
  })
})

it('the space of a node without a data folder is not known', async () => {
  expect(await readDiskSpace('/nowhere/at/all')).toBeUndefined()
})

it('a node is ready while guests wait for its connections', async () => {
  const { runtimeUrl, db } = database
  const busy = createDatabase({ runtimeUrl, workload: 'guests', connections: 1, waitMs: 10 })
  const held = Promise.withResolvers<void>()
  const holder = busy.withConnection(() => held.promise)
  const clock = () => new Date(now)
  const find = createReadiness({
    db,
    guestDb: busy,
    dataDir: '/data',
    clock,
    log: app.log,
    readStatfs: statfsOf,
    readAheadMs: () => Promise.resolve(0),
  })
  expect(await find()).toEqual([])
  held.resolve()
  await holder
  await busy.close()
})
