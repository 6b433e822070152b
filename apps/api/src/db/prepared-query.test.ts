import { and, asc, eq, gte } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { makeClient, makeMethod, makeSite } from '../../test/factories.ts'
import { openSuperuserConnection } from '../../test/superuser.ts'
import { newId } from '../lib/ids.ts'
import { refusedAttempts } from './schema/refused-attempts.ts'
import { sites } from './schema/sites.ts'
import { clientScope } from './scopes.ts'
import { type Placeholders, pick, preparedQuery } from './prepared-query.ts'
import { type Transaction, withScope } from './tenancy.ts'

let database: TestDatabase
let sql: ReturnType<typeof openSuperuserConnection>
let client: { id: string }
let site: { id: string }
beforeAll(async () => {
  database = await createTestDatabase()
  sql = openSuperuserConnection(database)
  client = await makeClient(database.db)
  site = await makeSite(database.db, client.id, { name: 'The Boathouse', lowTemperature: 34.5 })
})
afterAll(() => database.drop())

const within = <T>(work: (tx: Transaction) => Promise<T>, clientId = client.id) =>
  withScope(database.db, clientScope(clientId), work)

describe('a select', () => {
  let builds = 0
  const selectSites = preparedQuery((db, { clientId, since }: Placeholders<'clientId' | 'since'>) => {
    builds += 1
    return db
      .select({ site: { name: sites.name, low: sites.lowTemperature }, at: sites.createdAt })
      .from(sites)
      .where(and(eq(sites.clientId, clientId), gte(sites.createdAt, since)))
      .orderBy(asc(sites.id))
  })

  test('returns what drizzle returns, is built once, and sees the rows of its transaction’s client', async () => {
    const since = new Date(Date.now() - 3_600_000)
    for (let times = 0; times < 3; times += 1) {
      const rows = await within((tx) => selectSites(tx, { clientId: client.id, since }))
      expect(rows).toEqual([{ site: { name: 'The Boathouse', low: 34.5 }, at: expect.any(Date) }])
    }
    const other = await makeClient(database.db)
    expect(await within((tx) => selectSites(tx, { clientId: client.id, since }), other.id)).toEqual([])
    expect(builds).toBe(1)
  })
  test('knows times in a condition', async () => {
    const since = new Date(Date.now() + 3_600_000)
    expect(await within((tx) => selectSites(tx, { clientId: client.id, since }))).toEqual([])
  })
  test('fails at once where a value is missing', async () => {
    const since = undefined
    await expect(within((tx) => selectSites(tx, { clientId: client.id, since }))).rejects.toThrow('"since"')
  })
  test('is not sent once the transaction is over', async () => {
    const kept = await within(async (tx) => tx)
    const late = selectSites(kept, { clientId: client.id, since: new Date() })
    await expect(late).rejects.toMatchObject({ cause: { message: expect.stringContaining('is over') } })
  })
})

test('an insert writes nulls, times, decimals and JSON as their columns do, and leaves the rest to its defaults', async () => {
  const columns = [
    'clientId',
    'id',
    'siteId',
    'methodId',
    'reason',
    'kind',
    'userId',
    'personKey',
    'firstName',
    'lastName',
    'answers',
    'temperature',
    'attemptedAt',
  ] as const
  const insert = preparedQuery((db, row: Placeholders<(typeof columns)[number]>) =>
    db.insert(refusedAttempts).values(pick(row, columns)),
  )
  const method = await makeMethod(database.db, client.id, site.id)
  const now = new Date()
  const row = {
    clientId: client.id,
    siteId: site.id,
    methodId: method.id,
    reason: 'high',
    kind: 'visitor',
    userId: null,
    personKey: 'p',
    firstName: "O'Neil; --",
    lastName: '王',
    attemptedAt: now,
  }
  await within(async (tx) => {
    await insert(tx, { ...row, id: newId(now), answers: [], temperature: null })
    await insert(tx, { ...row, id: newId(now), answers: [{ question_id: 'é' }], temperature: 38.4 })
  })
  const rows = await sql`select * from refused_attempts order by id`
  expect(rows).toMatchObject([
    {
      temperature: null,
      answers: [],
      user_id: null,
      mobile: '',
      attempted_at: now,
      first_name: "O'Neil; --",
    },
    { temperature: '38.4', answers: [{ question_id: 'é' }], last_name: '王' },
  ])
})
