import { describe, expect, it } from 'vitest'
import type { UserType } from '@gatehouse/validation/vocabulary'
import { makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'

const here = inWorld()
const { get, signIn } = here

describe('GET /board/sites', () => {
  it('answers the sites of the entries, all of the client, or all of the installation', async () => {
    const idsFor = async (token: string | undefined) =>
      (await get('/board/sites', token)).json().map(({ id }: { id: string }) => id)
    expect(await idsFor(here.world.tokens['board-only A'])).toEqual([here.world.a.siteId])
    expect(new Set(await idsFor(here.world.tokens['admin A']))).toEqual(
      new Set([here.world.a.siteId, here.world.a.otherSiteId]),
    )
    expect(await idsFor(here.world.tokens.site_admin)).toEqual(
      expect.arrayContaining([here.world.a.siteId, here.world.b.siteId, here.world.b.otherSiteId]),
    )
  })
  it('tells where the reader may start a muster', async () => {
    const rights = async (token: string | undefined) =>
      new Set(
        (await get('/board/sites', token))
          .json<{ can_start_muster: boolean }[]>()
          .map((site) => site.can_start_muster),
      )
    expect(await rights(here.world.tokens['board-only A'])).toEqual(new Set([false]))
    expect(await rights(here.world.tokens['admin A'])).toEqual(new Set([true]))
  })
  it('tells the client of each site to whom sees those of several', async () => {
    const clientsFor = async (token: string | undefined) =>
      new Set(
        (await get('/board/sites', token))
          .json<{ client_name: string | null }[]>()
          .map((site) => site.client_name),
      )
    expect((await clientsFor(here.world.tokens.site_admin)).size).toBeGreaterThan(1)
    expect(await clientsFor(here.world.tokens.site_admin)).not.toContain(null)
    expect(await clientsFor(here.world.tokens['admin A'])).toEqual(new Set([null]))
  })
  it('tells the zone of each site, in which its times are written', async () => {
    const { clientId } = here.world.b
    const perth = await makeSite(here.test.database.db, clientId, { timeZone: 'Australia/Perth' })
    const sites: { id: string; timeZone: string }[] = (
      await get('/board/sites', here.world.tokens['admin B'])
    ).json()
    expect(sites.find(({ id }) => id === perth.id)?.timeZone).toBe('Australia/Perth')
    expect(sites.find(({ id }) => id === here.world.b.siteId)?.timeZone).toBe('Australia/Sydney')
  })
})

describe('GET /board/{siteId}', () => {
  const board = (headers: Record<string, string> = {}) =>
    get(`/board/${here.world.a.siteId}`, here.world.tokens['board-only A'], headers)

  it('is empty before anybody came, and has an ETag', async () => {
    const response = await board()
    expect(response.json()).toEqual([])
    expect(response.headers['etag']).toMatch(/^"[\w-]+"$/)
  })
  it('shows a visitor as they gave themselves, and nobody of another client', async () => {
    const before = (await board()).headers['etag'] as string
    await signIn(here.world.a.method.id, { dependents: 2 })
    await signIn(here.world.b.method.id, { lastName: 'Canary' })
    const response = await board({ 'if-none-match': before })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual([
      {
        id: expect.any(String),
        firstName: 'Ana',
        lastName: 'Silva',
        role: null,
        empNo: null,
        checkedIn: true,
        logDate: here.test.clock.now.toISOString(),
        tel: '+61491570156',
        telMasked: false,
        phoneExt: null,
        hasPhoto: false,
        dependents: 2,
        host: null,
        kind: 'visitor',
      },
    ])
    for (const actor of ['staff A', 'manager A', 'admin A', 'board-only A'] as const) {
      for (const url of [
        '/board/sites',
        `/board/${here.world.a.siteId}`,
        `/board/out/${here.world.a.siteId}`,
        '/presence',
        '/dashboard',
      ]) {
        expect((await get(url, here.world.tokens[actor])).body).not.toContain('Canary')
      }
    }
  })
  it('answers 304 without a body while nothing changes', async () => {
    const { headers } = await board()
    const unchanged = await board({ 'if-none-match': String(headers['etag']) })
    expect(unchanged.statusCode).toBe(304)
    expect(unchanged.body).toBe('')
    const size = Object.entries(unchanged.headers).reduce(
      (sum, [name, value]) => sum + name.length + String(value).length + 4,
      0,
    )
    expect(size).toBeLessThanOrEqual(400)
  })
  it('loses whoever checks out', async () => {
    const { checkOutToken } = await signIn(here.world.a.method.id, { lastName: 'Leaver' })
    expect((await board()).body).toContain('Leaver')
    const payload = { checkOutToken, time: here.test.clock.now.toISOString() }
    await here.test.app.inject({ method: 'POST', url: '/api/checkin/checkout', payload })
    expect((await board()).body).not.toContain('Leaver')
  })
})

describe('GET /board/out/{siteId}', () => {
  it('shows the site’s own people who are away, only where the site says so', async () => {
    const { db } = here.test.database
    const site = await makeSite(db, here.world.a.clientId, { offlineUsers: true })
    const person = { firstName: 'Uma', lastName: 'Away', mobile: '+61491570158' }
    const user = await makeUser(db, here.test.passwords, here.world.a.clientId, {
      ...person,
      jobTitle: 'Rigger',
      employeeNumber: 'H-17',
      phoneExtension: '204',
      access: [{ siteId: site.id, userType: 'Staff' }],
    })
    const token = here.world.tokens['admin A']
    expect((await get(`/board/out/${site.id}`, token)).json()).toEqual([
      {
        id: user.id,
        firstName: 'Uma',
        lastName: 'Away',
        role: 'Rigger',
        empNo: 'H-17',
        checkedIn: false,
        logDate: null,
        tel: '+61491570158',
        telMasked: false,
        phoneExt: '204',
        hasPhoto: false,
        dependents: 0,
        host: null,
        kind: 'user',
      },
    ])
    await here.sql`update sites set offline_users = false where id = ${site.id}`
    expect((await get(`/board/out/${site.id}`, token)).json()).toEqual([])
  })
})

describe('a mobile', () => {
  it('of somebody on site is for every watcher of its board, of somebody away for the site’s managers and up', async () => {
    const { db } = here.test.database
    const { clientId } = here.world.a
    const site = await makeSite(db, clientId, { offlineUsers: true })
    const method = await makeMethod(db, clientId, site.id)
    await makeUser(db, here.test.passwords, clientId, {
      mobile: '+61491570159',
      access: [{ siteId: site.id, userType: 'Staff' }],
    })
    await signIn(method.id, { mobile: '0491570156' })
    const watch = async (userType: UserType) => {
      const user = await makeUser(db, here.test.passwords, clientId, {
        access: [{ siteId: site.id, userType }],
      })
      return openSession(here.test, { clientId, userId: user.id, siteId: site.id, userType })
    }
    const numbers = async (url: string, token: string | undefined) =>
      (await get(url, token))
        .json()
        .filter(({ tel }: { tel: string | null }) => tel !== null)
        .map(({ tel, telMasked }: { tel: string; telMasked: boolean }) => [tel, telMasked])
    for (const userType of ['Guest', 'Device', 'Staff', 'Manager'] as const) {
      const token = await watch(userType)
      expect(await numbers(`/board/${site.id}`, token), userType).toEqual([['+61491570156', false]])
      expect(await numbers(`/board/out/${site.id}`, token), userType).toEqual([
        userType === 'Manager' ? ['+61491570159', false] : ['••• 159', true],
      ])
    }
    const admin = here.world.tokens['admin A']
    expect(await numbers(`/board/out/${site.id}`, admin)).toEqual([['+61491570159', false]])
  })
})

it('lists people in one order, whoever they are and however their name is written', async () => {
  const { db } = here.test.database
  const { clientId } = here.world.a
  const site = await makeSite(db, clientId, { offlineUsers: true })
  const method = await makeMethod(db, clientId, site.id)
  const lastNames = ['Zhou', 'Øster', 'Đặng', 'álvarez', 'Łukasz', 'daly', 'Dvořák', 'de Vries', 'Dean']
  const sorted = ['álvarez', 'daly', 'Đặng', 'de Vries', 'Dean', 'Dvořák', 'Łukasz', 'Øster', 'Zhou']
  for (const lastName of lastNames) {
    await signIn(method.id, { lastName })
    await makeUser(db, here.test.passwords, clientId, {
      lastName,
      access: [{ siteId: site.id, userType: 'Staff' }],
    })
  }
  for (const url of [`/board/${site.id}`, `/board/out/${site.id}`]) {
    const people = (await get(url, here.world.tokens['admin A'])).json()
    expect(people.map(({ lastName }: { lastName: string }) => lastName)).toEqual(sorted)
  }
})

describe('GET /board/photo/{userId}', () => {
  it('answers 204 without a photo, the image with an ETag where there is one, and 304 for an unchanged one', async () => {
    const url = `/board/photo/${here.world.a.userId}`
    expect((await get(url, here.world.tokens['board-only A'])).statusCode).toBe(204)
    const key = await here.test.photos.save(here.world.a.clientId, here.world.a.userId, Buffer.from('webp'))
    await here.sql`update users set photo_key = ${key} where id = ${here.world.a.userId}`
    const image = await get(url, here.world.tokens['board-only A'])
    expect(image.statusCode).toBe(200)
    expect(image.headers['content-type']).toBe('image/webp')
    expect(image.headers['x-content-type-options']).toBe('nosniff')
    expect(image.body).toBe('webp')
    const unchanged = await get(url, here.world.tokens['board-only A'], {
      'if-none-match': String(image.headers['etag']),
    })
    expect(unchanged.statusCode).toBe(304)
  })
  it('is not there for an account that has ended or waits, unless the person is on site', async () => {
    const { db } = here.test.database
    const { clientId, siteId, method } = here.world.a
    const readers = ['board-only A', 'staff A', 'admin A'] as const
    for (const status of ['archived', 'pending', 'rejected', 'active'] as const) {
      const person = await makeUser(db, here.test.passwords, clientId, {
        status,
        access: [{ siteId, userType: 'Staff' }],
      })
      const statuses = () =>
        Promise.all(
          readers.map(
            async (reader) => (await get(`/board/photo/${person.id}`, here.world.tokens[reader])).statusCode,
          ),
        )
      const expected = status === 'active' ? 204 : 404
      expect(await statuses(), status).toEqual([expected, expected, expected])
      const lastName = `Onsite ${status}`
      await here.signIn(method.id, { lastName })
      await here.sql`
        update presence set user_id = ${person.id}, kind = 'user' where client_id = ${clientId} and last_name = ${lastName}`
      expect(await statuses(), `${status}, on site`).toEqual([204, 204, 204])
    }
  })
  it('is not there for somebody who shares no site with the person', async () => {
    const { db } = here.test.database
    const far = await makeUser(db, here.test.passwords, here.world.a.clientId, {
      access: [{ siteId: here.world.a.otherSiteId, userType: 'Staff' }],
    })
    expect((await get(`/board/photo/${far.id}`, here.world.tokens['staff A'])).statusCode).toBe(404)
  })
})
