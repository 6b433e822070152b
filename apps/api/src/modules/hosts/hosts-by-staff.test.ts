import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeBan, makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { newId } from '../../lib/ids.ts'

const here = inWorld()

let clientId: string
let siteId: string
let otherSiteId: string
/** Asks whom visitors come to see. */
let desk: { id: string }
/** Another way into the same site, which does not ask. */
let door: { id: string }
/** At a site where nobody is asked. */
let otherDoor: { id: string }

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId, { name: 'Quay' })).id
  otherSiteId = (await makeSite(db, clientId)).id
  desk = await makeMethod(db, clientId, siteId, { asksHost: true })
  door = await makeMethod(db, clientId, siteId)
  otherDoor = await makeMethod(db, clientId, otherSiteId)
})
beforeEach(() => here.sql`delete from rate_buckets`)

type UserFields = NonNullable<Parameters<typeof makeUser>[3]>
const makeHost = (fields: UserFields = {}, of = clientId) =>
  makeUser(here.test.database.db, here.test.passwords, of, {
    access: [{ siteId, userType: 'Staff' }],
    ...fields,
  })
async function member(access: NonNullable<UserFields['access']>, admin = false) {
  const { id: userId } = await makeHost({ access, admin })
  return openSession(here.test, { clientId, userId, admin })
}
const manager = () => member([{ siteId, userType: 'Manager' }])
const admin = () => member([], true)

const hostsOf = (query: Record<string, string>, token?: string) =>
  call(
    here.test,
    'GET',
    `/presence/hosts?${new URLSearchParams(query).toString()}`,
    undefined,
    token ? { token } : {},
  )
const namesOf = async (search: string, token: string, method = desk.id) => {
  const { status, body } = await hostsOf({ method, search }, token)
  expect(status).toBe(200)
  return (body['items'] as { name: string }[]).map(({ name }) => name)
}

let visitors = 0
const signIn = (body: object, token?: string, headers: Record<string, string> = {}) => {
  visitors += 1
  const last_name = `Visitor${String(visitors).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
  const visitor = { method: desk.id, first_name: 'Zoë', last_name, mobile: '0491570156' }
  return call(
    here.test,
    'POST',
    '/presence/sign-in',
    { ...visitor, ...body },
    { headers, ...(token !== undefined && { token }) },
  )
}
const hostRows = () => here.sql`
  select user_id, name from visit_hosts where client_id = ${clientId} order by signed_in_at, visit_id`
const tokenOf = (userId: string) => openSession(here.test, { clientId, userId })
async function bellOf(userId: string): Promise<Notification[]> {
  await here.test.tell()
  return (await here.get('/me/notifications', await tokenOf(userId))).json<Notification[]>()
}

describe('GET /presence/hosts', () => {
  it('is refused without a session, to staff, and at methods that one does not manage', async () => {
    expect((await hostsOf({ method: desk.id })).status).toBe(401)
    const staff = await member([{ siteId, userType: 'Staff' }])
    expect((await hostsOf({ method: desk.id }, staff)).status).toBe(403)
    const mixed = await member([
      { siteId, userType: 'Staff' },
      { siteId: otherSiteId, userType: 'Manager' },
    ])
    expect(await hostsOf({ method: desk.id }, mixed)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    const elsewhere = await member([{ siteId: otherSiteId, userType: 'Manager' }])
    expect((await hostsOf({ method: desk.id }, elsewhere)).status).toBe(404)
    const token = await admin()
    expect((await hostsOf({ method: here.world.b.method.id }, token)).status).toBe(404)
    expect((await hostsOf({ method: newId() }, token)).status).toBe(404)
    for (const query of [{}, { method: 'x' }, { method: desk.id, search: 'a'.repeat(101) }])
      expect((await hostsOf(query as Record<string, string>, token)).status).toBe(400)
  })

  it('lists the people who work at the site, with what tells two of one name apart', async () => {
    const { b } = here.world
    const lastName = 'Quillfeather'
    const named = (firstName: string, fields: UserFields = {}) => makeHost({ firstName, lastName, ...fields })
    const [staff] = [await named('Ada'), await named('Ada', { access: [{ siteId, userType: 'Manager' }] })]
    await named('Device', { access: [{ siteId, userType: 'Device' }] })
    await named('Elsewhere', { access: [{ siteId: otherSiteId, userType: 'Staff' }] })
    await named('Admin', { access: [], admin: true })
    await named('Archived', { status: 'archived' })
    await named('Pending', { status: 'pending' })
    await makeUser(here.test.database.db, here.test.passwords, b.clientId, {
      firstName: 'Foreign',
      lastName,
      access: [{ siteId: b.siteId, userType: 'Staff' }],
    })
    const { body } = await hostsOf({ method: desk.id, search: 'QUILL ada' }, await manager())
    const items = body['items'] as { id: string; name: string; email: string }[]
    expect(items.map(({ name }) => name)).toEqual(['Ada Quillfeather', 'Ada Quillfeather'])
    expect(new Set(items.map(({ email }) => email)).size).toBe(2)
    expect(items.map(({ id }) => id)).toContain(staff.id)
    expect(body).toMatchObject({ is_asked: true, has_more: false })
    expect(await namesOf('quillfeather', await admin())).toHaveLength(2)
  })

  it('says so where there are more than it lists', async () => {
    const { db } = here.test.database
    const busy = await makeSite(db, clientId)
    const gate = await makeMethod(db, clientId, busy.id, { asksHost: true })
    for (let number = 0; number < 51; number += 1)
      await makeHost({ lastName: 'Manypeople', access: [{ siteId: busy.id, userType: 'Staff' }] })
    const { body } = await hostsOf({ method: gate.id }, await admin())
    expect([(body['items'] as unknown[]).length, body['has_more']]).toEqual([50, true])
  })

  it('lists nobody where no method of the site that is in use asks', async () => {
    const { db } = here.test.database
    await makeHost({ lastName: 'Unasked', access: [{ siteId: otherSiteId, userType: 'Staff' }] })
    const closed = await makeMethod(db, clientId, otherSiteId, { asksHost: true, enabled: false })
    const retired = await makeMethod(db, clientId, otherSiteId, { asksHost: true })
    await here.sql`update sign_in_methods set retired_at = now() where id = ${retired.id}`
    const token = await admin()
    for (const method of [otherDoor.id, closed.id])
      expect((await hostsOf({ method }, token)).body).toEqual({ is_asked: false, items: [], has_more: false })
    await here.sql`update sign_in_methods set enabled = true where id = ${closed.id}`
    expect(await namesOf('unasked', token, otherDoor.id)).toHaveLength(1)
    await here.sql`delete from method_keys where method_id in (${closed.id}, ${retired.id})`
    await here.sql`delete from sign_in_methods where id in (${closed.id}, ${retired.id})`
  })
})

describe('a host whom staff name', () => {
  beforeEach(() => here.sql`delete from visit_hosts where client_id = ${clientId}`)

  it('works at the site, else the sign-in is refused and nothing is kept', async () => {
    const token = await admin()
    const { b } = here.world
    const foreign = await makeHost({ access: [{ siteId: b.siteId, userType: 'Staff' }] }, b.clientId)
    const elsewhere = await makeHost({ access: [{ siteId: otherSiteId, userType: 'Staff' }] })
    const left = await makeHost({ status: 'archived' })
    const screen = await makeHost({ access: [{ siteId, userType: 'Device' }] })
    const before = await here.sql`select id from visits where client_id = ${clientId}`
    for (const id of [foreign.id, elsewhere.id, left.id, screen.id, newId()])
      expect(await signIn({ host: { id, name: 'Ada' } }, token)).toMatchObject({
        status: 422,
        body: { code: 'unknown_host', field_codes: { host: 'host_unknown' } },
      })
    expect(await here.sql`select id from visits where client_id = ${clientId}`).toEqual(before)
    expect(await hostRows()).toEqual([])
    expect(await bellOf(elsewhere.id)).toEqual([])
  })

  it('is refused where it is no host at all', async () => {
    const token = await admin()
    for (const host of [
      'Ada',
      { id: 'x' },
      { name: 'a'.repeat(201) },
      { name: 1 },
      { name: 'Ada', ref: 'x' },
    ])
      expect((await signIn({ host }, token)).status, JSON.stringify(host)).toBe(400)
    const { id } = await makeHost()
    const staff = await member([{ siteId, userType: 'Staff' }])
    expect((await signIn({ host: { id } }, staff)).status).toBe(403)
    expect((await signIn({ host: { id } })).status).toBe(401)
    expect(await hostRows()).toEqual([])
  })

  it('is told as by a visitor, and stands in the list, the log and the record', async () => {
    const host = await makeHost({ firstName: 'Ada', lastName: 'Lindqvist' })
    const token = await manager()
    const { status, body } = await signIn({ host: { id: host.id, name: 'whoever' } }, token)
    expect([status, body['outcome']]).toEqual([200, 'signed_in'])
    const id = String(body['visit_id'])
    expect(await hostRows()).toEqual([{ user_id: host.id, name: '' }])
    const bell = await bellOf(host.id)
    expect(bell).toHaveLength(1)
    expect(bell[0]?.link).toBe('/my_visitors')
    const present = (await here.get('/presence?search=Visitor', token)).json()
    expect(present.items.find((one: { id: string }) => one.id === id)).toMatchObject({
      host: 'Ada Lindqvist',
    })
    expect((await here.get(`/access-log/${id}`, token)).json()).toMatchObject({
      host: 'Ada Lindqvist',
      host_answer: null,
    })
    const own = (await here.get('/me/visitors', await tokenOf(host.id))).json<{ id: string }[]>()
    expect(own.map((one) => one.id)).toEqual([id])
    const answered = await call(
      here.test,
      'PUT',
      `/me/visitors/${id}/answer`,
      { answer: 'on_my_way' },
      { token: await tokenOf(host.id) },
    )
    expect(answered.status).toBe(200)
    expect((await here.get(`/access-log/${id}`, token)).json()).toMatchObject({ host_answer: 'on_my_way' })
  })

  it('can be named by a method that does not ask, at a site where another one does', async () => {
    const host = await makeHost()
    expect((await signIn({ method: door.id, host: { id: host.id } }, await admin())).status).toBe(200)
    expect(await bellOf(host.id)).toHaveLength(1)
    // The visitor's own page goes by its method.
    const payload = { firstName: 'Zoë', lastName: 'Alone', mobile: '0491570156', machineId: door.id }
    const own = await call(here.test, 'POST', '/checkin', { ...payload, host: { name: 'Ada' } })
    expect(own.status).toBe(200)
    expect(await hostRows()).toEqual([{ user_id: host.id, name: '' }])
  })

  it('counts for nothing where no method of the site asks, and an empty name is none', async () => {
    const host = await makeHost({ access: [{ siteId: otherSiteId, userType: 'Staff' }] })
    const token = await admin()
    for (const body of [
      { method: otherDoor.id, host: { id: host.id } },
      { method: otherDoor.id, host: { name: 'Ada' } },
      { host: { name: ' ' } },
      { host: {} },
      { host: null },
      {},
    ])
      expect((await signIn(body, token)).status, JSON.stringify(body)).toBe(200)
    expect(await hostRows()).toEqual([])
    expect(await bellOf(host.id)).toEqual([])
  })

  it('that is only typed is kept for staff, and nobody is told', async () => {
    const host = await makeHost({ firstName: 'Ada', lastName: 'Typedonly' })
    const { body } = await signIn({ host: { name: ' Ada \u202e Typedonly ' } }, await manager())
    expect(await hostRows()).toEqual([{ user_id: null, name: 'Ada Typedonly' }])
    expect(await bellOf(host.id)).toEqual([])
    expect((await here.get(`/access-log/${String(body['visit_id'])}`, await admin())).json()).toMatchObject({
      host: 'Ada Typedonly',
    })
  })

  it('is told once, however often the sign-in is sent', async () => {
    const [host, other] = [await makeHost(), await makeHost()]
    const token = await admin()
    const headers = { 'idempotency-key': newId() }
    const send = (id: string) => signIn({ last_name: 'Onceonly', host: { id } }, token, headers)
    const answers = [await send(host.id), ...(await Promise.all([send(host.id), send(host.id)]))]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body['visit_id'])).size).toBe(1)
    expect((await send(other.id)).status).toBe(409)
    expect(await bellOf(host.id)).toHaveLength(1)
    expect(await bellOf(other.id)).toEqual([])
  })

  it('is not told of somebody who is refused', async () => {
    const host = await makeHost()
    const personKey = here.test.keys.personKeys(clientId, {
      firstName: 'Zoë',
      lastName: 'Barred',
      mobile: '+61491570156',
    })
    await makeBan(here.test.database.db, clientId, { personKey })
    const { body } = await signIn({ last_name: 'Barred', host: { id: host.id } }, await admin())
    expect(body['outcome']).toBe('banned')
    expect((await bellOf(host.id)).map(({ link }) => link)).not.toContain('/my_visitors')
    expect(await hostRows()).toEqual([])
  })
})
