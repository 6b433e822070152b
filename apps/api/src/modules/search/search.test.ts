import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import type { ActorName } from '../../../test/world.ts'

const here = inWorld()

interface Found {
  kind: string
  id: string
  name: string
  detail: string
}

const found = async (search: string, actor: ActorName = 'admin A'): Promise<Found[]> => {
  const url = `/search?search=${encodeURIComponent(search)}`
  const response = await here.get(url, here.world.tokens[actor])
  expect(response.statusCode, response.body).toBe(200)
  return response.json().items
}
const kindsOf = (items: Found[]) => items.map(({ kind }) => kind)

beforeAll(async () => {
  const { test, world } = here
  const { db } = test.database
  for (const { clientId, siteId, otherSiteId } of [world.a, world.b]) {
    await makeSite(db, clientId, { name: 'Zürich Lake Hall', address: 'Quay 1' })
    await makeSite(db, clientId, { name: 'Zürich Archive', status: 'archived' })
    await makeMethod(db, clientId, siteId, { name: 'Zürich door' })
    await makeMethod(db, clientId, siteId, { name: 'Zürich old door', retiredAt: new Date() })
    const person = { firstName: 'Zoë', lastName: 'Zürich' }
    const access = (site: string) => [{ siteId: site, userType: 'Staff' as const }]
    await makeUser(db, test.passwords, clientId, { ...person, access: access(siteId) })
    await makeUser(db, test.passwords, clientId, { ...person, access: access(otherSiteId) })
    await makeUser(db, test.passwords, clientId, { ...person, status: 'archived' })
  }
  await makeClient(db, { name: 'Zürich Venues', companyNo: 'ZV 77' })
})

describe('a search over everything', () => {
  it('is not for people without the portal', async () => {
    expect((await here.get('/search?search=a', undefined)).statusCode).toBe(401)
    for (const actor of ['board-only A', 'guest-only A', 'pre-2FA session'] as const) {
      const { statusCode } = await here.get('/search?search=a', here.world.tokens[actor])
      expect(statusCode, actor).toBe(403)
    }
  })

  it.each(['/search?search=a&page=2', `/search?search=${'a'.repeat(101)}`])('refuses %s', async (url) => {
    expect((await here.get(url, here.world.tokens['admin A'])).statusCode).toBe(400)
  })

  it.each(['', '   '])('finds nothing for %j', async (search) => {
    expect(await found(search)).toEqual([])
  })

  it('finds what an admin’s own client has, without case and accents, and nothing archived or retired', async () => {
    const items = await found('ZURICH')
    expect(kindsOf(items)).toEqual(['user', 'user', 'site', 'sign_in_method'])
    expect(items.slice(2)).toMatchObject([
      { name: 'Zürich Lake Hall', detail: 'Quay 1' },
      { name: 'Zürich door', detail: expect.stringMatching(/^Site /) },
    ])
    expect(items[0]).toMatchObject({ name: 'Zoë Zürich', detail: expect.stringMatching(/@test\.example$/) })
    const owners = await here.sql`
      select distinct client_id from users where id in ${here.sql(items.slice(0, 2).map(({ id }) => id))}`
    expect(owners).toEqual([{ client_id: here.world.a.clientId }])
  })

  it('finds a method by its key and a person by email, where they may be seen', async () => {
    const { key, method_id: id } = (
      await here.sql<{ key: string; method_id: string }[]>`
        select key, method_id from method_keys
        join sign_in_methods m on m.client_id = method_keys.client_id and m.id = method_id and m.retired_at is null
        where method_keys.client_id = ${here.world.a.clientId} and method_keys.retired_at is null limit 1`
    )[0] ?? { key: '', method_id: '' }
    expect((await found(` ${key.toLowerCase()} `)).map((item) => item.id)).toContain(id)
    expect((await found(key, 'admin B')).map((item) => item.id)).not.toContain(id)
    const [person] = await found('ZURICH')
    expect((await found(person?.detail ?? '')).map((item) => item.id)).toEqual([person?.id])
    expect(await found(person?.detail ?? '', 'admin B')).toEqual([])
    expect(await found(person?.detail ?? '', 'staff A')).toEqual([])
  })

  it('needs every word', async () => {
    expect(kindsOf(await found('hall zurich'))).toEqual(['site'])
    expect(await found('hall zurich nowhere')).toEqual([])
    expect(await found('%')).toEqual([])
  })

  it('gives managers the people of their sites, and staff none', async () => {
    expect(kindsOf(await found('zurich', 'manager A'))).toEqual(['user', 'sign_in_method'])
    expect(kindsOf(await found('zurich', 'staff A'))).toEqual(['sign_in_method'])
  })

  it('gives managers their people in a crowd, wherever these are among the names', async () => {
    const { clientId, siteId, otherSiteId } = here.world.a
    await here.sql`
      with made as (
        insert into users (client_id, id, email, email_key, first_name, last_name, status)
        select ${clientId}, gen_random_uuid(), email, email, 'Kim', 'Crowd ' || number, 'active'
        from (select 'kim.' || number || '@crowd.example' as email, number from generate_series(1001, 2300) as number) as drawn
        returning id, last_name)
      insert into access_entries (client_id, user_id, site_id, user_type)
      select ${clientId}, id, case when last_name in ('Crowd 1500', 'Crowd 2100', 'Crowd 2200') then ${siteId}::uuid else ${otherSiteId}::uuid end, 'Staff'
      from made`
    const names = async (search: string) => (await found(search, 'manager A')).map(({ name }) => name)
    expect(await names('crowd')).toEqual(['Kim Crowd 1500', 'Kim Crowd 2100', 'Kim Crowd 2200'])
    expect(await names('crowd 2')).toEqual(['Kim Crowd 2100', 'Kim Crowd 2200'])
    expect(await names('crowd 1499')).toEqual([])
    await here.sql`
      update access_entries set site_id = ${siteId} where client_id = ${clientId} and user_id in (
        select id from users where client_id = ${clientId} and last_name between 'Crowd 1003' and 'Crowd 1010')`
    expect(await names('crowd')).toEqual(
      [1003, 1004, 1005, 1006, 1007].map((number) => `Kim Crowd ${number}`),
    )
  })

  it('gives a site admin all clients, by name and company number, and nobody else', async () => {
    expect(kindsOf(await found('zurich', 'site_admin'))).toEqual([
      ...Array.from({ length: 4 }, () => 'user'),
      'site',
      'site',
      'sign_in_method',
      'sign_in_method',
      'client',
    ])
    expect(await found('zv 77', 'site_admin')).toMatchObject([{ kind: 'client', detail: 'ZV 77' }])
    expect(await found('zv 77', 'admin A')).toEqual([])
  })

  it('gives a site admin who works inside a client what that one has', async () => {
    const headers = { 'x-client-id': here.world.a.clientId }
    const response = await here.get('/search?search=zurich', here.world.tokens['site_admin'], headers)
    expect(kindsOf(response.json().items)).toEqual(['user', 'user', 'site', 'sign_in_method'])
  })

  it('gives the first five of a kind, by name', async () => {
    const { db } = here.test.database
    for (const number of [6, 5, 4, 3, 2, 1, 10])
      await makeSite(db, here.world.b.clientId, { name: `Quarry ${number}` })
    expect((await found('quarry', 'admin B')).map(({ name }) => name)).toEqual(
      [1, 2, 3, 4, 5].map((number) => `Quarry ${number}`),
    )
  })
})

describe('a search for people at the sites', () => {
  interface Person extends Found {
    stay: { site_id: string; at: string; time_zone: string } | null
  }
  const people = async (search: string, actor: ActorName = 'admin A') =>
    ((await found(search, actor)) as Person[]).filter(({ kind }) => kind === 'present' || kind === 'left')
  const onSite = { lastName: 'Nguyễn', firstName: 'Quang', mobile: '0491570157' }
  const gone = { lastName: 'Østergård', firstName: 'Bo', mobile: '0491570110' }
  const leave = (checkOutToken: string) =>
    here.test.app.inject({
      method: 'POST',
      url: '/api/checkin/checkout',
      payload: { checkOutToken, time: here.test.clock.now.toISOString() },
    })
  const wait = (ms: number) => (here.test.clock.now = new Date(here.test.clock.now.getTime() + ms))

  let elsewhere: string
  beforeAll(async () => {
    const { db } = here.test.database
    const { a, b } = here.world
    elsewhere = (await makeMethod(db, a.clientId, a.otherSiteId)).id
    for (const method of [a.method.id, b.method.id, elsewhere]) {
      await here.signIn(method, onSite)
      const { checkOutToken } = await here.signIn(method, gone)
      wait(60_000)
      expect((await leave(checkOutToken)).statusCode).toBe(200)
    }
  })

  it.each(['admin B', 'site_admin'] as const)(
    'gives %s nobody of a client that is not theirs',
    async (actor) => {
      const sites = [here.world.a.siteId, here.world.a.otherSiteId]
      const isOfA = ({ stay }: Person) => sites.includes(stay?.site_id ?? '')
      // The administrator of the installation sees who is on site; the log is of one client.
      const expected = actor === 'site_admin' ? ['present', 'present'] : []
      for (const [search, kinds] of [
        ['nguyen', expected],
        ['0491 570 157', expected],
        ['ostergard', []],
        ['0491 570 110', []],
      ] as const)
        expect(kindsOf((await people(search, actor)).filter(isOfA)), search).toEqual(kinds)
    },
  )

  it.each(['staff A', 'manager A'] as const)('gives %s nobody of a site without access', async (actor) => {
    for (const search of ['nguyen', 'ostergard']) {
      const items = await people(search, actor)
      expect(
        items.map(({ stay }) => stay?.site_id),
        search,
      ).toEqual([here.world.a.siteId])
    }
  })

  it('finds a mobile only for those who may read it in full', async () => {
    // Everybody at a site reads the numbers of people on site; those of others are for managers.
    expect(kindsOf(await people('0491 570 157', 'staff A'))).toEqual(['present'])
    expect(await people('0491 570 110', 'staff A')).toEqual([])
    expect(await people('+61491570110', 'staff A')).toEqual([])
    expect(await people('110', 'staff A')).toEqual([])
    expect(kindsOf(await people('0491 570 110', 'manager A'))).toEqual(['left'])
    expect(kindsOf(await people('+61 491 570 110'))).toEqual(['left', 'left'])
  })

  it('says where and since when, in any spelling of the name, without a mobile', async () => {
    for (const search of ['QUANG NGUYEN', 'Nguyễn, Quang', 'nguyen'])
      expect(await people(search, 'staff A'), search).toEqual([
        {
          kind: 'present',
          id: expect.any(String),
          name: 'Quang Nguyễn',
          detail: expect.stringMatching(/^Site /),
          stay: { site_id: here.world.a.siteId, at: expect.any(String), time_zone: expect.any(String) },
        },
      ])
    const [left] = await people('oestergaard bo', 'staff A')
    expect(left).toMatchObject({ kind: 'left', name: 'Bo Østergård' })
    const visit = await here.sql`
      select from visits where id = ${left?.id ?? ''} and signed_out_at = ${left?.stay?.at ?? null}`
    expect(visit).toHaveLength(1)
  })

  it('forgets a departure when the person comes back, and when the day of the site is over', async () => {
    const { method } = here.world.a
    const returning = { lastName: 'Zubiri', firstName: 'Ane', mobile: '0491570156' }
    const { checkOutToken } = await here.signIn(method.id, returning)
    wait(60_000)
    await leave(checkOutToken)
    expect(kindsOf(await people('zubiri', 'staff A'))).toEqual(['left'])
    wait(60_000)
    const again = await here.signIn(method.id, returning)
    expect(kindsOf(await people('zubiri', 'staff A'))).toEqual(['present'])
    wait(60_000)
    await leave(again.checkOutToken)
    expect(kindsOf(await people('zubiri', 'staff A'))).toEqual(['left'])
    const { now } = here.test.clock
    wait(30 * 3_600_000)
    const token = await here.world.open('staff A')
    const response = await here.get('/search?search=zubiri', token)
    expect(response.json().items).toEqual([])
    here.test.clock.now = now
  })

  it('finds no one whose name was deleted', async () => {
    await here.sql`update visits set anonymised_at = now(), first_name = '', last_name = '', mobile = ''
      where client_id = ${here.world.b.clientId} and last_name = 'Østergård'`
    expect(await people('ostergard', 'admin B')).toEqual([])
  })

  it('gives the first five of each', async () => {
    for (let number = 0; number < 7; number += 1)
      await here.signIn(here.world.a.method.id, {
        firstName: 'Ivo',
        lastName: `Quill ${number}`,
        mobile: `049157${number}200`,
      })
    expect((await people('quill')).map(({ name }) => name)).toEqual(
      [0, 1, 2, 3, 4].map((number) => `Ivo Quill ${number}`),
    )
  })
})
