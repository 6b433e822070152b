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

describe('GET /presence', () => {
  it('pages, counts visits and people, filters, sorts, searches and masks', async () => {
    const { db } = test.database
    const site = await makeSite(db, world.a.clientId, { name: 'Paging' })
    const method = await makeMethod(db, world.a.clientId, site.id, { name: 'Gate 3' })
    for (const lastName of ['Alder', 'Birch', 'Cedar', '100%']) {
      await signIn(method.id, { lastName, dependents: lastName === 'Birch' ? 4 : 0 })
      test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    }
    const admin = world.tokens['admin A']
    const list = async (query: string) => (await get(`/presence?site=${site.id}&${query}`, admin)).json()
    const names = ({ items }: { items: { last_name: string }[] }) => items.map(({ last_name }) => last_name)

    const page = await list('per_page=2&page=2&sort=name desc')
    expect(names(page)).toEqual(['Alder', '100%'])
    expect(page).toMatchObject({ total: 4, people: 8, refused_today: 0 })
    expect(names(await list('sort=signed_in_at asc'))).toEqual(['Alder', 'Birch', 'Cedar', '100%'])
    expect(names(await list('search=ana ced'))).toEqual(['Cedar'])
    expect(names(await list('search=%25'))).toEqual(['100%'])
    expect(names(await list('search=_'))).toEqual([])
    expect(names(await list('state=overdue'))).toEqual([])
    expect((await list('')).items[0]).toMatchObject({
      method: 'Gate 3',
      mobile: '+61491570156',
      state: 'on_site',
    })
    test.clock.now = new Date(test.clock.now.getTime() + 13 * 3_600_000 - 90_000)
    const fresh = await openSession(test, {
      clientId: world.a.clientId,
      userId: world.a.userId,
      siteId: world.a.siteId,
      userType: 'Staff',
    })
    await sql`insert into access_entries (client_id, user_id, site_id, user_type) values (${world.a.clientId}, ${world.a.userId}, ${site.id}, 'Staff')`
    const seen = (await get(`/presence?site=${site.id}&sort=name asc`, fresh)).json()
    expect(seen.items.map(({ mobile }: { mobile: string }) => mobile)).toEqual(Array(4).fill('••• 156'))
    expect(seen.items.map(({ state }: { state: string }) => state)).toEqual([
      'on_site',
      'overdue',
      'overdue',
      'overdue',
    ])
  })
  it.each([
    'page=0',
    'page=x',
    'per_page=101',
    'sort=password asc',
    'sort=name sideways',
    'kind=robot',
    'site=1',
    'nonsense=1',
  ])('answers 400 for %s', async (query) => {
    const token = await openSession(test, {
      clientId: world.a.clientId,
      userId: world.a.userId,
      siteId: world.a.siteId,
      userType: 'Staff',
    })
    expect((await get(`/presence?${query}`, token)).statusCode).toBe(400)
  })
})
