import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { waitForLocks } from '../../../test/wait-for-locks.ts'
import { newId } from '../../lib/ids.ts'
import { openSession } from '../../../test/world.ts'
import { dayOf } from '../../lib/zoned-time.ts'

const here = inWorld()

type Row = Record<string, unknown>
interface Page {
  items: Row[]
  total: number
}
type Method = 'GET' | 'POST' | 'PATCH'

let clientId: string
let admin: string
let hall: string

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db, { name: 'Harbour', timeZone: 'America/Lima', region: 'PE' })).id
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  admin = await openSession(here.test, { clientId, userId, admin: true })
  hall = (await makeSite(db, clientId, { name: 'Hall', address: 'Quay 1', timeZone: 'America/Lima' })).id
  await makeSite(db, clientId, { name: 'Ánnex', address: 'Muelle 2' })
})

const ask = (method: Method, path: string, body?: object, token: string | undefined = admin, headers = {}) =>
  call(here.test, method, path, body, { headers, ...(token === undefined ? {} : { token }) })
const list = async (query = '', token = admin) =>
  (await ask('GET', `/sites?${query}`, undefined, token)).body as unknown as Page
const names = ({ items }: Page) => items.map(({ name }) => name)
const create = async (body: object) => {
  const made = await ask('POST', '/sites', body)
  expect(made.status, made.text).toBe(201)
  return String(made.body['id'])
}
const archive = (ids: string[], token = admin) =>
  ask('POST', '/sites/bulk', { action: 'archive', ids }, token)

describe('the list', () => {
  it.each(['sort=on_site asc', 'status=closed', 'per_page=101', 'region=AU'])(
    'answers 400 to %s',
    async (query) => expect((await ask('GET', `/sites?${query}`)).status).toBe(400),
  )
  it.each([
    ['', ['Ánnex', 'Hall']],
    ['sort=name desc', ['Hall', 'Ánnex']],
    ['sort=address desc', ['Hall', 'Ánnex']],
    ['sort=time_zone asc', ['Hall', 'Ánnex']],
    ['search=annex', ['Ánnex']],
    ['search=quay', ['Hall']],
    ['status=archived', []],
    ['status=all&per_page=1&page=2', ['Hall']],
  ])('by %s', async (query, expected) => expect(names(await list(query))).toEqual(expected))
  it('shows staff the sites of their entries, and only the chosen client to a site_admin who works in one', async () => {
    const { a, tokens } = here.world
    const staff = await list('', tokens['staff A'])
    expect(staff.items.map(({ id }) => id)).toEqual([a.siteId])
    const everything = await list('per_page=100', tokens.site_admin)
    expect(everything.items.map(({ id }) => id)).toEqual(expect.arrayContaining([a.siteId, hall]))
    const chosen = await ask('GET', '/sites', undefined, tokens.site_admin, { 'x-client-id': clientId })
    expect(names(chosen.body as unknown as Page)).toEqual(['Ánnex', 'Hall'])
  })
  it('counts who is there, and the methods that can be used', async () => {
    const { db } = here.test.database
    const { id: siteId } = await makeSite(db, clientId, { name: 'Pier' })
    const door = await makeMethod(db, clientId, siteId)
    await makeMethod(db, clientId, siteId, { enabled: false })
    await makeMethod(db, clientId, siteId, { retiredAt: here.test.clock.now })
    const kiosk = await makeMethod(db, clientId, siteId, { type: 'kiosk' })
    await here.signIn(door.id)
    await here.signIn(door.id)
    await here.signIn(door.id, { firstName: 'Eva', dependents: 3 })
    const read = async () => (await list('search=pier')).items[0]
    expect(await read()).toMatchObject({
      on_site: 2,
      methods_online: 1,
      methods_total: 3,
      client_name: 'Harbour',
    })
    await call(here.test, 'POST', '/checkin/kiosk-report', { machineId: kiosk.id, waiting: 0 })
    expect(await read()).toMatchObject({ methods_online: 2 })
    await here.sql`update kiosk_reports set reported_at = reported_at - interval '5 minutes' where method_id = ${kiosk.id}`
    expect(await read()).toMatchObject({ methods_online: 1 })
    await here.sql`delete from presence where site_id = ${siteId}`
    await archive([siteId])
  })
})

describe('a new site', () => {
  it.each([
    [{}, 400, 'name'],
    [{ name: '  ' }, 400, 'name'],
    [{ name: 'New', time_zone: 'Mars/Olympus' }, 400, 'time_zone'],
    [{ name: 'New', time_zone: '+10:00' }, 400, 'time_zone'],
    [{ name: 'New', region: 'QQ' }, 400, 'region'],
    [{ name: 'New', installed_on: '2026-02-30' }, 400, 'installed_on'],
    [{ name: 'New', installed_on: '0000-01-01' }, 400, 'installed_on'],
    [{ name: 'New', installed_on: '2199-01-01' }, 422, 'installed_on'],
    [{ name: 'New', high_temperature: 90 }, 400, 'high_temperature'],
    [{ name: 'New', low_temperature: 38 }, 422, 'low_temperature'],
    [{ name: 'New', overdue_after_hours: 0 }, 400, 'overdue_after_hours'],
    [
      { name: 'New', opening_hours: [{ day: 1, opens: '24:00', closes: '10:00' }] },
      400,
      'opening_hours.0.opens',
    ],
    [
      {
        name: 'New',
        opening_hours: [
          { day: 1, opens: '08:00', closes: '10:00' },
          { day: 1, opens: '12:00', closes: '13:00' },
        ],
      },
      400,
      'opening_hours',
    ],
    [{ name: 'New', status: 'archived' }, 400, 'status'],
    [{ name: 'New', client_id: newId() }, 400, 'client_id'],
  ])('is refused with %j', async (body, status, field) => {
    const response = await ask('POST', '/sites', body)
    expect(response.status, response.text).toBe(status)
    expect(Object.keys(response.body['fields'] ?? {})).toEqual([field])
    expect(await here.sql`select from sites where name = 'New'`).toEqual([])
  })
  it('may have been installed today by its own clock, and keeps that day in a zone where it is still to come', async () => {
    const day = dayOf(here.test.clock.now, 'Pacific/Kiritimati')
    const name = 'Installed today'
    const made = await ask('POST', '/sites', { name, installed_on: day, time_zone: 'Pacific/Kiritimati' })
    expect(made.body).toMatchObject({ installed_on: day })
    const path = `/sites/${String(made.body['id'])}`
    const moved = await ask('PATCH', path, { installed_on: day, time_zone: 'Pacific/Niue' })
    expect(moved.body).toMatchObject({ installed_on: day, time_zone: 'Pacific/Niue' })
    expect((await ask('PATCH', path, { installed_on: '2199-01-01' })).body).toMatchObject({
      code: 'time_out_of_range',
      field_codes: { installed_on: 'date_in_future' },
    })
    await here.sql`delete from sites where name = ${name}`
  })
  it('begins with the zone and the country of its client, and is in the audit log', async () => {
    const made = await ask('POST', '/sites', { name: ' Lima Quay ', installed_on: '2026-01-31' })
    expect(made.body).toMatchObject({
      name: 'Lima Quay',
      time_zone: 'America/Lima',
      region: 'PE',
      installed_on: '2026-01-31',
      overdue_after_hours: 13,
      opening_hours: [],
      status: 'active',
      on_site: 0,
    })
    const [entry] =
      await here.sql`select client_id, details from audit_entries where target_id = ${String(made.body['id'])}`
    expect(entry).toMatchObject({ client_id: clientId, details: { after: { name: 'Lima Quay' } } })
    await archive([String(made.body['id'])])
  })
  it('is made by a site_admin in the chosen client only', async () => {
    const { tokens } = here.world
    expect(await ask('POST', '/sites', { name: 'Where' }, tokens.site_admin)).toMatchObject({
      status: 422,
      body: { code: 'client_not_chosen' },
    })
    const made = await ask('POST', '/sites', { name: 'There' }, tokens.site_admin, {
      'x-client-id': clientId,
    })
    expect(made).toMatchObject({ status: 201, body: { client_name: 'Harbour' } })
    await archive([String(made.body['id'])])
  })
})

describe('a change', () => {
  it.each([
    [{ time_zone: 'Australia/Atlantis' }, 400, 'time_zone_unknown'],
    [{ high_temperature: 30 }, 422, 'temperature_order'],
    [{ low_temperature: 37.5 }, 422, 'temperature_order'],
  ])('%j is refused', async (body, status, code) => {
    const response = await ask('PATCH', `/sites/${hall}`, body)
    expect(response.status).toBe(status)
    expect(Object.values(response.body['field_codes'] ?? {})).toEqual([code])
  })
  it('keeps the present name of a zone', async () => {
    const id = await create({ name: 'Ghat', time_zone: 'Asia/Calcutta' })
    const [row] = await here.sql`select time_zone from sites where id = ${id}`
    expect(row).toEqual({ time_zone: 'Asia/Kolkata' })
    const changed = await ask('PATCH', `/sites/${id}`, { time_zone: 'US/Pacific' })
    expect(changed.body['time_zone']).toBe('America/Los_Angeles')
    await archive([id])
  })
  it('of another client’s site finds nothing and changes nothing', async () => {
    const { a } = here.world
    expect((await ask('PATCH', `/sites/${a.siteId}`, { name: 'Taken' })).status).toBe(404)
    expect(await here.sql`select from sites where name = 'Taken'`).toEqual([])
  })
  it('is not for managers', async () => {
    const { a, tokens } = here.world
    expect((await ask('PATCH', `/sites/${a.siteId}`, { name: 'Mine' }, tokens['manager A'])).status).toBe(403)
  })
  it('writes no history where nothing changes', async () => {
    const id = await create({ name: 'Same', address: 'Dock 1' })
    expect((await ask('PATCH', `/sites/${id}`, { name: 'Same', address: 'Dock 1' })).status).toBe(200)
    expect(
      await here.sql`select from audit_entries where action = 'site.updated' and target_id = ${id}`,
    ).toEqual([])
    await archive([id])
  })
  it('leaves the other fields, and the audit entry has both values', async () => {
    const hours = [
      { day: 5, opens: '20:00', closes: '03:00' },
      { day: 1, opens: '08:00', closes: '17:30' },
    ]
    const id = await create({ name: 'Dock', address: 'Dock 1' })
    const changed = await ask('PATCH', `/sites/${id}`, { address: 'Dock 2', opening_hours: hours })
    expect(changed.body).toMatchObject({ name: 'Dock', address: 'Dock 2', opening_hours: hours.toReversed() })
    const [entry] = await here.sql`
      select details from audit_entries where action = 'site.updated' and target_id = ${id}`
    expect(entry?.['details']).toEqual({
      before: { address: 'Dock 1', opening_hours: [] },
      after: { address: 'Dock 2', opening_hours: hours.toReversed() },
    })
    expect((await ask('GET', `/sites/${id}`)).body).toEqual(changed.body)
    await archive([id])
  })
  it('by the second of two people is told what the first has saved', async () => {
    const id = await create({ name: 'Wharf' })
    const seen = (await ask('GET', `/sites/${id}`)).body
    const headers = { 'if-match': `"${String(seen['last_modified'])}"` }
    const first = await ask('PATCH', `/sites/${id}`, { name: 'East Wharf' }, admin, headers)
    expect(first.status).toBe(200)
    const second = await ask('PATCH', `/sites/${id}`, { name: 'West Wharf' }, admin, headers)
    expect(second).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: first.body } })
    expect((await ask('GET', `/sites/${id}`)).body).toEqual(first.body)
    await archive([id])
  })
})

describe('archiving', () => {
  it('is refused while people are on site, who are named, and the other sites go through', async () => {
    const { db } = here.test.database
    const { id: busy } = await makeSite(db, clientId, { name: 'Busy' })
    const { id: quiet } = await makeSite(db, clientId, { name: 'Quiet' })
    const door = await makeMethod(db, clientId, busy)
    for (const firstName of ['Ana', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'])
      await here.signIn(door.id, { firstName, lastName: 'Silva' })
    const { a } = here.world
    const done = await archive([busy, quiet, a.siteId])
    expect(done).toMatchObject({
      status: 200,
      body: {
        done: 1,
        blocked: [
          {
            id: busy,
            code: 'people_on_site',
            people: { names: ['Ana Silva', 'Bo Silva', 'Cy Silva', 'Di Silva', 'Ed Silva'], total: 6 },
          },
          { id: a.siteId, code: 'not_found' },
        ],
      },
    })
    const status = (id: string) => here.sql`select status from sites where id = ${id}`
    expect([await status(busy), await status(quiet), await status(a.siteId)]).toEqual([
      [{ status: 'active' }],
      [{ status: 'archived' }],
      [{ status: 'active' }],
    ])
    expect(names(await list('status=archived&search=quiet'))).toEqual(['Quiet'])
    expect(
      (
        await ask('POST', '/sites/bulk', {
          action: 'restore',
          matching: { status: 'archived', search: 'quiet' },
        })
      ).body,
    ).toMatchObject({ done: 1, blocked: [], changed: [quiet] })
    expect(await status(quiet)).toEqual([{ status: 'active' }])
    await here.sql`delete from presence where site_id = ${busy}`
    await archive([busy, quiet])
  })
  it('is refused while a muster is running: nobody could end it', async () => {
    const { id } = await makeSite(here.test.database.db, clientId, { name: 'Evacuated' })
    const { body: muster } = await ask('POST', '/musters', { site_id: id, drill: true })
    expect((await archive([id])).body).toMatchObject({ done: 0, blocked: [{ id, code: 'muster_running' }] })
    expect((await ask('POST', `/musters/${String(muster['id'])}/end`)).status).toBe(200)
    expect((await archive([id])).body).toMatchObject({ done: 1, blocked: [] })
  })
  it('of a site that is archived, as restoring of one that is active, changes and counts nothing', async () => {
    const { id } = await makeSite(here.test.database.db, clientId, { name: 'Barn' })
    const { id: other } = await makeSite(here.test.database.db, clientId, { name: 'Mill' })
    expect((await archive([id])).body).toMatchObject({ done: 1, blocked: [] })
    expect((await archive([id, other])).body).toMatchObject({ done: 1, blocked: [], unchanged: [id] })
    const restore = await ask('POST', '/sites/bulk', { action: 'restore', ids: [id] })
    expect(restore.body).toMatchObject({ done: 1, blocked: [] })
    const again = await ask('POST', '/sites/bulk', { action: 'restore', ids: [id] })
    expect(again.body).toEqual({ done: 0, blocked: [], unchanged: [id] })
    const audited =
      await here.sql`select action, details from audit_entries where target_id = ${id} order by id`
    expect(audited).toEqual([
      { action: 'site.archived', details: { before: { status: 'active' }, after: { status: 'archived' } } },
      { action: 'site.restored', details: { before: { status: 'archived' }, after: { status: 'active' } } },
    ])
    await archive([id])
  })
  it('closes the guest pages, and restoring opens them', async () => {
    const { id } = await makeSite(here.test.database.db, clientId, { name: 'Shed' })
    const door = await makeMethod(here.test.database.db, clientId, id)
    const page = async () => (await call(here.test, 'GET', `/checkin/machine-data?method=${door.key}`)).status
    expect(await page()).toBe(200)
    await archive([id])
    expect(await page()).toBe(404)
    await ask('POST', '/sites/bulk', { action: 'restore', ids: [id] })
    expect(await page()).toBe(200)
    await archive([id])
  })
  it('while somebody signs in never leaves them on an archived site', async () => {
    const { id } = await makeSite(here.test.database.db, clientId, { name: 'Race' })
    const door = await makeMethod(here.test.database.db, clientId, id)
    const attempts = Array.from({ length: 12 }, (_, number) =>
      call(here.test, 'POST', '/checkin', {
        firstName: `Ana ${number}`,
        lastName: 'Silva',
        mobile: '0491570156',
        machineId: door.id,
      }),
    )
    await Promise.all([...attempts, archive([id])])
    const [site] = await here.sql`
      select status, (select count(*)::int from presence p where p.site_id = s.id) as people from sites s where id = ${id}`
    if (site?.['people'] > 0) expect(site).toMatchObject({ status: 'active' })
  })
  it('waits for a sign-in that is being written, and is refused', async () => {
    const { id } = await makeSite(here.test.database.db, clientId, { name: 'Written' })
    const { archiving } = await here.sql.begin(async (tx) => {
      await tx`
        insert into presence (client_id, site_id, kind, person_key, first_name, last_name, visit_id, signed_in_at)
        values (${clientId}, ${id}, 'visitor', 'early', 'Eva', 'Silva', ${newId()}, now())`
      const started = archive([id])
      await waitForLocks(here.sql)
      return { archiving: started }
    })
    expect((await archiving).body).toMatchObject({ done: 0, blocked: [{ id, code: 'people_on_site' }] })
    expect(await here.sql`select status from sites where id = ${id}`).toEqual([{ status: 'active' }])
    await here.sql`delete from presence where site_id = ${id}`
  })
  it('makes a sign-in that is written later wait, and is undone by it', async () => {
    const { id } = await makeSite(here.test.database.db, clientId, { name: 'Later' })
    const lock = await here.sql.reserve()
    try {
      await lock`begin`
      await lock`lock table audit_entries in exclusive mode`
      const archiving = archive([id])
      await waitForLocks(here.sql)
      const arriving = here.sql`
        insert into presence (client_id, site_id, kind, person_key, first_name, last_name, visit_id, signed_in_at)
        values (${clientId}, ${id}, 'visitor', 'late', 'Eva', 'Silva', ${newId()}, now())`.execute()
      await waitForLocks(here.sql, 2)
      await lock`rollback`
      expect((await archiving).body).toMatchObject({ done: 1 })
      await arriving
    } finally {
      lock.release()
    }
    expect(await here.sql`select status from sites where id = ${id}`).toEqual([{ status: 'active' }])
    await here.sql`delete from presence where site_id = ${id}`
  })
  it('in the moment of a sign-in leaves who opened it again in the audit log, tells the managers and the webhooks', async () => {
    const { db } = here.test.database
    const [{ id }, other] = [await makeSite(db, clientId, { name: 'Reopened' }), await makeSite(db, clientId)]
    await here.sql`
      insert into webhooks (client_id, id, url, events, encrypted_secret)
      values (${clientId}, ${newId()}, 'https://receiver.example/', ${['site.restored']}, '\\x00')`
    await archive([id])
    await here.sql`delete from outbox`
    const arrive = (siteId: string, person: string) => here.sql`
      insert into presence (client_id, site_id, kind, person_key, first_name, last_name, visit_id, signed_in_at)
      values (${clientId}, ${siteId}, 'visitor', ${person}, 'Eva', 'Silva', ${newId()}, now() - interval '1 hour')`
    await arrive(id, 'first')
    // The site is active by then, and the other one always was.
    await Promise.all([arrive(id, 'second'), arrive(other.id, 'third')])
    const log = await ask('GET', `/audit-log?target=${id}`)
    const [reopened, archived] = log.body['items'] as Record<string, unknown>[]
    expect(reopened).toMatchObject({
      action: 'site.restored',
      actor: { kind: 'system' },
      before: { status: 'archived' },
      after: { status: 'active' },
    })
    expect(archived).toMatchObject({ action: 'site.archived' })
    expect(String(reopened?.['id'])).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    )
    expect(await here.sql`select type, subject, payload, queue from outbox order by type`).toEqual([
      { type: 'notice.site_reopened', subject: `notice:${id}`, payload: { site: id }, queue: 'notice' },
      {
        type: 'site.restored',
        subject: `site:${id}`,
        payload: { kind: 'site', id, actor_id: null },
        queue: 'event',
      },
    ])
    // The times of rows that a test has made are those of the database.
    here.test.clock.now = new Date(Date.now() + 1000)
    await here.test.tell()
    const bell = await ask('GET', '/me/notifications')
    expect(bell.body).toMatchObject([
      { icon: 'person', level: 'warning', name: 'An archived site is active again' },
    ])
    await here.sql`delete from presence where site_id = ${id}`
    await here.sql`delete from webhooks where client_id = ${clientId}`
  })
})
