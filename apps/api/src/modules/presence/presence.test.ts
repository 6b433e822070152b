import { describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeRole, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { newId } from '../../lib/ids.ts'
import { openSession } from '../../../test/world.ts'

const here = inWorld()
const { get, signIn } = here

/** Another admin of the client, for a session that begins when the test does. */
const adminOf = async (clientId: string) =>
  (await makeUser(here.test.database.db, here.test.passwords, clientId, { admin: true })).id

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
  it('counts refusals since the midnight of each site, at all sites and at one', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db, { enabled: true })
    // 13:30 in UTC is after midnight in Sydney and before it in Perth.
    const now = new Date('2026-11-20T13:30:00Z')
    const before = here.test.clock.now
    const refuse = (siteId: string, at: Date) => here.sql`
      insert into refused_attempts (client_id, id, site_id, kind, person_key, first_name, last_name, mobile, reason, attempted_at)
      values (${clientId}, ${newId(at)}, ${siteId}, 'visitor', 'key', 'Ana', 'Silva', '', 'banned', ${at.toISOString()})`
    const sydney = await makeSite(db, clientId, { timeZone: 'Australia/Sydney' })
    const perth = await makeSite(db, clientId, { timeZone: 'Australia/Perth' })
    const archived = await makeSite(db, clientId, { timeZone: 'Australia/Perth', status: 'archived' })
    for (const { id } of [sydney, perth, archived]) {
      await refuse(id, new Date('2026-11-19T13:00:00Z'))
      await refuse(id, new Date('2026-11-20T12:59:59Z'))
      await refuse(id, new Date('2026-11-20T13:00:00Z'))
    }
    here.test.clock.now = now
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
    const admin = await openSession(here.test, { clientId, userId, admin: true })
    const refused = async (query: string) => (await get(`/presence${query}`, admin)).json().refused_today
    expect(await refused('')).toBe(1 + 2)
    expect(await refused(`?site=${sydney.id}`)).toBe(1)
    expect(await refused(`?site=${perth.id}`)).toBe(2)
    here.test.clock.now = before
  })
  it('pages, counts visits and people, filters, sorts and searches', async () => {
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
      mobile_masked: false,
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
    expect(seen.items.map(({ state }: { state: string }) => state)).toEqual([
      'on_site',
      'overdue',
      'overdue',
      'overdue',
    ])
  })
  it('filters by a role of that name at whichever site, also who is checked out by the filter', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db, { enabled: true })
    const other = await makeClient(db)
    const roles: string[] = []
    for (const [place, name] of [
      ['North', 'Crew'],
      ['South', 'Crew'],
      ['East', 'Artist'],
    ] as const) {
      const site = await makeSite(db, clientId, { name: place })
      const method = await makeMethod(db, clientId, site.id)
      roles.push((await makeRole(db, clientId, site.id, name)).id)
      await signIn(method.id, { lastName: place })
    }
    const foreign = await makeRole(db, other.id, (await makeSite(db, other.id)).id, 'Crew')
    const admin = await openSession(here.test, { clientId, userId: await adminOf(clientId), admin: true })
    const list = async (query: string) => (await get(`/presence?sort=site asc&${query}`, admin)).json()
    const names = async (query: string) => {
      const { items, total } = await list(query)
      return [total, ...items.map(({ last_name }: { last_name: string }) => last_name)]
    }
    const [crew = '', , artist = ''] = roles
    expect(await names(`role=${crew}`)).toEqual([2, 'North', 'South'])
    expect(await names(`role=${artist}`)).toEqual([1, 'East'])
    expect(await names(`role=${foreign.id}`)).toEqual([0])
    await here.sql`update visitor_roles set name = 'Performer' where id = ${artist}`
    expect(await names(`role=${artist}`)).toEqual([1, 'East'])
    expect((await get('/presence?role=Crew', admin)).statusCode).toBe(400)
    const left = await call(
      here.test,
      'POST',
      '/presence/check-out',
      { matching: { role: crew }, reason: 'Closing' },
      { token: admin },
    )
    expect(left.body).toMatchObject({ done: 2 })
    expect(await names('')).toEqual([1, 'East'])
  })
  it('shows the numbers of people on site to the site’s staff, overdue ones too, and finds nobody elsewhere by theirs', async () => {
    const { db } = here.test.database
    const { clientId, userId } = here.world.a
    const site = await makeSite(db, clientId, { name: 'Numbers' })
    const elsewhere = await makeSite(db, clientId, { name: 'Elsewhere' })
    const door = await makeMethod(db, clientId, site.id)
    const otherDoor = await makeMethod(db, clientId, elsewhere.id)
    await signIn(door.id, { firstName: 'Ona', lastName: 'Here', mobile: '0491570313' })
    here.test.clock.now = new Date(here.test.clock.now.getTime() + 14 * 3_600_000)
    await signIn(otherDoor.id, { firstName: 'Ella', lastName: 'There', mobile: '0491571491' })
    const left = await signIn(door.id, { firstName: 'Lee', lastName: 'Left', mobile: '0491571804' })
    await here.test.app.inject({
      method: 'POST',
      url: '/api/checkin/checkout',
      payload: { checkOutToken: left.checkOutToken, time: here.test.clock.now.toISOString() },
    })
    await here.sql`insert into access_entries (client_id, user_id, site_id, user_type) values (${clientId}, ${userId}, ${site.id}, 'Staff')`
    const staff = await openSession(here.test, { clientId, userId, siteId: site.id, userType: 'Staff' })
    const admin = await openSession(here.test, { clientId, userId: await adminOf(clientId), admin: true })
    const found = async (search: string, token: string | undefined) =>
      (await get(`/presence?search=${encodeURIComponent(search)}`, token)).json()

    const own = await found('0491 570 313', staff)
    expect(own).toMatchObject({ total: 1, people: 1 })
    expect(own.items[0]).toMatchObject({
      last_name: 'Here',
      mobile: '+61491570313',
      mobile_masked: false,
      state: 'overdue',
    })
    for (const search of ['0491571491', '571491', '+61 491 571 804', '571804'])
      expect(await found(search, staff)).toMatchObject({ items: [], total: 0, people: 0 })
    expect(await found('+61491571491', admin)).toMatchObject({ total: 1 })
    expect(await found('0491571804', admin)).toMatchObject({ total: 0 })
  })
  it('searches and sorts names as people spell them', async () => {
    const { db } = here.test.database
    const site = await makeSite(db, here.world.a.clientId, { name: 'Names' })
    const method = await makeMethod(db, here.world.a.clientId, site.id)
    const lastNames = ['Zhou', 'Øster', 'Dvořák', 'Đặng', 'álvarez', "O'Brien", 'Łukasz', 'Nguyễn', 'Daly']
    for (const lastName of lastNames) await signIn(method.id, { lastName })
    const { clientId } = here.world.a
    const admin = await openSession(here.test, { clientId, userId: await adminOf(clientId), admin: true })
    const list = async (query: string) =>
      (await get(`/presence?site=${site.id}&${query}`, admin))
        .json()
        .items.map(({ last_name }: { last_name: string }) => last_name)
    const sorted = ['álvarez', 'Daly', 'Đặng', 'Dvořák', 'Łukasz', 'Nguyễn', "O'Brien", 'Øster', 'Zhou']
    expect(await list('sort=name asc')).toEqual(sorted)
    expect(await list('sort=name desc')).toEqual(sorted.toReversed())
    for (const [search, lastName] of [
      ['nguyen', 'Nguyễn'],
      ['NGUYE\u0302\u0303N', 'Nguyễn'],
      ['dang', 'Đặng'],
      ['lukasz ana', 'Łukasz'],
      ['Łukasz, Ana', 'Łukasz'],
      ['dvorak,ana', 'Dvořák'],
      ['ALVAREZ', 'álvarez'],
      ['o’brien', "O'Brien"],
      ['dvo\u200brak', 'Dvořák'],
    ] as const)
      expect(await list(`search=${encodeURIComponent(search)}`), search).toEqual([lastName])
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
