import { describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'

const here = inWorld()
const { get, signIn } = here

describe('GET /dashboard', () => {
  it('counts what the tables hold', async () => {
    const { db } = here.test.database
    const site = await makeSite(db, here.world.b.clientId)
    const method = await makeMethod(db, here.world.b.clientId, site.id)
    const start = here.test.clock.now
    const { checkOutToken } = await signIn(method.id, { lastName: 'Short' })
    await signIn(method.id, { lastName: 'Long', dependents: 1 })
    here.test.clock.now = new Date(start.getTime() + 30 * 60_000)
    await here.test.app.inject({
      method: 'POST',
      url: '/api/checkin/checkout',
      payload: { checkOutToken, time: here.test.clock.now.toISOString() },
    })
    const token = await openSession(here.test, {
      clientId: here.world.b.clientId,
      userId: here.world.b.userId,
      siteId: site.id,
      userType: 'Staff',
    })
    await here.sql`insert into access_entries (client_id, user_id, site_id, user_type) values (${here.world.b.clientId}, ${here.world.b.userId}, ${site.id}, 'Staff')`
    const response = await get(`/dashboard?site=${site.id}`, token)
    expect(response.json()).toMatchObject({
      on_site: { visits: 1, people: 2, overdue: 0 },
      check_ins: { count: 2, previous: 0 },
      refused: { banned: 0, high: 0, low: 0, failed_answer: 0 },
      sites: [{ id: site.id, visits: 1, people: 2 }],
      has_more_sites: false,
    })
    expect(Math.abs(response.json().median_stay_minutes - 30)).toBeLessThan(0.05 * 30)
    here.test.clock.now = new Date(start.getTime() + 25 * 3_600_000)
    const later = await openSession(here.test, {
      clientId: here.world.b.clientId,
      userId: here.world.b.userId,
      siteId: site.id,
      userType: 'Staff',
    })
    expect((await get(`/dashboard?site=${site.id}`, later)).json()).toMatchObject({
      on_site: { overdue: 1 },
      check_ins: { count: 0, previous: 2 },
    })
  })

  it('lists a hundred sites: those with most people, then others by name', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const names = Array.from({ length: 102 }, (_, number) => `Site ${number}`)
    const ids: string[] = []
    for (const name of names) ids.push((await makeSite(db, clientId, { name })).id)
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
    const token = await openSession(here.test, { clientId, userId, admin: true })
    const last = ids.at(-1) ?? ''
    const method = await makeMethod(db, clientId, last)
    await signIn(method.id, { dependents: 2 })
    const { sites, on_site, has_more_sites } = (await get('/dashboard', token)).json()
    expect(sites.map(({ name }: { name: string }) => name)).toEqual([...names.slice(0, 99), 'Site 101'])
    expect(sites.at(-1)).toMatchObject({ id: last, people: 3, visits: 1, overdue: 0 })
    expect({ on_site, has_more_sites }).toEqual({
      on_site: { visits: 1, people: 3, overdue: 0 },
      has_more_sites: true,
    })
    await here.sql`update sites set status = 'archived' where id = any(${ids.slice(0, 2)})`
    expect((await get('/dashboard', token)).json()).toMatchObject({ has_more_sites: false })
  })

  it('is empty where a person sees no site', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
    const token = await openSession(here.test, { clientId, userId, admin: true })
    expect((await get('/dashboard', token)).json()).toMatchObject({
      on_site: { visits: 0, people: 0, overdue: 0 },
      check_ins: { count: 0, previous: 0 },
      median_stay_minutes: null,
      sites: [],
    })
  })
})
