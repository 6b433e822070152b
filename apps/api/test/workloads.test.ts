import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installationScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeClient, makeMethod, makeSite } from './factories.ts'
import { openSuperuserConnection } from './superuser.ts'

const CONNECTIONS = 2

let test: TestApp
let method: { id: string; key: string }
beforeAll(async () => {
  test = await buildTestApp({ connections: CONNECTIONS })
  const client = await makeClient(test.database.db)
  const site = await makeSite(test.database.db, client.id)
  method = await makeMethod(test.database.db, client.id, site.id)
})
afterAll(() => test.close())

/** Uses all connections of everything but guests until the work is done. */
async function withoutConnections<T>(work: () => Promise<T>): Promise<T> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const entered = Array.from({ length: CONNECTIONS }, () => Promise.withResolvers<void>())
  const held = entered.map(({ resolve }) =>
    withScope(test.database.db, installationScope(), async (tx) => {
      await tx.raw.unsafe('select 1')
      resolve()
      await released
    }),
  )
  await Promise.all(entered.map(({ promise }) => promise))
  try {
    return await work()
  } finally {
    release()
    await Promise.all(held)
  }
}

describe('while everything else has used up its connections', () => {
  it('a login is refused with the time to wait, and guests get in', async () => {
    const { app } = test
    await withoutConnections(async () => {
      const login = await app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: 'somebody@test.example', password: 'correct horse' },
      })
      expect(login.statusCode, login.body).toBe(503)
      expect(login.json()).toMatchObject({ code: 'unavailable' })
      expect(Number(login.headers['retry-after'])).toBeGreaterThan(0)

      const page = await app.inject({ url: `/api/checkin/machine-data?method=${method.key}` })
      expect(page.statusCode, page.body).toBe(200)
      const person = { firstName: 'Ana', lastName: 'Queue', mobile: '0491570156' }
      const questions = await app.inject({
        method: 'POST',
        url: '/api/checkin/user-data',
        payload: { id: method.id, ...person },
      })
      expect(questions.statusCode, questions.body).toBe(200)
      const checkIn = await app.inject({
        method: 'POST',
        url: '/api/checkin',
        payload: { ...person, machineId: method.id, draft: page.json<{ draft: string }>().draft },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
      expect(checkIn.statusCode, checkIn.body).toBe(200)
      const checkOut = await app.inject({
        method: 'POST',
        url: '/api/checkin/checkout',
        payload: {
          checkOutToken: checkIn.json<{ checkOutToken: string }>().checkOutToken,
          time: test.clock.now.toISOString(),
        },
      })
      expect(checkOut.statusCode, checkOut.body).toBe(200)
    })
    expect(await openSuperuserConnection(test.database)`select from visits`).toHaveLength(1)
  })
})
