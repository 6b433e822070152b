import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { DatabaseBusyError, isDatabaseUnavailable } from './query-errors.ts'
import { createDatabase, type DatabaseOptions } from './client.ts'
import { installationScope } from './scopes.ts'
import { type Transaction, withoutTenant, withScope } from './tenancy.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const scope = installationScope()
const ask = (tx: Pick<Transaction, 'execute'>) => tx.execute(sql`select 1 as one`)
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Whether the server process of a connection still exists. */
const isConnected = async (pid: number) => {
  const found = await withoutTenant(database.db, (tx) =>
    tx.execute(sql`select pid from pg_stat_activity where pid = ${pid}`),
  )
  return [...found].length > 0
}

function open(options: Partial<DatabaseOptions>) {
  const db = createDatabase({ runtimeUrl: database.runtimeUrl, connections: 1, ...options })
  return { db, [Symbol.asyncDispose]: () => db.close() }
}

describe('away is', () => {
  test('a server that refuses', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const address = closed.address()
    await new Promise((resolve) => closed.close(resolve))
    const runtimeUrl = new URL(database.runtimeUrl)
    runtimeUrl.port = String(typeof address === 'object' ? address?.port : 0)

    await using one = open({ runtimeUrl: runtimeUrl.href })
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(isDatabaseUnavailable(await failureOf(withScope(one.db, scope, ask)))).toBe(true)
      expect(isDatabaseUnavailable(await failureOf(withoutTenant(one.db, ask)))).toBe(true)
    }
  })

  test('a connection that is ended in the middle, and the next transaction works', async () => {
    await using one = open({})
    const admin = postgres(database.adminUrl, { max: 1 })
    for (let attempt = 0; attempt < 5; attempt++) {
      const error = await failureOf(
        withScope(one.db, scope, async (tx) => {
          const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
          await admin`select pg_terminate_backend(${row?.pid ?? 0})`
          await ask(tx)
        }),
      )
      expect(isDatabaseUnavailable(error)).toBe(true)
      expect([...(await withScope(one.db, scope, ask))]).toEqual([{ one: 1 }])
    }
    await admin.end()
  })

  test('a statement, a lock and an idle transaction that take too long', async () => {
    await using one = open({ statementTimeoutMs: 300, lockTimeoutMs: 100, idleInTransactionMs: 200 })
    expect(
      isDatabaseUnavailable(
        await failureOf(withScope(one.db, scope, (tx) => tx.execute(sql`select pg_sleep(5)`))),
      ),
    ).toBe(true)
    await withScope(database.db, scope, async (holder) => {
      await holder.execute(sql`select pg_advisory_xact_lock(1)`)
      const error = await failureOf(
        withScope(one.db, scope, (tx) => tx.execute(sql`select pg_advisory_xact_lock(1)`)),
      )
      expect(isDatabaseUnavailable(error)).toBe(true)
    })
    const idle = await failureOf(
      withScope(one.db, scope, async (tx) => {
        const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await expect.poll(() => isConnected(row?.pid ?? 0)).toBe(false)
        await ask(tx)
      }),
    )
    expect(isDatabaseUnavailable(idle)).toBe(true)
    expect([...(await withScope(one.db, scope, ask))]).toEqual([{ one: 1 }])
  })

  test('a connection whose packets are lost, and the next connection works', async () => {
    const server = new URL(database.runtimeUrl)
    const links: Socket[] = []
    let isBlackHole = false
    const proxy = createServer((near) => {
      const far = connect(Number(server.port), server.hostname)
      links.push(near, far)
      near.on('data', (chunk) => isBlackHole || far.write(chunk))
      far.on('data', (chunk) => isBlackHole || near.write(chunk))
      for (const link of [near, far])
        link.on('error', () => {}).on('close', () => (near.destroy(), far.destroy()))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => proxy.once('listening', resolve))
    const address = proxy.address()
    const runtimeUrl = new URL(server)
    runtimeUrl.port = String(typeof address === 'object' ? address?.port : 0)

    await using one = open({ runtimeUrl: runtimeUrl.href, statementTimeoutMs: 200, idleInTransactionMs: 200 })
    await withScope(one.db, scope, ask)
    isBlackHole = true
    expect(isDatabaseUnavailable(await failureOf(withScope(one.db, scope, ask)))).toBe(true)
    isBlackHole = false
    expect([...(await withScope(one.db, scope, ask))]).toEqual([{ one: 1 }])
    for (const link of links) link.destroy()
    await new Promise((resolve) => proxy.close(resolve))
  })

  test('a full pool: a waiting query fails in time, and the next one gets the freed connection', async () => {
    await using one = open({ waitMs: 1000 })
    const { promise: leave, resolve: letGo } = Promise.withResolvers<void>()
    const inside = withScope(one.db, scope, () => leave)
    const waiting = await failureOf(withScope(one.db, scope, ask))
    expect(waiting).toBeInstanceOf(DatabaseBusyError)
    expect(isDatabaseUnavailable(waiting)).toBe(true)
    const next = withScope(one.db, scope, ask)
    letGo()
    await inside
    expect([...(await next)]).toEqual([{ one: 1 }])
  })

  test('a server with no more room for connections, one that starts, a standby', () => {
    for (const code of ['53300', '57P01', '57P03', '08006', '25006', '40P01']) {
      expect(isDatabaseUnavailable(new Error('outer', { cause: serverError(code) }))).toBe(true)
    }
  })
})

test('an error of a statement does not count as an unavailable database', async () => {
  expect(
    isDatabaseUnavailable(
      await failureOf(withScope(database.db, scope, (tx) => tx.execute(sql`select nonsense`))),
    ),
  ).toBe(false)
  for (const code of ['23505', '42501', '22P02', '23514'])
    expect(isDatabaseUnavailable(serverError(code))).toBe(false)
  for (const other of [new Error('no'), new TypeError('fetch failed'), undefined, 'ECONNREFUSED']) {
    expect(isDatabaseUnavailable(other)).toBe(false)
  }
})

function serverError(code: string): Error {
  return Object.assign(Object.create(postgres.PostgresError.prototype) as Error, { code, message: code })
}
