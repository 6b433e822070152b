import { endpoints } from '@gatehouse/validation/endpoints/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installationScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeClient, makeMethod, makeSite, makeUser } from './factories.ts'
import { openSuperuserConnection } from './superuser.ts'
import { openSession } from './world.ts'

const CONNECTIONS = 2

let test: TestApp
let method: { id: string; key: string }
let token: string
beforeAll(async () => {
  test = await buildTestApp({ connections: CONNECTIONS, waitMs: 50 })
  const { db } = test.database
  const { id: clientId } = await makeClient(db)
  const site = await makeSite(db, clientId)
  method = await makeMethod(db, clientId, site.id, { type: 'kiosk' })
  const { id: userId } = await makeUser(db, test.passwords, clientId, { admin: true })
  token = await openSession(test, { clientId, userId, admin: true })
})
afterAll(() => test.close())

/** Takes all connections except those for guests until the work is done. */
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

const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
  const response = await test.app.inject({ method: 'POST', url: `/api${url}`, payload, headers })
  expect(response.statusCode, `${url} ${response.body}`).toBe(200)
  return response
}

/**
 * What a signed-in person reads: Home, lists, boards, exports, and everything else read by a GET.
 */
const staffReads = Object.values(endpoints).filter(
  (endpoint) => endpoint.method === 'GET' && endpoint.access !== 'public',
)

describe('while everything else has used up its connections', () => {
  it.each(staffReads.map(({ path }) => path))('GET %s is refused with the time to wait', async (path) => {
    await withoutConnections(async () => {
      const response = await test.app.inject({
        url: `/api${path.replaceAll(/:\w+/g, method.id)}`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(response.statusCode, response.body).toBe(503)
      expect(response.json()).toMatchObject({ code: 'unavailable' })
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    })
  })

  it('a login is refused with the time to wait', async () => {
    await withoutConnections(async () => {
      const login = await test.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: 'somebody@test.example', password: 'correct horse' },
      })
      expect(login.statusCode, login.body).toBe(503)
      expect(login.json()).toMatchObject({ code: 'unavailable' })
      expect(Number(login.headers['retry-after'])).toBeGreaterThan(0)
    })
  })

  it('guests get in, are found at a kiosk, and leave', async () => {
    await withoutConnections(async () => {
      const page = await test.app.inject({ url: `/api/checkin/machine-data?method=${method.key}` })
      expect(page.statusCode, page.body).toBe(200)
      const { draft } = page.json<{ draft: string }>()
      const name = { firstName: 'Ana', lastName: 'Queue' }
      const person = { ...name, mobile: '0491570156' }
      await post('/checkin/user-data', { id: method.id, ...person })
      await post('/checkin/kiosk-report', { machineId: method.id, waiting: 0 })
      const key = { 'idempotency-key': crypto.randomUUID() }
      const checkIn = await post('/checkin', { ...person, machineId: method.id, draft }, key)
      const found = await post('/checkin/own-visit', { ...name, mobileEnding: '156', machineId: method.id })
      expect(found.json().visits).toHaveLength(1)
      await post('/checkin/checkout', {
        checkOutToken: checkIn.json<{ checkOutToken: string }>().checkOutToken,
        time: test.clock.now.toISOString(),
      })
    })
    expect(await openSuperuserConnection(test.database)`select from visits`).toHaveLength(1)
  })
})
