import type { Dashboard } from '@gatehouse/validation/endpoints/dashboard'
import { limits, serverLimits } from '@gatehouse/validation/limits'
import { describe, expect, it } from 'vitest'
import { makeClient, makeDevice, makeMethod, makeRole, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { openSession } from '../../../test/world.ts'
import { newId } from '../../lib/ids.ts'
import { READS_AT_ONCE, WAITING_READS } from './queries.ts'

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

  it('has a trend of the latest periods, as the records have them', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db, { timeZone: 'Australia/Sydney' })
    const site = await makeSite(db, clientId, { timeZone: 'Australia/Sydney' })
    const method = await makeMethod(db, clientId, site.id)
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
    const visit = async (from: Date, minutes: number | null, dependents = 0) => {
      here.test.clock.now = from
      const { checkOutToken } = await signIn(method.id, { lastName: from.toISOString(), dependents })
      if (minutes === null) return
      here.test.clock.now = new Date(from.getTime() + minutes * 60_000)
      const payload = { checkOutToken, time: here.test.clock.now.toISOString() }
      await here.test.app.inject({ method: 'POST', url: '/api/checkin/checkout', payload })
    }
    await visit(new Date('2026-10-02T01:00:00.000Z'), 30)
    await visit(new Date('2026-10-02T23:00:00.000Z'), 3 * 24 * 60)
    await visit(new Date('2026-10-03T01:30:00.000Z'), 120, 2)
    await visit(new Date('2026-10-05T01:00:00.000Z'), 10)
    const refusedAt = new Date('2026-10-04T03:00:00.000Z')
    await here.sql`
      insert into refused_attempts (client_id, id, site_id, method_id, kind, person_key, first_name, last_name, attempted_at, reason)
      values (${clientId}, ${newId(refusedAt)}, ${site.id}, ${method.id}, 'visitor', 'somebody', 'Ana', 'Silva', ${refusedAt}, 'banned')`
    await visit(new Date('2026-10-06T01:00:00.000Z'), null)
    here.test.clock.now = new Date('2026-10-06T02:07:00.000Z')
    const token = await openSession(here.test, { clientId, userId, admin: true })
    const trendOf = async (search: string) =>
      (await get(`/dashboard?${search}`, token)).json<Dashboard>().trend
    const days = await trendOf('period=day')
    expect(days.map(({ check_ins, refused }) => [check_ins, refused])).toEqual([
      [1, 0],
      [2, 0],
      [0, 0],
      [1, 1],
      [1, 0],
    ])
    // The second visit lasts for three days; the third one has two dependants.
    expect(days.map(({ people, overdue }) => [people, overdue])).toEqual([
      [0, 0],
      [4, 0],
      [1, 1],
      [1, 1],
      [1, 0],
    ])
    expect(days[0]?.median_stay_minutes).toBeGreaterThan(28)
    expect(days[2]?.median_stay_minutes).toBeNull()
    expect(await trendOf(`period=day&site=${site.id}`)).toEqual(days)
    expect(await trendOf('period=year')).toMatchObject([{ check_ins: 5, refused: 1, people: 1, overdue: 0 }])
    here.test.clock.now = new Date()
  })

  it('names the clients of sites to whom sees those of several', async () => {
    const { db } = here.test.database
    const { clientId } = here.world.a
    const clientsFor = async (rights: { siteAdmin?: boolean; admin?: boolean }) => {
      const { id: userId } = await makeUser(db, here.test.passwords, clientId, rights)
      const token = await openSession(here.test, { clientId, userId, ...rights })
      const { sites } = (await get('/dashboard', token)).json()
      return new Set(sites.map(({ client_name }: { client_name: string | null }) => client_name))
    }
    const all = await clientsFor({ siteAdmin: true })
    expect(all.size).toBeGreaterThan(1)
    expect(all).not.toContain(null)
    expect(await clientsFor({ admin: true })).toEqual(new Set([null]))
  })

  it('leaves charts over time out where they would read too many roll-ups', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const siteIds: string[] = []
    for (let number = 0; number < 25; number += 1) siteIds.push((await makeSite(db, clientId)).id)
    const access = siteIds.map((siteId) => ({ siteId, userType: 'Manager' as const }))
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { access })
    const manager = await openSession(here.test, { clientId, userId })
    const { id: adminId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
    const admin = await openSession(here.test, { clientId, userId: adminId, admin: true })
    const has = async (token: string, search: string) => {
      const { series, busiest_hours } = (await get(`/dashboard?${search}`, token)).json()
      return [series !== null, busiest_hours !== null]
    }
    expect(await has(manager, 'period=today')).toEqual([true, true])
    expect(await has(manager, 'period=week')).toEqual([false, false])
    expect(await has(manager, `period=year&site=${siteIds[0]}`)).toEqual([true, true])
    expect(await has(admin, 'period=year')).toEqual([true, true])
    // Four sites have few enough months, and too many hours.
    await here.sql`delete from access_entries where user_id = ${userId} and site_id in ${here.sql(siteIds.slice(4))}`
    expect(await has(manager, 'period=year')).toEqual([true, false])
  })

  it('has charts with the check-ins of its figures, by role and method where the sites can be compared', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db, { timeZone: 'Australia/Sydney' })
    const site = await makeSite(db, clientId, { name: 'Quay', timeZone: 'Australia/Perth' })
    const method = await makeMethod(db, clientId, site.id, { name: 'Gate' })
    const role = await makeRole(db, clientId, site.id, 'Driver')
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
    // A Friday, at four in the afternoon in Sydney and one in Perth.
    here.test.clock.now = new Date('2026-11-20T05:20:00.000Z')
    const open = () => openSession(here.test, { clientId, userId, admin: true })
    const token = await open()
    await signIn(method.id, { lastName: 'One' })
    const { checkOutToken } = await signIn(method.id, { lastName: 'Two' })
    here.test.clock.now = new Date('2026-11-20T05:27:00.000Z')
    await here.test.app.inject({
      method: 'POST',
      url: '/api/checkin/checkout',
      payload: { checkOutToken, time: here.test.clock.now.toISOString() },
    })
    const of = async (search: string, reader = token) => (await get(`/dashboard?${search}`, reader)).json()
    const all = await of('period=day')
    expect(all.series).toHaveLength(25)
    expect(all.series.at(-1)).toEqual({
      from: '2026-11-20T05:00:00.000Z',
      to: '2026-11-20T06:00:00.000Z',
      visitors: 2,
      staff: 0,
      previous: 0,
      previous_from: '2026-11-19T05:00:00.000Z',
      previous_to: '2026-11-19T05:27:00.000Z',
    })
    expect(all).toMatchObject({
      busiest_hours: { from: all.from, hours: [{ weekday: 5, hour: 16, check_ins: 2 }] },
      by_site: [{ id: site.id, name: 'Quay', check_ins: 2 }],
      by_role: [{ id: role.id, name: 'Driver', check_ins: 2 }],
      by_method: [{ id: method.id, name: 'Gate', site: 'Quay', check_ins: 2 }],
    })
    expect(all.stays.filter(({ visits }: { visits: number }) => visits > 0)).toEqual([
      { range: '5m_10m', visits: 1 },
    ])
    expect((await of(`period=week&site=${site.id}`)).busiest_hours.hours).toEqual([
      { weekday: 5, hour: 13, check_ins: 2 },
    ])
    expect((await of('period=today')).series).toHaveLength(17)
    expect((await of('period=month')).series).toHaveLength(31)
    expect((await of('period=year')).series).toHaveLength(13)
    here.test.clock.now = new Date('2026-11-21T05:27:00.000Z')
    const next = await of('period=day', await open())
    expect(next.series.reduce((sum: number, { previous }: { previous: number }) => sum + previous, 0)).toBe(2)
    here.test.clock.now = new Date()
  })

  it('does not compare the sites of all clients, or very many of one', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true, siteAdmin: true })
    const siteAdmin = await openSession(here.test, { clientId, userId, admin: true, siteAdmin: true })
    const nothing = { by_site: null, by_role: null, by_method: null }
    expect((await get('/dashboard', siteAdmin)).json()).toMatchObject(nothing)
    expect((await get('/dashboard', siteAdmin, { 'x-client-id': clientId })).json().by_site).toEqual([])
    await here.sql`
      insert into sites (client_id, id, name, time_zone, region)
      select ${clientId}, gen_random_uuid(), 'Site ' || number, 'UTC', 'AU' from generate_series(1, ${serverLimits.comparedSites + 1}) number`
    expect((await get('/dashboard', siteAdmin, { 'x-client-id': clientId })).json()).toMatchObject(nothing)
  })

  it('lists the sites of all clients with most people', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const { id: userId } = await makeUser(db, here.test.passwords, clientId, { siteAdmin: true })
    const siteAdmin = await openSession(here.test, { clientId, userId, siteAdmin: true })
    const names: string[] = []
    for (let number = 0; number < limits.homeSites + 20; number += 1) {
      const name = `Depot ${String(number).padStart(3, '0')}`
      names.push(name)
      await makeSite(db, clientId, { name })
    }
    await here.sql`
      insert into presence (client_id, site_id, person_key, kind, first_name, last_name, visit_id, signed_in_at, dependents)
      select client_id, id, 'somebody', 'visitor', 'Ana', 'Silva', gen_random_uuid(), now(), case name when 'Depot 119' then 4 else 1 end
      from sites where client_id = ${clientId}`
    const home = async () => (await get('/dashboard', siteAdmin)).json<Dashboard>()
    const all = await home()
    expect(all.sites.map(({ name }) => name)).toEqual([...names.slice(0, limits.homeSites - 1), 'Depot 119'])
    expect(all.has_more_sites).toBe(true)
    await here.sql`delete from presence where client_id = ${clientId}`
    expect(all.on_site.visits - (await home()).on_site.visits).toBe(names.length)
  })

  it('counts devices as the list of methods does, and accounts to approve for those who may', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const { id: siteId } = await makeSite(db, clientId)
    const { id: otherId } = await makeSite(db, clientId)
    const deviceAt = async (at: string, state: string) => {
      const { id } = await makeMethod(db, clientId, at, { type: 'device' })
      await makeDevice(db, clientId, id)
      if (state === 'offline') await here.sql`update devices set connection_id = null where method_id = ${id}`
      if (state === 'warning')
        await here.sql`update devices set low_pressure_since = now() where method_id = ${id}`
      if (state === 'retired') await here.sql`update sign_in_methods set retired_at = now() where id = ${id}`
    }
    for (const state of ['online', 'warning', 'offline', 'retired']) await deviceAt(siteId, state)
    await deviceAt(otherId, 'offline')
    const person = async (fields: object) => {
      const { id: userId } = await makeUser(db, here.test.passwords, clientId, fields)
      return openSession(here.test, { clientId, userId, ...fields })
    }
    const at = (userType: 'Staff' | 'Manager') => ({ access: [{ siteId, userType }] })
    await makeUser(db, here.test.passwords, clientId, { status: 'pending', ...at('Staff') })
    const admin = await person({ admin: true })
    const approver = await person({ approvalAccess: true, ...at('Manager') })
    const manager = await person(at('Manager'))
    const staff = await person({ approvalAccess: true, ...at('Staff') })
    const countsOf = async (token: string, search = '') => {
      const { devices, pending_users } = (await get(`/dashboard${search}`, token)).json()
      return { ...devices, pending_users }
    }
    expect(await countsOf(admin)).toEqual({
      total: 4,
      online: 2,
      offline: 2,
      low_pressure: 1,
      pending_users: 1,
    })
    const ofSite = { total: 3, online: 2, offline: 1, low_pressure: 1 }
    expect(await countsOf(admin, `?site=${siteId}`)).toEqual({ ...ofSite, pending_users: 1 })
    expect(await countsOf(approver)).toEqual({ ...ofSite, pending_users: 1 })
    expect(await countsOf(manager)).toEqual({ ...ofSite, pending_users: 0 })
    expect(await countsOf(staff)).toEqual({ ...ofSite, pending_users: 0 })
    for (const status of ['online', 'offline', 'low_pressure'] as const) {
      const { total } = (await get(`/sign-in-methods?status=${status}`, admin)).json()
      expect(total, status).toBe({ online: 2, offline: 2, low_pressure: 1 }[status])
    }
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
      trend: [],
      sites: [],
    })
  })

  it('refuses a flood of one person, who has so many waiting at most, and reads for another one of the client', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const openAdmin = async () => {
      const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
      return openSession(here.test, { clientId, userId, admin: true })
    }
    const [flooding, other] = [await openAdmin(), await openAdmin()]
    const refused = Promise.withResolvers<void>()
    const served = READS_AT_ONCE + WAITING_READS
    const asked = served + 20
    let toRefuse = asked - served
    const flood: Promise<number>[] = []
    const reads: ReturnType<typeof get>[] = []
    await here.sql.begin(async (sql) => {
      // The lock blocks all reads of Home: some run, some wait, and the others are refused.
      await sql`lock table presence in access exclusive mode`
      for (let number = 0; number < asked; number += 1)
        flood.push(
          get('/dashboard', flooding).then(({ statusCode }) => {
            if (statusCode === 503 && --toRefuse === 0) refused.resolve()
            return statusCode
          }),
        )
      await refused.promise
      reads.push(get('/dashboard', other))
    })
    expect((await reads[0])?.statusCode).toBe(200)
    const statuses = await Promise.all(flood)
    expect(statuses.filter((status) => status === 200)).toHaveLength(served)
    expect(statuses.filter((status) => status === 503)).toHaveLength(asked - served)
  })
})
