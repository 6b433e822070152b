import { describe, expect, it } from 'vitest'
import { makeMethod, makeSite } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'

const here = inWorld()
const { get, signIn } = here

describe('GET /presence', () => {
  it('tells its time in the zone of the one site, or of the client for several', async () => {
    const { db } = here.test.database
    const { clientId } = here.world.b
    await here.sql`update clients set time_zone = 'Australia/Adelaide' where id = ${clientId}`
    const perth = await makeSite(db, clientId, { timeZone: 'Australia/Perth' })
    const admin = here.world.tokens['admin B']
    const zoneOf = async (query: string) => (await get(`/presence${query}`, admin)).json().time_zone
    expect(await zoneOf(`?site=${perth.id}`)).toBe('Australia/Perth')
    expect(await zoneOf('')).toBe('Australia/Adelaide')
  })
  it('pages, counts visits and people, filters, sorts, searches and masks', async () => {
    const { db } = here.test.database
    const site = await makeSite(db, here.world.a.clientId, { name: 'Paging' })
    const method = await makeMethod(db, here.world.a.clientId, site.id, { name: 'Gate 3' })
    for (const lastName of ['Alder', 'Birch', 'Cedar', '100%']) {
      await signIn(method.id, { lastName, dependents: lastName === 'Birch' ? 4 : 0 })
      here.test.clock.now = new Date(here.test.clock.now.getTime() + 60_000)
    }
    const admin = here.world.tokens['admin A']
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
    here.test.clock.now = new Date(here.test.clock.now.getTime() + 13 * 3_600_000 - 90_000)
    const fresh = await openSession(here.test, {
      clientId: here.world.a.clientId,
      userId: here.world.a.userId,
      siteId: here.world.a.siteId,
      userType: 'Staff',
    })
    await here.sql`insert into access_entries (client_id, user_id, site_id, user_type) values (${here.world.a.clientId}, ${here.world.a.userId}, ${site.id}, 'Staff')`
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
    const token = await openSession(here.test, {
      clientId: here.world.a.clientId,
      userId: here.world.a.userId,
      siteId: here.world.a.siteId,
      userType: 'Staff',
    })
    expect((await get(`/presence?${query}`, token)).statusCode).toBe(400)
  })
})
