import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeMethod, makeSite } from '../../../test/factories.ts'
import { lookInto } from '../../../test/look.ts'
import { makeWorld, openSession, type World } from '../../../test/world.ts'

let test: TestApp
let world: World
let sql: ReturnType<typeof lookInto>
beforeAll(async () => {
  test = await buildTestApp()
  world = await makeWorld(test)
  sql = lookInto(test.database)
})
afterAll(() => test.close())

const get = (url: string, token: string | undefined, headers: Record<string, string> = {}) =>
  test.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}`, ...headers } })

async function signIn(machineId: string, fields: object = {}) {
  const payload = { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156', machineId, ...fields }
  const response = await test.app.inject({ method: 'POST', url: '/api/checkin', payload })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

describe('GET /dashboard', () => {
  it('counts what the tables hold', async () => {
    const { db } = test.database
    const site = await makeSite(db, world.b.clientId)
    const method = await makeMethod(db, world.b.clientId, site.id)
    const start = test.clock.now
    const { checkOutToken } = await signIn(method.id, { lastName: 'Short' })
    await signIn(method.id, { lastName: 'Long', dependents: 1 })
    test.clock.now = new Date(start.getTime() + 30 * 60_000)
    await test.app.inject({
      method: 'POST',
      url: '/api/checkin/checkout',
      payload: { checkOutToken, time: test.clock.now.toISOString() },
    })
    const token = await openSession(test, {
      clientId: world.b.clientId,
      userId: world.b.userId,
      siteId: site.id,
      userType: 'Staff',
    })
    await sql`insert into access_entries (client_id, user_id, site_id, user_type) values (${world.b.clientId}, ${world.b.userId}, ${site.id}, 'Staff')`
    const response = await get(`/dashboard?site=${site.id}`, token)
    expect(response.json()).toMatchObject({
      on_site: { visits: 1, people: 2, overdue: 0 },
      check_ins: { count: 2, previous: 0 },
      median_stay_minutes: 30,
      refused: { banned: 0, high: 0, low: 0, failed_answer: 0 },
      sites: [{ id: site.id, visits: 1, people: 2 }],
    })
    test.clock.now = new Date(start.getTime() + 25 * 3_600_000)
    const later = await openSession(test, {
      clientId: world.b.clientId,
      userId: world.b.userId,
      siteId: site.id,
      userType: 'Staff',
    })
    expect((await get(`/dashboard?site=${site.id}`, later)).json()).toMatchObject({
      on_site: { overdue: 1 },
      check_ins: { count: 0, previous: 2 },
    })
  })
})
