import { endpoints } from '@gatehouse/validation/endpoints/all'
import type { EndpointDeclaration } from '@gatehouse/validation/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admissionRule, createAdmission } from '../src/lib/admission.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeClient, makeMethod, makeSite, makeUser } from './factories.ts'
import { openSession } from './world.ts'

/** In so many steps the number of reads at once falls to none. */
const CLOSING_STEPS = 4

let test: TestApp
let siteId: string
let method: { id: string; key: string }
let token: string
/** The clock of the admission stands still, so that no check-in of a test takes time. */
let now = 0
const admission = createAdmission(() => now)
beforeAll(async () => {
  test = await buildTestApp({ admission })
  const { db } = test.database
  const { id: clientId } = await makeClient(db)
  siteId = (await makeSite(db, clientId)).id
  method = await makeMethod(db, clientId, siteId)
  const { id: userId } = await makeUser(db, test.passwords, clientId, { admin: true })
  token = await openSession(test, { clientId, userId, admin: true, siteAdmin: true })
})
afterAll(() => test.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  test.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

const checkIn = (lastName: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/checkin',
    headers: { 'idempotency-key': crypto.randomUUID() },
    payload: { firstName: 'Ana', lastName, mobile: '0491570156', machineId: method.id },
  })

/** While check-ins wait too long: as many as count are under way and do not end, and reads are refused. */
async function whileCheckInsWait<T>(work: () => Promise<T>): Promise<T> {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const waiting = Array.from({ length: admissionRule.fewest }, () => admission.checkIn(() => promise))
  try {
    for (let step = 0; step < CLOSING_STEPS; step += 1) {
      now += admissionRule.boundMs + admissionRule.stepMs
      // oxlint-disable-next-line no-await-in-loop -- each is a step
      await get('/dashboard')
    }
    return await work()
  } finally {
    end()
    await Promise.all(waiting)
    now += admissionRule.alone.forMs
  }
}

const all: EndpointDeclaration[] = Object.values(endpoints)
const yielding = all.filter(({ yieldsToCheckIns }) => yieldsToCheckIns)

it('what yields are the lists of staff but for who is on site, their exports, reports, Home and the search, and nothing that writes or that guests call', () => {
  expect(yielding.filter(({ method: verb, access }) => verb !== 'GET' || access === 'public')).toEqual([])
  const isWaitedFor = ({ path }: EndpointDeclaration) => path.startsWith('/presence')
  const implied = all.filter((one) => (one.list || one.response === 'csv') && !isWaitedFor(one))
  expect(implied.filter(({ yieldsToCheckIns }) => !yieldsToCheckIns)).toEqual([])
  const others = yielding.filter((endpoint) => !implied.includes(endpoint)).map(({ path }) => path)
  expect(others.sort()).toEqual([
    '/access-log',
    '/audit-log',
    '/dashboard',
    '/people',
    '/reports/contacts',
    '/reports/headcount',
    '/reports/hours',
    '/reports/roll',
    '/search',
    '/settings/retention/preview',
  ])
})

describe('while check-ins wait', () => {
  it('what staff read is refused with the time to come back, and a visitor signs in', async () => {
    await whileCheckInsWait(async () => {
      const signedIn = await checkIn('Queue')
      expect(signedIn.statusCode, signedIn.body).toBe(200)
      const answers = await Promise.all(
        ['/dashboard', '/users', '/access-log', '/search?search=ana', '/users/export'].map((path) =>
          get(path),
        ),
      )
      for (const { statusCode, headers, body } of answers) {
        expect(statusCode, body).toBe(503)
        expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
        expect(headers['retry-after']).toBe(String(admissionRule.retrySeconds))
      }
      const another = await checkIn('Turnstile')
      expect(another.statusCode, another.body).toBe(200)
    })
    const later = await get('/dashboard')
    expect(later.statusCode, later.body).toBe(200)
  })

  it('nobody waits who may not read', async () => {
    await whileCheckInsWait(async () => {
      const { statusCode } = await test.app.inject({ url: '/api/dashboard' })
      expect(statusCode).toBe(401)
    })
  })

  it('who is on site is read', async () => {
    await whileCheckInsWait(async () => {
      expect((await get('/presence')).statusCode).toBe(200)
    })
  })

  it('a board is read, and an unchanged one is known to be', async () => {
    await whileCheckInsWait(async () => {
      const board = await get(`/board/${siteId}`)
      expect(board.statusCode, board.body).toBe(200)
      const poll = await get(`/board/${siteId}`, { 'if-none-match': String(board.headers['etag']) })
      expect(poll.statusCode).toBe(304)
    })
  })
})
