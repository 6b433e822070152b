import { count, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { newId } from '../lib/ids.ts'
import { createDatabase } from './client.ts'
import { findLogin, findMethodById, findMethodByKey } from './tenant-lookups.ts'
import { clients } from './schema/clients.ts'
import { rateBuckets } from './schema/rate-limits.ts'
import { methodKeys, signInMethods } from './schema/sign-in-methods.ts'
import { sites } from './schema/sites.ts'
import { logins, users } from './schema/users.ts'
import { type ClientScope, clientScope, installationScope } from './scopes.ts'
import { type Transaction, withLookup, withoutTenant, withScope } from './tenancy.ts'

let database: TestDatabase
const a = newClient('A', 'AAAA')
const b = newClient('B', 'BBBB')

function newClient(name: string, key: string) {
  return { scope: clientScope(newId()), name, key, siteId: newId(), methodId: newId(), userId: newId() }
}

async function seed(tx: Transaction, { scope: { clientId }, name, key, siteId, methodId, userId }: typeof a) {
  await tx.insert(clients).values({ id: clientId, name, companyNo: name })
  await tx.insert(sites).values({ clientId, id: siteId, name: `Site of ${name}` })
  await tx
    .insert(signInMethods)
    .values({ clientId, id: methodId, siteId, type: 'qr', name: `Door of ${name}` })
  await tx.insert(methodKeys).values({ key, clientId, methodId })
  const emailKey = `${name.toLowerCase()}@example.org`
  await tx
    .insert(users)
    .values({ clientId, id: userId, email: emailKey, emailKey, firstName: name, lastName: name })
  await tx.insert(logins).values({ emailKey, clientId, userId })
}

beforeAll(async () => {
  database = await createTestDatabase()
  for (const client of [a, b]) {
    await withScope(database.db, client.scope, (tx) => seed(tx, client))
  }
})
afterAll(() => database.drop())

const siteNames = (tx: Transaction) => tx.select({ name: sites.name }).from(sites).orderBy(sites.name)

describe('a scope', () => {
  test('shows a client its own rows and no others', async () => {
    expect(await withScope(database.db, a.scope, siteNames)).toEqual([{ name: 'Site of A' }])
    expect(
      await withScope(database.db, a.scope, (tx) => tx.select({ id: clients.id }).from(clients)),
    ).toEqual([{ id: a.scope.clientId }])
    expect(
      await withScope(database.db, a.scope, (tx) => tx.select().from(sites).where(eq(sites.id, b.siteId))),
    ).toEqual([])
  })

  test('of the installation shows all', async () => {
    expect(await withScope(database.db, installationScope(), siteNames)).toEqual([
      { name: 'Site of A' },
      { name: 'Site of B' },
    ])
  })

  test('ends with its transaction', async () => {
    await using one = await onOneConnection()
    expect(await withScope(one.db, installationScope(), siteNames)).toHaveLength(2)
    expect(await withoutTenant(one.db, (shared) => shared.select().from(sites))).toEqual([])
    await expect(withScope(one.db, a.scope, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withoutTenant(one.db, (shared) => shared.select().from(sites))).toEqual([])
  })

  test('refuses a row of another client, written or moved', async () => {
    const foreign = { clientId: b.scope.clientId, id: newId(), name: 'Planted' }
    await expect(withScope(database.db, a.scope, (tx) => tx.insert(sites).values(foreign))).rejects.toThrow(
      /row-level security/,
    )
    await expect(
      withScope(database.db, a.scope, (tx) => tx.update(sites).set({ clientId: b.scope.clientId })),
    ).rejects.toThrow(/row-level security/)
    const changed = await withScope(database.db, a.scope, (tx) =>
      tx.update(sites).set({ name: 'Taken' }).where(eq(sites.id, b.siteId)).returning(),
    )
    expect(changed).toEqual([])
    expect(
      await withScope(database.db, a.scope, (tx) =>
        tx.delete(sites).where(eq(sites.id, b.siteId)).returning(),
      ),
    ).toEqual([])
  })

  test('refuses a reference into another client', async () => {
    await expect(
      withScope(database.db, a.scope, (tx) =>
        tx
          .insert(signInMethods)
          .values({ clientId: a.scope.clientId, id: newId(), siteId: b.siteId, type: 'qr', name: 'Tunnel' }),
      ),
    ).rejects.toThrow(/sign_in_methods_site_fkey/)
  })
})

describe('without a client', () => {
  test('there is no row of any, and none can be written', async () => {
    await withoutTenant(database.db, async (shared) => {
      for (const table of [clients, sites, users, logins, signInMethods, methodKeys]) {
        expect(await shared.select().from(table)).toEqual([])
      }
    })
    await expect(
      withoutTenant(database.db, (shared) =>
        shared.insert(sites).values({ clientId: a.scope.clientId, id: newId(), name: 'Planted' }),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  test('the limits are shared', async () => {
    await withoutTenant(database.db, (shared) =>
      shared.insert(rateBuckets).values({ key: 'k', tokens: 1.5, updatedAt: new Date(0) }),
    )
    expect(await withScope(database.db, a.scope, (tx) => tx.select().from(rateBuckets))).toMatchObject([
      { key: 'k', tokens: 1.5, updatedAt: new Date(0) },
    ])
  })
})

describe('a lookup', () => {
  test('finds whom it names', async () => {
    expect(await findMethodByKey(database.db, 'BBBB')).toEqual({ scope: b.scope, methodId: b.methodId })
    expect(await findMethodById(database.db, a.methodId)).toEqual({ scope: a.scope, methodId: a.methodId })
    expect(await findLogin(database.db, 'a@example.org')).toEqual({ scope: a.scope, userId: a.userId })
    expect(await findMethodByKey(database.db, 'CCCC')).toBeUndefined()
    expect(await findMethodById(database.db, newId())).toBeUndefined()
    expect(await findLogin(database.db, 'c@example.org')).toBeUndefined()
  })

  test('lists exactly one row of one directory', async () => {
    const listed = (lookup: Parameters<typeof withLookup>[1]) =>
      withLookup(database.db, lookup, async (tx) => ({
        keys: (await tx.select().from(methodKeys)).map(({ key }) => key),
        logins: (await tx.select().from(logins)).map(({ emailKey }) => emailKey),
        others: [
          ...(await tx.select().from(clients)),
          ...(await tx.select().from(users)),
          ...(await tx.select().from(signInMethods)),
        ],
      }))
    expect(await listed({ methodKey: 'AAAA' })).toEqual({ keys: ['AAAA'], logins: [], others: [] })
    expect(await listed({ methodId: b.methodId })).toEqual({ keys: ['BBBB'], logins: [], others: [] })
    expect(await listed({ emailKey: 'b@example.org' })).toEqual({
      keys: [],
      logins: ['b@example.org'],
      others: [],
    })
    expect(await listed({ emailKey: '%' })).toEqual({ keys: [], logins: [], others: [] })
    expect(await listed({ emailKey: '' })).toEqual({ keys: [], logins: [], others: [] })
  })

  test('cannot write', async () => {
    await expect(
      withLookup(database.db, { methodKey: 'AAAA' }, (tx) =>
        tx.update(methodKeys).set({ retiredAt: new Date() }),
      ),
    ).rejects.toThrow(/read-only/)
  })
})

describe('a nested call', () => {
  test('joins its own scope: what it wrote goes with the outer transaction', async () => {
    const id = newId()
    await expect(
      withScope(database.db, a.scope, async (outer) => {
        await withScope(outer, clientScope(a.scope.clientId), (tx) =>
          tx.insert(sites).values({ clientId: a.scope.clientId, id, name: 'Gone' }),
        )
        expect(await outer.select().from(sites).where(eq(sites.id, id))).toHaveLength(1)
        throw new Error('roll back')
      }),
    ).rejects.toThrow('roll back')
    expect(await withScope(database.db, a.scope, siteNames)).toEqual([{ name: 'Site of A' }])
  })

  test.each([
    ['another client', b.scope],
    ['the installation', installationScope()],
  ])('is refused the scope of %s', async (_, other) => {
    await expect(withScope(database.db, a.scope, (tx) => withScope(tx, other, siteNames))).rejects.toThrow(
      /keeps the scope/,
    )
  })

  test('undoes just its own part as a savepoint', async () => {
    await withScope(database.db, a.scope, async (tx) => {
      await expect(
        tx.transaction(async (inner) => {
          await withScope(inner, a.scope, (same) => same.update(sites).set({ name: 'Other' }))
          throw new Error('back')
        }),
      ).rejects.toThrow('back')
      expect(await siteNames(tx)).toEqual([{ name: 'Site of A' }])
    })
  })
})

test('one connection, a thousand transactions of two clients: no foreign row', async () => {
  await using one = await onOneConnection()
  const seen = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => {
      const client = index % 3 === 0 ? a : b
      return withScope(one.db, client.scope, async (tx) => {
        if (index % 7 === 0) await tx.execute(sql`select 1`)
        const rows = await siteNames(tx)
        if (index % 11 === 0) throw new Error('given up')
        return rows.length === 1 && rows[0]?.name === `Site of ${client.name}`
      }).catch((error: Error) => error.message === 'given up')
    }),
  )
  expect(seen).toHaveLength(1000)
  expect(seen.filter((isRight) => !isRight)).toEqual([])
})

test('a query that is not awaited does not reach the next transaction', async () => {
  await using one = await onOneConnection()
  const { promise: next, resolve: letRun } = Promise.withResolvers<void>()
  let late: Promise<unknown> = Promise.resolve()
  await withScope(one.db, a.scope, (tx) => {
    late = next.then(() => tx.select().from(sites))
    return Promise.resolve()
  })
  await withScope(one.db, b.scope, async (tx) => {
    letRun()
    await expect(late).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/transaction is over/) },
    })
    expect(await siteNames(tx)).toEqual([{ name: 'Site of B' }])
  })
})

test('reading only, isolation and plans reach the server, and end with the transaction', async () => {
  const modes = (tx: Transaction) =>
    tx.execute(
      sql`select current_setting('transaction_read_only') as read_only, current_setting('transaction_isolation') as isolation,
        current_setting('plan_cache_mode') as plans`,
    )
  const options = { readOnly: true, isolation: 'repeatable read', customPlans: true } as const
  expect([...(await withScope(database.db, a.scope, modes, options))]).toEqual([
    { read_only: 'on', isolation: 'repeatable read', plans: 'force_custom_plan' },
  ])
  expect([...(await withScope(database.db, a.scope, modes))]).toEqual([
    { read_only: 'off', isolation: 'read committed', plans: 'auto' },
  ])
})

test('an error says nothing of the values', async () => {
  const attempt = withScope(database.db, a.scope, (tx) =>
    tx.insert(users).values({
      clientId: a.scope.clientId,
      id: newId(),
      email: 'secret@example.org',
      emailKey: 'secret@example.org',
      firstName: 'Canary',
      lastName: 'Canary',
      status: sql`'nonsense'`,
    }),
  )
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  const told = `${String(error)} ${JSON.stringify(error)} ${JSON.stringify(Object.entries(error ?? {}))}`
  expect(told).toContain('users_status_check')
  expect(told).not.toMatch(/canary|secret/i)
})

test('counts are numbers and times are dates', async () => {
  const [row] = await withScope(database.db, a.scope, (tx) =>
    tx.select({ n: count(), at: sql<unknown>`max(${sites.createdAt})`.mapWith(sites.createdAt) }).from(sites),
  )
  expect(row?.n).toBe(1)
  expect(row?.at).toBeInstanceOf(Date)
  const raw = await withScope(database.db, a.scope, async (tx) => [...(await tx.raw`select 7::bigint as n`)])
  expect(raw).toEqual([{ n: 7 }])
  await expect(
    withScope(database.db, a.scope, (tx) => tx.raw`select 9007199254740993 as n`.execute()),
  ).rejects.toThrow(RangeError)
})

test('a scope is minted from a UUID only', () => {
  for (const text of ['', 'x', `${a.scope.clientId} `, "'; reset role; --"]) {
    expect(() => clientScope(text)).toThrow(RangeError)
  }
  const scope: ClientScope = clientScope(a.scope.clientId.toUpperCase())
  expect(scope.clientId).toBe(a.scope.clientId)
})

async function onOneConnection() {
  const db = createDatabase({ runtimeUrl: database.runtimeUrl, connections: 1, waitMs: 20_000 })
  return { db, [Symbol.asyncDispose]: () => db.close() }
}
