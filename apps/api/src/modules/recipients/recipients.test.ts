import type { Recipient } from '@gatehouse/validation/endpoints/notification-recipients'
import { notificationEventNames } from '@gatehouse/validation/notification-events'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { newId } from '../../lib/ids.ts'

const here = inWorld()

let clientId: string
let [quay, yard] = ['', '']
let admin: string
let manager: string
let managerId: string
beforeEach(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  quay = (await makeSite(db, clientId, { name: 'Quay' })).id
  yard = (await makeSite(db, clientId, { name: 'Yard' })).id
  admin = await openSession(here.test, { clientId, userId: await person({ admin: true }), admin: true })
  managerId = await person({}, { [quay]: 'Manager' })
  manager = await openSession(here.test, { clientId, userId: managerId })
  here.test.mails.length = 0
})

type UserFields = NonNullable<Parameters<typeof makeUser>[3]>
async function person(fields: UserFields = {}, access: Record<string, 'Manager' | 'Staff'> = {}) {
  const { id } = await makeUser(here.test.database.db, here.test.passwords, clientId, fields)
  for (const [siteId, userType] of Object.entries(access))
    await here.sql`insert into access_entries (client_id, user_id, site_id, user_type)
      values (${clientId}, ${id}, ${siteId}, ${userType})`
  return id
}

const ask = (
  verb: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
  { token = admin, headers = {} }: { token?: string | undefined; headers?: Record<string, string> } = {},
) => call(here.test, verb, `/notification-recipients${path}`, body, { token: token ?? '', headers })
const bare = (userId: string) => ({ user_id: userId, events: ['banned'], channels: ['bell', 'mail'] })
async function create(fields: object = {}, token = admin): Promise<Recipient> {
  const created = await ask('POST', '', { ...bare(await person()), ...fields }, { token })
  expect(created.status, created.text).toBe(201)
  return created.body as unknown as Recipient
}
const namesOf = async (path: string, token = admin) =>
  ((await ask('GET', path, undefined, { token })).body['items'] as { name: string }[]).map(({ name }) => name)

describe('the recipients of a client', () => {
  it('are for those who manage people, and nobody of another client finds them', async () => {
    const { id } = await create()
    const { tokens } = here.world
    const paths: [Parameters<typeof ask>[0], string, object?][] = [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { enabled: false }],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['GET', `/${id}/deliveries`],
    ]
    for (const [verb, path, body] of paths) {
      const as = async (token: string | undefined, headers = {}) =>
        (await ask(verb, path, body, { token, headers })).status
      expect([await as(''), await as(tokens['staff A'])]).toEqual([401, 403])
      expect([await as(tokens['admin B']), await as(tokens['manager A']), await as(manager)]).toEqual([
        404, 404, 404,
      ])
      expect(await as(tokens.site_admin, { 'x-client-id': here.world.b.clientId })).toBe(404)
    }
    const body = bare(await person())
    expect((await ask('POST', '', body, { token: tokens['admin B'] })).status).toBe(404)
    expect((await ask('POST', '', body, { token: tokens.site_admin })).body).toMatchObject({
      code: 'client_not_chosen',
    })
    const within = { token: tokens.site_admin, headers: { 'x-client-id': clientId } }
    expect((await ask('POST', '', body, within)).status).toBe(201)
    expect((await ask('GET', '', undefined, within)).body['total']).toBe(2)
    expect((await ask('GET', '', undefined, { token: tokens['admin B'] })).body['total']).toBe(0)
  })

  it.each([
    [{ events: [] }, 400],
    [{ events: ['of_tomorrow'] }, 400],
    [{ channels: ['fax'] }, 400],
    [{ channels: ['text'] }, 422],
    [{ quiet_from: '24:00', quiet_until: '06:00' }, 400],
    [{ quiet_from: '22:00', quiet_until: null }, 422],
    [{ repeat_minutes: 1441 }, 400],
    [{ repeat_minutes: 1.5 }, 400],
    [{ sites: ['nowhere'] }, 400],
    [{ sites: [newId()] }, 404],
    [{ email: 'somebody@else.example' }, 400],
  ])('refuse %o', async (fields, status) => {
    const { id, ...before } = await create()
    const refused = [
      await ask('POST', '', { ...bare(await person()), ...fields }),
      await ask('PATCH', `/${id}`, fields),
    ]
    expect(refused.map((response) => response.status)).toEqual([status, status])
    expect((await ask('GET', `/${id}`)).body).toMatchObject(before)
  })

  it('refuse a site and a person of another client, somebody twice, and an account that waits', async () => {
    const { a } = here.world
    expect((await ask('POST', '', { ...bare(await person()), sites: [a.siteId] })).status).toBe(404)
    expect((await ask('POST', '', bare(a.userId))).status).toBe(404)
    const { user_id: userId } = await create()
    expect((await ask('POST', '', bare(userId))).body).toMatchObject({ code: 'conflict' })
    expect((await ask('POST', '', bare(await person({ status: 'pending' })))).body).toMatchObject({
      code: 'wrong_status',
    })
  })

  it('are stored as they were given, with a trace of each change', async () => {
    const userId = await person({
      firstName: 'Ana',
      lastName: 'Silva',
      mobile: '+61491570156',
      language: 'es',
    })
    const created = await create({
      ...bare(userId),
      events: ['overdue', 'banned'],
      sites: [yard, quay],
      quiet_from: '22:00',
      quiet_until: '06:30',
      repeat_minutes: 0,
    })
    expect(created).toMatchObject({
      name: 'Ana Silva',
      mobile: '+61491570156',
      language: 'es',
      events: ['banned', 'overdue'],
      all_sites: false,
      sites: [
        { id: quay, name: 'Quay' },
        { id: yard, name: 'Yard' },
      ],
      editable: true,
      last_delivered: null,
      last_failure: null,
    })
    const headers = { 'if-match': `"${created.last_modified}"` }
    const changes = { sites: [], channels: ['mail'], enabled: false }
    expect((await ask('PATCH', `/${created.id}`, changes, { headers })).body).toMatchObject({
      all_sites: true,
      sites: [],
      channels: ['mail'],
      enabled: false,
      quiet_from: '22:00',
    })
    const late = await ask('PATCH', `/${created.id}`, changes, { headers })
    expect(late.body).toMatchObject({ code: 'changed_meanwhile' })
    expect(late.body['current']).toEqual((await ask('GET', `/${created.id}`)).body)
    expect((await ask('DELETE', `/${created.id}`)).status).toBe(204)
    expect((await ask('GET', `/${created.id}`)).status).toBe(404)
    const entries =
      await here.sql`select action, details from audit_entries where target_id = ${created.id} order by id`
    expect(entries.map((entry) => entry['action'])).toEqual([
      'notification_recipient.created',
      'notification_recipient.updated',
      'notification_recipient.deleted',
    ])
    expect(entries[1]?.['details']).toEqual({
      before: { channels: ['bell', 'mail'], sites: [quay, yard].toSorted(), enabled: true },
      after: { channels: ['mail'], sites: [], enabled: false },
    })
  })

  it('get an event by its own channels; events and channels alone mean every pair', async () => {
    const asked = { events: ['banned', 'high', 'low'], channels: ['bell', 'mail'] }
    const created = await create({ ...bare(await person()), ...asked })
    const pairs = (low: string[], others = ['bell', 'mail']) => ({ banned: others, high: others, low })
    expect(created).toMatchObject({ ...asked, channels_by_event: pairs(['bell', 'mail']) })
    const change = async (fields: object) => (await ask('PATCH', `/${created.id}`, fields)).body
    expect(await change({ channels_by_event: { low: ['mail'] } })).toMatchObject({
      ...asked,
      channels_by_event: pairs(['mail']),
    })
    // Other changes keep the pairs.
    expect(await change({ enabled: false })).toMatchObject({ channels_by_event: pairs(['mail']) })
    expect(await change({ channels: ['bell', 'mail'] })).toMatchObject({
      channels_by_event: pairs(['bell', 'mail']),
    })
    // A channel that no event uses is none of the recipient’s.
    expect(
      await change({
        channels_by_event: { low: ['mail'], high: ['mail'], banned: ['mail'], overdue: ['bell'] },
      }),
    ).toMatchObject({
      events: asked.events,
      channels: ['mail'],
      channels_by_event: pairs(['mail'], ['mail']),
    })
    const trail = await here.sql`
      select details from audit_entries where target_id = ${created.id} and details -> 'after' ? 'channels_by_event' order by id`
    expect(trail.slice(1).map(({ details }) => (details as { after: object }).after)).toEqual([
      { channels_by_event: { low: ['mail'] } },
      { channels_by_event: {} },
    ])
  })

  it.each([
    { channels_by_event: { of_tomorrow: ['mail'] } },
    { channels_by_event: { banned: ['fax'] } },
    { channels_by_event: { banned: [] } },
    { channels_by_event: { banned: null } },
  ])('refuse the pairs %o', async (fields) => {
    const { id } = await create()
    expect((await ask('POST', '', { ...bare(await person()), ...fields })).status).toBe(400)
    expect((await ask('PATCH', `/${id}`, fields)).status).toBe(400)
  })

  it('are found by name, site, event and channel', async () => {
    await create({ ...bare(await person({ firstName: 'Ana' })), sites: [quay] })
    await create({ ...bare(await person({ firstName: 'Bo' })), events: ['overdue'], channels: ['mail'] })
    await create({ ...bare(await person({ firstName: 'Cy' })), sites: [yard] })
    const first = async (query: string) => (await namesOf(query)).map((name) => name.split(' ')[0])
    expect(await first('')).toEqual(['Ana', 'Bo', 'Cy'])
    expect(await first('?sort=name%20desc')).toEqual(['Cy', 'Bo', 'Ana'])
    expect(await first(`?site=${yard}`)).toEqual(['Bo', 'Cy'])
    expect(await first('?event=overdue')).toEqual(['Bo'])
    expect(await first('?channel=bell&search=cy')).toEqual(['Cy'])
  })
})

describe('a Manager', () => {
  it('enters people of the own sites, for these sites', async () => {
    const own = await person({ firstName: 'Ana', lastName: 'Own' }, { [quay]: 'Staff' })
    const both = await person({}, { [quay]: 'Staff', [yard]: 'Staff' })
    const other = await person({}, { [yard]: 'Staff' })
    const above = await person({ admin: true }, { [quay]: 'Manager' })
    const as = (body: object) => ask('POST', '', body, { token: manager })
    expect((await as(bare(own))).body).toMatchObject({ code: 'site_required' })
    expect((await as({ ...bare(own), sites: [quay, yard] })).status).toBe(404)
    expect((await as({ ...bare(other), sites: [quay] })).status).toBe(404)
    expect((await as({ ...bare(both), sites: [quay] })).body).toMatchObject({ code: 'other_sites' })
    expect((await as({ ...bare(above), sites: [quay] })).body).toMatchObject({ code: 'type_too_high' })
    const { id } = await create({ ...bare(own), sites: [quay] }, manager)
    expect((await ask('PATCH', `/${id}`, { sites: [] }, { token: manager })).body).toMatchObject({
      code: 'site_required',
    })
    expect((await ask('PATCH', `/${id}`, { enabled: false }, { token: manager })).status).toBe(200)
    await ask('PATCH', `/${id}`, { sites: [] })
    const [listed] = (await ask('GET', '', undefined, { token: manager })).body['items'] as Recipient[]
    expect(listed).toMatchObject({ name: 'Ana Own', all_sites: true, editable: false })
    expect((await ask('DELETE', `/${id}`, undefined, { token: manager })).body).toMatchObject({
      code: 'other_sites',
    })
    expect(await namesOf('/people?search=own', manager)).toEqual(['Ana Own'])
    expect(await namesOf('/people', here.world.tokens['manager A'])).not.toContain('Ana Own')
  })
})

describe('the events', () => {
  const eventsOf = async (token = admin) => {
    const { body } = await ask('GET', '/events', undefined, { token })
    return body as unknown as {
      channels: string[]
      events: { event: string; label: string; recipients: number; sites_without: number | null }[]
    }
  }

  it('say at how many sites nobody is entered', async () => {
    await create({ sites: [quay] })
    await create({ events: ['overdue', 'webhook_failing'] })
    await create({ ...bare(await person()), events: ['high'], enabled: false })
    const { channels, events } = await eventsOf()
    expect(channels).toEqual(['bell', 'mail'])
    expect(events.map(({ event }) => event)).toEqual([...notificationEventNames])
    const of = (name: string) => events.find(({ event }) => event === name)
    expect(of('banned')).toMatchObject({
      label: 'A banned person tried to sign in',
      recipients: 1,
      sites_without: 1,
    })
    expect(of('overdue')).toMatchObject({ recipients: 1, sites_without: 0 })
    expect(of('high')).toMatchObject({ recipients: 0, sites_without: 2 })
    expect(of('webhook_failing')).toMatchObject({ recipients: 1, sites_without: null })
    const own = (await eventsOf(manager)).events
    expect(own.find(({ event }) => event === 'banned')).toMatchObject({ sites_without: 0 })
    expect(own.find(({ event }) => event === 'high')).toMatchObject({ sites_without: 1 })
  })
})

describe('a test', () => {
  it('arrives by each channel at once, also in quiet hours, and stands in the history', async () => {
    const recipient = await create({ quiet_from: '00:00', quiet_until: '23:59' })
    const tested = await ask('POST', `/${recipient.id}/test`)
    expect(tested.body).toEqual({ channels: ['bell', 'mail'] })
    const history = async () => (await ask('GET', `/${recipient.id}/deliveries`)).body
    expect(await history()).toMatchObject({ items: [{ title: 'A test', channel: 'mail', state: 'waiting' }] })
    await here.test
      .deliver({ send: () => Promise.reject(new Error('hangs')), close: () => {} })
      .catch(() => {})
    expect(await history()).toMatchObject({ items: [{ state: 'waiting', attempts: 1, reason: 'unknown' }] })
    here.test.clock.now = new Date(here.test.clock.now.getTime() + 60_000)
    await here.test.deliver()
    expect(here.test.mails[0]).toMatchObject({ subject: 'A test', to: { address: recipient.email } })
    expect(await history()).toMatchObject({ items: [{ state: 'delivered', reason: null }], next: null })
    const { last_delivered: at } = (await ask('GET', `/${recipient.id}`)).body
    expect(at).toBe(here.test.clock.now.toISOString())
    const token = await openSession(here.test, { clientId, userId: recipient.user_id })
    const bell = await call(here.test, 'GET', '/me/notifications', undefined, { token })
    expect(bell.body).toMatchObject([{ name: 'A test', link: '/home' }])
  })

  it('is refused for an archived account, and after twenty in ten minutes', async () => {
    const { id, user_id: userId } = await create({ channels: ['bell'] })
    for (let number = 0; number < 20; number += 1) expect((await ask('POST', `/${id}/test`)).status).toBe(200)
    expect((await ask('POST', `/${id}/test`)).status).toBe(429)
    here.test.clock.now = new Date(here.test.clock.now.getTime() + 600_000)
    await here.sql`update users set status = 'archived' where id = ${userId}`
    expect((await ask('POST', `/${id}/test`)).body).toMatchObject({ code: 'wrong_status' })
  })
})
