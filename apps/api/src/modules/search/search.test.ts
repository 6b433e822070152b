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
