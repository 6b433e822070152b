import { createHash } from 'node:crypto'
import { rateRules } from '@gatehouse/validation/limits'
import { isMethodKey } from '@gatehouse/validation/method-key'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { waitForLocks } from '../../../test/wait-for-locks.ts'
import { openSession } from '../../../test/world.ts'
import { withScope } from '../../db/tenancy.ts'
import { clientScope } from '../../db/scopes.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { drawKey } from './keys.ts'
import { lifecycle } from './lifecycle.ts'

const here = inWorld()
const colours = { accent: '#015c5d', on_accent: '#ffffff' }
const settings = {
  sample_seconds: 4,
  result_seconds: 10,
  standby_minutes: 30,
  pressure_unit: 'kPa',
  pressure_min: 2,
  pressure_max: 40,
}

let site: { id: string }
let admin: string
beforeEach(async () => {
  site = await makeSite(here.test.database.db, here.world.a.clientId)
  admin = here.world.tokens['admin A'] ?? ''
})

const ask = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  token = admin,
  headers: Record<string, string> = {},
) => call(here.test, method, `/sign-in-methods${path}`, body, { token, headers })
const create = async (fields: object = {}) => {
  const made = await ask('POST', '', { type: 'qr', name: 'Front door', site_id: site.id, ...fields })
  expect(made.status, made.text).toBe(201)
  return made.body as { id: string; key: string; url: string; last_modified: string }
}
const statusOfKey = async (key: string, app = here.test.app) =>
  (await call(here.test, 'GET', `/checkin/machine-data?method=${key}`, undefined, { app })).status
const auditOf = async (id: string) =>
  (await here.sql`select action from audit_entries where target_id = ${id} order by at, id`).map(
    ({ action }) => action as string,
  )
const bulk = (body: object, token = admin) => ask('POST', '/bulk', body, token)

describe('a new method', () => {
  it.each([
    ['no name', { name: ' ' }, { name: 'method_name_required' }],
    ['a long name', { name: 'x'.repeat(81) }, { name: 'too_long' }],
    ['no type', { type: 'fax' }, { type: 'wrong_type' }],
    ['a site that is no id', { site_id: 'x' }, { site_id: 'wrong_type' }],
    ['an unknown field', { key: 'GATE' }, { key: 'unknown_field' }],
    ['a look that is not sold', { look: 'neon' }, { look: 'wrong_type' }],
    [
      'a colour in words',
      { colours: { accent: 'red', on_accent: '#ffffff' } },
      { 'colours.accent': 'colour_invalid' },
    ],
    [
      'a pale button',
      { colours: { accent: '#fcbe16', on_accent: '#000000' } },
      { 'colours.accent': 'colour_faint' },
    ],
    [
      'words that cannot be read',
      { colours: { accent: '#015c5d', on_accent: '#123456' } },
      { 'colours.on_accent': 'colour_unreadable' },
    ],
    [
      'no time at all',
      { settings: { ...settings, sample_seconds: 0 } },
      { 'settings.sample_seconds': 'number_range' },
    ],
    [
      'a range upside down',
      { settings: { ...settings, pressure_max: 1 } },
      { 'settings.pressure_max': 'pressure_order' },
    ],
    [
      'a message in another language',
      { success_message: { fr: 'Bonjour' } },
      { 'success_message.fr': 'unknown_field' },
    ],
  ])('with %s is refused', async (_, fields, codes) => {
    const refused = await ask('POST', '', { type: 'qr', name: 'Front door', site_id: site.id, ...fields })
    expect([refused.status, refused.body['field_codes']]).toEqual([400, codes])
  })

  it.each([
    ['sample_seconds', 0, 'Please enter a whole number from 1 to 60'],
    ['standby_minutes', 1.5, 'Please enter a whole number from 1 to 240'],
    ['result_seconds', 'soon', 'Please enter a whole number from 1 to 120'],
    ['pressure_max', 10_001, 'Please enter a number from 0 to 10000'],
  ])('with %s of %s is told the range', async (name, value, sentence) => {
    const refused = await ask('POST', '', {
      type: 'qr',
      name: 'Front door',
      site_id: site.id,
      settings: { ...settings, [name]: value },
    })
    expect(refused.body).toMatchObject({
      fields: { [`settings.${name}`]: sentence },
      field_codes: { [`settings.${name}`]: 'number_range' },
    })
  })

  it('is refused at the site of another client as at one that does not exist, and at an archived one', async () => {
    const archived = await makeSite(here.test.database.db, here.world.a.clientId, { status: 'archived' })
    const told = []
    for (const site_id of [here.world.b.siteId, newId(), archived.id])
      told.push((await ask('POST', '', { type: 'qr', name: 'Front door', site_id })).text)
    expect(new Set(told).size).toBe(1)
    expect(told[0]).toContain('not_found')
  })

  it('opens a guest page under a key of its own, in its look and with its message', async () => {
    const success_message = { 'en-au': 'Welcome.\n\nPlease wait here.', es: 'Bienvenida.' }
    const fields = {
      location: ' Level 2 ',
      success_message,
      look: 'pulse',
      colours,
      settings,
      serial_number: ' SN-1 ',
    }
    const method = await create({ ...fields, type: 'device', use_temperature: true })
    expect(isMethodKey(method.key)).toBe(true)
    expect(method).toMatchObject({
      url: `https://gatehouse.example/${method.key}`,
      location: 'Level 2',
      serial_number: 'SN-1',
      site_id: site.id,
      enabled: true,
      shown_look: 'pulse',
      connected: null,
      last_seen: null,
      waiting: 0,
      can_manage: true,
      colours,
      settings,
    })
    expect((await ask('GET', `/${method.id}`)).body).toEqual(method)
    expect(await auditOf(method.id)).toEqual(['sign_in_method.created'])
    const page = await call(here.test, 'GET', `/checkin/machine-data?method=${method.key}&language=es`)
    expect(page.body).toMatchObject({
      id: method.id,
      successMessage: 'Bienvenida.',
      config: { look: 'pulse' },
    })
  })

  it('with a serial number that another one has is refused at that field, but not in another client', async () => {
    await create({ type: 'device', serial_number: 'Taken-7' })
    const twin = { type: 'device', name: 'Twin', site_id: site.id, serial_number: 'TAKEN-7' }
    const refused = await ask('POST', '', twin)
    expect([refused.status, refused.body['code'], refused.body['field_codes']]).toEqual([
      409,
      'conflict',
      { serial_number: 'already_in_use' },
    ])
    const other = await ask(
      'POST',
      '',
      { ...twin, site_id: here.world.b.siteId },
      here.world.tokens['admin B'],
    )
    expect(other.status).toBe(201)
    await create({ serial_number: '' })
    await create({ serial_number: '' })
  })
})

describe('the list', () => {
  it('shows methods of sites that one may see, and says which one may change', async () => {
    const { clientId } = here.world.a
    const { db } = here.test.database
    const seen = await makeMethod(db, clientId, here.world.a.siteId, { name: 'Seen by all' })
    const hidden = await create({ name: 'Seen by admins' })
    const namesFor = async (token: string | undefined) =>
      (await ask('GET', '?per_page=100&search=seen by', undefined, token)).body['items'] as {
        id: string
        can_manage: boolean
      }[]
    const shown = (items: { id: string; can_manage: boolean }[]) =>
      Object.fromEntries(items.map(({ id, can_manage }) => [id, can_manage]))
    const { tokens } = here.world
    expect(shown(await namesFor(tokens['staff A']))).toEqual({ [seen.id]: false })
    expect(shown(await namesFor(tokens['manager A']))).toEqual({ [seen.id]: true })
    expect(shown(await namesFor(tokens['admin A']))).toEqual({ [seen.id]: true, [hidden.id]: true })
    expect(await namesFor(tokens['admin B'])).toEqual([])
    for (const path of [`/${hidden.id}`, `/${newId()}`])
      expect((await ask('GET', path, undefined, tokens['manager A'])).status).toBe(404)
  })

  it('filters by site, type and status, and finds by name, place, serial number, kiosk ID and key', async () => {
    const kiosk = await create({
      type: 'kiosk',
      name: 'Café',
      location: 'Foyer',
      kiosk_id: 'K-77',
      serial_number: 'SER-9',
    })
    const door = await create({ name: 'Door' })
    const gone = await create({ name: 'Gone' })
    await bulk({ action: 'retire', ids: [gone.id] })
    await bulk({ action: 'disable', ids: [door.id] })
    const found = async (query: string) => {
      const { items } = (await ask('GET', `?site=${site.id}&${query}`)).body as { items: { id: string }[] }
      return items.map(({ id }) => id)
    }
    expect(await found('')).toEqual([kiosk.id, door.id])
    expect(await found('sort=name desc')).toEqual([door.id, kiosk.id])
    expect(await found('type=kiosk')).toEqual([kiosk.id])
    expect(await found('status=enabled')).toEqual([kiosk.id])
    expect(await found('status=disabled')).toEqual([door.id])
    expect(await found('status=retired')).toEqual([gone.id])
    for (const search of ['cafe', 'foyer', 'ser-9', 'k-77', kiosk.key.toLowerCase()])
      expect(await found(`search=${search}`), search).toContain(kiosk.id)
    for (const part of [kiosk.key.slice(0, 3), kiosk.key.slice(2)])
      expect(await found(`search=${part.toLowerCase()}`), part).toContain(kiosk.id)
    for (const search of ['nothing of this', `${kiosk.key}${kiosk.key}`, `${kiosk.key.slice(0, 3)}0`])
      expect(await found(`search=${search}`), search).toEqual([])
    const foreign = await ask('GET', `?site=${here.world.b.siteId}`)
    expect(foreign.status).toBe(404)
  })

  it('shows when a kiosk last told of itself', async () => {
    const kiosk = await create({ type: 'kiosk' })
    await call(here.test, 'POST', '/checkin/kiosk-report', { machineId: kiosk.id, waiting: 0 })
    const { body } = await ask('GET', `/${kiosk.id}`)
    expect(body['last_seen']).toBe(here.test.clock.now.toISOString())
  })
})

describe('a change', () => {
  it('of a method at a site that one may only see is refused, and of another client’s too', async () => {
    const { world } = here
    const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, world.a.clientId, {
      access: [
        { siteId: world.a.otherSiteId, userType: 'Manager' },
        { siteId: world.a.siteId, userType: 'Staff' },
      ],
    })
    const half = await openSession(here.test, { clientId: world.a.clientId, userId })
    const refused = [
      await ask('PATCH', `/${world.a.method.id}`, { name: 'Mine' }, half),
      await ask('PATCH', `/${world.b.method.id}`, { name: 'Mine' }, half),
      await ask('POST', `/${world.a.method.id}/new-key`, undefined, half),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(refused[0]?.text).toBe(refused[1]?.text)
    expect((await bulk({ action: 'retire', ids: [world.a.method.id] }, half)).body).toMatchObject({ done: 0 })
    expect(await statusOfKey(world.a.method.key)).toBe(200)
    expect((await ask('GET', `/${world.a.method.id}`, undefined, half)).body).toMatchObject({
      can_manage: false,
    })
  })

  it('to a serial number that is taken is refused, and to a site of another client as to none', async () => {
    await create({ serial_number: 'S-1' })
    const method = await create({ serial_number: 'S-2' })
    const taken = await ask('PATCH', `/${method.id}`, { serial_number: 's-1' })
    expect([taken.status, taken.body['field_codes']]).toEqual([409, { serial_number: 'already_in_use' }])
    for (const token of [admin, here.world.tokens['site_admin']]) {
      const moved = await ask('PATCH', `/${method.id}`, { site_id: here.world.b.siteId }, token)
      expect(moved.status).toBe(404)
    }
    expect((await ask('GET', `/${method.id}`)).body).toEqual(method)
  })

  it('of a method that somebody else has changed meanwhile says so, with the method as it is', async () => {
    const method = await create()
    const seen = (await ask('PATCH', `/${method.id}`, { location: 'Foyer' })).body
    const late = await call(
      here.test,
      'PATCH',
      `/sign-in-methods/${method.id}`,
      { name: 'Late' },
      {
        token: admin,
        headers: { 'if-match': `"${method.last_modified}"` },
      },
    )
    expect([late.status, late.body['code'], late.body['current']]).toEqual([412, 'changed_meanwhile', seen])
    const again = await call(
      here.test,
      'PATCH',
      `/sign-in-methods/${method.id}`,
      { name: 'Late' },
      {
        token: admin,
        headers: { 'if-match': `"${String(seen['last_modified'])}"` },
      },
    )
    expect(again.body).toMatchObject({ name: 'Late', location: 'Foyer' })
    const [entry] = await here.sql`
      select details from audit_entries where target_id = ${method.id} order by at desc, id desc limit 1`
    expect(entry?.['details']).toEqual({ before: { name: 'Front door' }, after: { name: 'Late' } })
  })

  it('keeps what it does not name, and is in the log', async () => {
    const method = await create({ colours, location: 'Foyer' })
    const { status, body } = await ask('PATCH', `/${method.id}`, { name: 'Back door', colours: null })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Back door', colours: null, location: 'Foyer', key: method.key })
    expect(await auditOf(method.id)).toEqual(['sign_in_method.created', 'sign_in_method.updated'])
  })
})

describe('what one node changes is true on another at once', () => {
  let node: Awaited<ReturnType<typeof buildSecondNode>>
  beforeAll(async () => {
    node = await buildSecondNode(here.test)
  })
  afterAll(() => node.close())

  /** The other node has answered for the method before, so it remembers whatever it remembers. */
  const known = async (fields: object = {}) => {
    const method = await create(fields)
    expect(await statusOfKey(method.key, node.app)).toBe(200)
    expect((await checkIn(method.id)).status).toBe(200)
    return method
  }
  let visitors = 0
  const checkIn = (machineId: string, mobile = '0491570156') => {
    visitors += 1
    const body = { firstName: `Ana ${visitors}`, lastName: 'Silva', mobile, machineId }
    return call(here.test, 'POST', '/checkin', body, { app: node.app })
  }

  it('a new key: the old one leads nowhere', async () => {
    const method = await known()
    const renewed = await ask('POST', `/${method.id}/new-key`)
    expect(renewed.status).toBe(200)
    const key = renewed.body['key'] as string
    expect(key).not.toBe(method.key)
    expect(await statusOfKey(method.key, node.app)).toBe(404)
    expect(await statusOfKey(key, node.app)).toBe(200)
    expect(await auditOf(method.id)).toContain('sign_in_method.key_renewed')
  })

  it.each(['disable', 'retire'])(
    '%s: neither its page nor a page that is open signs anybody in',
    async (action) => {
      const method = await known()
      expect((await bulk({ action, ids: [method.id] })).body).toMatchObject({ done: 1, blocked: [] })
      expect(await statusOfKey(method.key, node.app)).toBe(404)
      expect((await checkIn(method.id)).status).toBe(404)
    },
  )

  it('that has what is wanted already is not counted, and stays as it is', async () => {
    const [on, off] = [await known(), await known()]
    await bulk({ action: 'disable', ids: [off.id] })
    const seen = () => here.sql`
      select id, last_modified from sign_in_methods where id in (${on.id}, ${off.id}) order by id`
    const before = await seen()
    const [row] = await here.sql`select site_id from sign_in_methods where id = ${on.id}`
    for (const [fields, id] of [
      [{ action: 'enable' }, on.id],
      [{ action: 'disable' }, off.id],
      [{ action: 'move', site_id: String(row?.['site_id']) }, on.id],
    ] as const)
      expect((await bulk({ ...fields, ids: [id] })).body).toEqual({ done: 0, blocked: [], unchanged: [id] })
    expect(await seen()).toEqual(before)
    expect((await bulk({ action: 'enable', ids: [on.id, off.id] })).body).toMatchObject({
      done: 1,
      blocked: [],
      unchanged: [on.id],
    })
  })

  it('enable: it works again', async () => {
    const method = await known()
    await bulk({ action: 'disable', ids: [method.id] })
    await bulk({ action: 'enable', ids: [method.id] })
    expect(await statusOfKey(method.key, node.app)).toBe(200)
    expect((await checkIn(method.id)).status).toBe(200)
  })

  it('a move: the next visitor is on the other site, whose region reads the mobile', async () => {
    const method = await known()
    const { clientId } = here.world.a
    const madrid = await makeSite(here.test.database.db, clientId, { region: 'ES', name: 'Madrid' })
    expect((await bulk({ action: 'move', ids: [method.id], site_id: madrid.id })).body).toMatchObject({
      done: 1,
    })
    const page = await call(here.test, 'GET', `/checkin/machine-data?method=${method.key}`, undefined, {
      app: node.app,
    })
    expect(page.body).toMatchObject({ siteName: 'Madrid', config: { region: 'ES' } })
    expect((await checkIn(method.id, '612 34 56 78')).status).toBe(200)
    const present = await here.sql`select mobile from presence where site_id = ${madrid.id}`
    expect(present).toEqual([{ mobile: '+34612345678' }])
  })
})

describe('a key', () => {
  const issue = (methodId: string, drawn: string[], now = here.test.clock.now) =>
    withScope(here.test.database.db, clientScope(here.world.a.clientId), (tx) =>
      drawKey(tx, { clientId: here.world.a.clientId, methodId }, now, () => drawn.shift() ?? ''),
    )
  const free = async (method: { id: string }) =>
    here.sql`update method_keys set retired_at = ${here.test.clock.now.toISOString()} where method_id = ${method.id}`

  it('that another client has, or has had in the last year, is not given out', async () => {
    const method = await create()
    await free(method)
    const { key: foreign } = here.world.b.method
    expect(await issue(method.id, [foreign, method.key, 'Z2Z2'])).toBe('Z2Z2')
  })

  it('is free again a year after it was retired, and not a day before', async () => {
    const method = await create()
    const renewed = (await ask('POST', `/${method.id}/new-key`)).body as { key: string }
    const { db } = here.test.database
    const rest = async (days: number) => {
      const now = new Date(here.test.clock.now.getTime() + days * DAY_MS)
      expect(await purgeExpired(db, lifecycle.expires, now)).toEqual([])
      const rows =
        await here.sql`select key from method_keys where method_id = ${method.id} order by created_at`
      return rows.map(({ key }) => key as string).toSorted()
    }
    expect(await rest(364)).toEqual([method.key, renewed.key].toSorted())
    expect(await rest(366)).toEqual([renewed.key])
  })

  it('is renewed once where five ask at the same moment for it, and the others are told of its key', async () => {
    const method = await create()
    const renewals = await atOnce(here.sql, ['sign_in_methods', method.id], 5, () =>
      ask('POST', `/${method.id}/new-key`),
    )
    const live = await here.sql<{ key: string }[]>`
      select key from method_keys where method_id = ${method.id} and retired_at is null`
    expect(live).toHaveLength(1)
    expect(renewals.filter(({ status }) => status === 200).map(({ body }) => body['key'])).toEqual([
      live[0]?.key,
    ])
    const told = renewals.filter(({ status }) => status !== 200)
    expect(told).toEqual(
      Array.from({ length: 4 }, () =>
        expect.objectContaining({
          status: 412,
          body: expect.objectContaining({
            code: 'changed_meanwhile',
            current: expect.objectContaining({ key: live[0]?.key }),
          }),
        }),
      ),
    )
    expect(
      (await auditOf(method.id)).filter((action) => action === 'sign_in_method.key_renewed'),
    ).toHaveLength(1)
  })

  it('is new for a client only so often, by a renewal or a new method; other clients go on', async () => {
    const { db } = here.test.database
    const { id: clientId } = await makeClient(db)
    const { id: siteId } = await makeSite(db, clientId)
    const method = await makeMethod(db, clientId, siteId)
    const token = await openSession(here.test, {
      clientId,
      userId: (await makeUser(db, here.test.passwords, clientId, { admin: true })).id,
      admin: true,
    })
    const renew = () => ask('POST', `/${method.id}/new-key`, undefined, token)
    const add = () => ask('POST', '', { type: 'qr', name: 'Door', site_id: siteId }, token)
    // One that is refused takes nothing.
    const stale = await ask('POST', `/${method.id}/new-key`, undefined, token, { 'if-match': '"1"' })
    expect(stale.status).toBe(412)
    expect((await add()).status).toBe(201)
    const { burst } = rateRules.newMethodKeys
    // One is taken, and one is left for a renewal.
    for (let count = 2; count < burst; count += 1) await here.test.limits.take('newMethodKeys', clientId)
    expect((await renew()).status).toBe(200)
    for (const refused of [await renew(), await add()]) {
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    const keys = await here.sql`select from method_keys where client_id = ${clientId}`
    expect(keys).toHaveLength(3)
    expect((await ask('POST', `/${(await create()).id}/new-key`)).status).toBe(200)
  })
  it('is not renewed by somebody who has not seen the present one', async () => {
    const method = await create()
    const seen = { 'if-match': `"${method.last_modified}"` }
    const renewed = await ask('POST', `/${method.id}/new-key`, undefined, undefined, seen)
    expect(renewed.status).toBe(200)
    const refused = await ask('POST', `/${method.id}/new-key`, undefined, undefined, seen)
    expect(refused).toMatchObject({ status: 412, body: { current: { key: renewed.body['key'] } } })
  })
})

describe('somebody without the right', () => {
  /** Manages another site of the client, and is staff at the one of the method. */
  let manager: string
  beforeEach(async () => {
    const { clientId, otherSiteId } = here.world.a
    const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
      access: [
        { siteId: otherSiteId, userType: 'Manager' },
        { siteId: site.id, userType: 'Staff' },
      ],
    })
    manager = await openSession(here.test, { clientId, userId })
  })
  const stored = async (id: string) =>
    (await here.sql`select * from sign_in_methods where id = ${id}`).map((row) => JSON.stringify(row))

  it('changes nothing, by path, by body or by list, and is told no more than of what does not exist', async () => {
    const method = await create()
    const before = await stored(method.id)
    const { tokens, a } = here.world
    const strangers = { manager, staff: tokens['staff A'], 'admin B': tokens['admin B'] }
    for (const [who, token] of Object.entries(strangers)) {
      const answers = async (id: string) => [
        await ask('PATCH', `/${id}`, { name: 'Mine' }, token),
        await ask('PATCH', `/${id}`, { site_id: a.otherSiteId }, token),
        await ask('POST', `/${id}/new-key`, undefined, token),
      ]
      const shown = (list: Awaited<ReturnType<typeof answers>>) =>
        list.map(({ status, text }) => ({ status, text }))
      expect(shown(await answers(method.id)), who).toEqual(shown(await answers(newId())))
      for (const action of ['enable', 'disable', 'retire', 'move']) {
        const list = await bulk(
          { action, ids: [method.id], site_id: action === 'move' ? a.otherSiteId : undefined },
          token,
        )
        expect(list.body['done'] ?? 0, `${who} ${action}`).toBe(0)
      }
    }
    expect(await stored(method.id)).toEqual(before)
    expect(await statusOfKey(method.key)).toBe(200)
  })

  it('who sees a method is told in the list of a bulk action that it is not allowed', async () => {
    const method = await create()
    const foreign = here.world.b.method.id
    const { body } = await bulk({ action: 'disable', ids: [method.id, foreign] }, manager)
    const blocked = body['blocked'] as { id: string; code: string }[]
    expect(body['done']).toBe(0)
    expect(Object.fromEntries(blocked.map(({ id, code }) => [id, code]))).toEqual({
      [method.id]: 'forbidden',
      [foreign]: 'not_found',
    })
    const all = await bulk({ action: 'disable', matching: { search: 'front door' } }, manager)
    expect(all.body).toEqual({ done: 0, blocked: [] })
  })

  it('moves nothing to a site that somebody else manages, nor out of another client', async () => {
    const { a, b, tokens } = here.world
    const own = await makeMethod(here.test.database.db, a.clientId, a.otherSiteId)
    expect((await bulk({ action: 'move', ids: [own.id], site_id: site.id }, manager)).status).toBe(404)
    expect((await ask('PATCH', `/${own.id}`, { site_id: site.id }, manager)).status).toBe(404)
    const stolen = await bulk({ action: 'move', ids: [b.method.id], site_id: site.id }, tokens['admin A'])
    expect(stolen.body).toMatchObject({ done: 0, blocked: [{ id: b.method.id, code: 'not_found' }] })
  })

  it('gets no code of a method that is not there to see, and only the code of one that is', async () => {
    const method = await create()
    const poster = async (id: string, token: string | undefined) => {
      const answer = await here.get(`/sign-in-methods/${id}/qr?format=svg`, token)
      return { status: answer.statusCode, body: answer.body }
    }
    const { tokens } = here.world
    for (const token of [tokens['staff A'], tokens['admin B']])
      expect(await poster(method.id, token)).toEqual(await poster(newId(), token))
    expect((await poster(method.id, manager)).status).toBe(200)
    expect((await poster(method.id, undefined)).status).toBe(401)
  })

  it('who works in one client reaches no method of another, and with none chosen makes none', async () => {
    const token = here.world.tokens['site_admin'] ?? ''
    const inB = { token, headers: { 'x-client-id': here.world.b.clientId } }
    const method = await create()
    const answers = [
      await call(here.test, 'GET', `/sign-in-methods/${method.id}`, undefined, inB),
      await call(here.test, 'PATCH', `/sign-in-methods/${method.id}`, { name: 'Mine' }, inB),
      await call(here.test, 'POST', `/sign-in-methods/${method.id}/new-key`, undefined, inB),
      await call(here.test, 'POST', '/sign-in-methods', { type: 'qr', name: 'Mine', site_id: site.id }, inB),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    const unchosen = await ask('POST', '', { type: 'qr', name: 'Mine', site_id: site.id }, token)
    expect([unchosen.status, unchosen.body['code']]).toEqual([422, 'client_not_chosen'])
  })
})

describe('a bulk action', () => {
  it('to move keeps the key, and the log names both sites', async () => {
    const method = await create()
    const target = await makeSite(here.test.database.db, here.world.a.clientId, { name: 'Annex' })
    expect((await bulk({ action: 'move', ids: [method.id], site_id: target.id })).body).toMatchObject({
      done: 1,
      blocked: [],
    })
    expect((await ask('GET', `/${method.id}`)).body).toMatchObject({ key: method.key, site_name: 'Annex' })
    const [entry] = await here.sql`
      select details from audit_entries where target_id = ${method.id} and action = 'sign_in_method.moved'`
    expect(entry?.['details']).toMatchObject({
      before: { site_id: site.id },
      after: { site_id: target.id, site_name: 'Annex' },
    })
  })

  it('is seen by whoever edits the method meanwhile, also within the same millisecond', async () => {
    const method = await create()
    await bulk({ action: 'disable', ids: [method.id] })
    const headers = { 'if-match': `"${method.last_modified}"` }
    const path = `/sign-in-methods/${method.id}`
    const late = await call(here.test, 'PATCH', path, { name: 'Late' }, { token: admin, headers })
    expect([late.status, late.body['code']]).toEqual([412, 'changed_meanwhile'])
  })

  it('says what an undo sends back, which takes back only what nobody has changed since', async () => {
    const [one, two, gone] = [await create(), await create(), await create()]
    const ids = [one.id, two.id, gone.id]
    const { db } = here.test.database
    const { clientId } = here.world.a
    const [annex, elsewhere] = [await makeSite(db, clientId), await makeSite(db, clientId)]
    const { body } = await bulk({ action: 'move', ids, site_id: annex.id })
    const undo = body['undo'] as Record<string, { last_modified: string; site_id: string }>
    for (const id of ids) {
      const now = (await ask('GET', `/${id}`)).body
      expect(undo[id]).toEqual({ last_modified: now['last_modified'], site_id: site.id })
    }
    await ask('PATCH', `/${two.id}`, { site_id: elsewhere.id })
    await bulk({ action: 'retire', ids: [gone.id] })
    const versions = Object.fromEntries(Object.entries(undo).map(([id, left]) => [id, left.last_modified]))
    const siteIds = Object.fromEntries(ids.map((id) => [id, site.id]))
    const back = await bulk({ action: 'move', ids, site_ids: siteIds, versions })
    expect(back.body).toMatchObject({ done: 1 })
    expect(back.body['blocked']).toHaveLength(2)
    expect(back.body['blocked']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: two.id, code: 'changed_meanwhile' }),
        expect.objectContaining({ id: gone.id, code: 'method_retired' }),
      ]),
    )
    expect((await ask('GET', `/${one.id}`)).body).toMatchObject({ site_id: site.id })
    expect((await ask('GET', `/${two.id}`)).body).toMatchObject({ site_id: elsewhere.id })
  })

  it('gives each moved method its own site back in one call, but for a site that is gone', async () => {
    const { db } = here.test.database
    const { clientId } = here.world.a
    const [annex, hall, gone] = [
      await makeSite(db, clientId),
      await makeSite(db, clientId),
      await makeSite(db, clientId),
    ]
    const [one, two, three] = [await create(), await create(), await create()]
    await ask('PATCH', `/${two.id}`, { site_id: hall.id })
    await ask('PATCH', `/${three.id}`, { site_id: gone.id })
    const ids = [one.id, two.id, three.id]
    const { body } = await bulk({ action: 'move', ids, site_id: annex.id })
    await call(here.test, 'POST', '/sites/bulk', { action: 'archive', ids: [gone.id] }, { token: admin })
    const undo = body['undo'] as Record<string, { site_id: string }>
    const siteIds = Object.fromEntries(Object.entries(undo).map(([id, left]) => [id, left.site_id]))
    const back = await bulk({ action: 'move', ids, site_ids: siteIds })
    expect(back.body).toMatchObject({ done: 2, blocked: [{ id: three.id, code: 'not_found' }] })
    const siteOf = async (id: string) => (await ask('GET', `/${id}`)).body['site_id']
    expect(await Promise.all(ids.map(siteOf))).toEqual([site.id, hall.id, annex.id])
  })

  it('on all that match says the version of each, not whence it came', async () => {
    const method = await create({ name: 'Lonely gate' })
    const { body } = await bulk({ action: 'disable', matching: { search: 'lonely gate' } })
    const { last_modified: left } = (await ask('GET', `/${method.id}`)).body
    expect(body['undo']).toEqual({ [method.id]: { last_modified: left } })
  })

  it('a site that is archived meanwhile is refused at its field, by each way of choosing it', async () => {
    const method = await create()
    const gone = await makeSite(here.test.database.db, here.world.a.clientId, { status: 'archived' })
    const fields = { site_id: 'site_unknown' }
    for (const refused of [
      await ask('POST', '', { type: 'qr', name: 'Late', site_id: gone.id }),
      await ask('PATCH', `/${method.id}`, { site_id: gone.id }),
      await bulk({ action: 'move', ids: [method.id], site_id: gone.id }),
    ])
      expect([refused.status, refused.body['field_codes']]).toEqual([404, fields])
  })

  it('to move needs a site, one that the person may manage', async () => {
    const method = await create()
    const without = await bulk({ action: 'move', ids: [method.id] })
    expect([without.status, without.body['field_codes']]).toEqual([422, { site_id: 'site_required' }])
    for (const site_id of [here.world.b.siteId, newId()])
      expect((await bulk({ action: 'move', ids: [method.id], site_id })).status).toBe(404)
  })

  it('leaves retired, foreign and absent ones as they are and says so; the others go through', async () => {
    const [method, retired, absent] = [await create(), await create(), newId()]
    await bulk({ action: 'retire', ids: [retired.id] })
    const foreign = here.world.b.method.id
    const { body } = await bulk({ action: 'disable', ids: [method.id, retired.id, foreign, absent] })
    expect(body).toMatchObject({ done: 1 })
    const blocked = body['blocked'] as { id: string; code: string; message: string }[]
    const codes = Object.fromEntries(blocked.map(({ id, code }) => [id, code]))
    expect(codes).toEqual({ [retired.id]: 'method_retired', [foreign]: 'not_found', [absent]: 'not_found' })
    expect(await statusOfKey(here.world.b.method.key)).toBe(200)
    expect(await auditOf(method.id)).toEqual(['sign_in_method.created', 'sign_in_method.disabled'])
  })

  it('never moves a method to another client, whoever asks', async () => {
    const method = await create()
    const ids = [method.id, here.world.b.method.id]
    const moved = await bulk(
      { action: 'move', ids, site_id: here.world.b.otherSiteId },
      here.world.tokens['site_admin'],
    )
    expect(moved.body).toMatchObject({ done: 1, blocked: [{ id: method.id, code: 'not_found' }] })
    await bulk({ action: 'move', ids, site_id: here.world.b.siteId }, here.world.tokens['site_admin'])
    expect((await ask('GET', `/${method.id}`)).body).toMatchObject({ site_id: site.id })
  })

  it('on all that match reaches exactly the rows of the filter', async () => {
    const [one, two] = [await create({ name: 'Gate 1' }), await create({ name: 'Gate 2' })]
    const door = await create({ name: 'Door' })
    const { body } = await bulk({ action: 'disable', matching: { site: site.id, search: 'gate' } })
    expect(body).toMatchObject({ done: 2, blocked: [], changed: [one.id, two.id].toSorted() })
    const statuses = await Promise.all([one, two, door].map(({ key }) => statusOfKey(key)))
    expect(statuses).toEqual([404, 404, 200])
  })

  it('retires for good: nothing changes a retired method, and its serial number is free', async () => {
    const method = await create({ serial_number: 'R-1' })
    await bulk({ action: 'retire', ids: [method.id] })
    expect((await ask('GET', `/${method.id}`)).body).toMatchObject({
      key: null,
      url: null,
      enabled: false,
      can_manage: false,
      retired_at: here.test.clock.now.toISOString(),
    })
    const refused = [
      await ask('PATCH', `/${method.id}`, { name: 'Again' }),
      await ask('POST', `/${method.id}/new-key`),
    ]
    expect(refused.map(({ status, body }) => [status, body['code']])).toEqual([
      [422, 'method_retired'],
      [422, 'method_retired'],
    ])
    await create({ serial_number: 'R-1' })
  })
})

describe('the colours of a page', () => {
  let pages: TestApp
  beforeAll(async () => {
    pages = await buildTestApp({ withPages: true })
  })
  afterAll(() => pages.close())
  const accentIn = (body: string) => /<style>:root,\[data-look\]\{--accent:(#[\da-f]{6})/.exec(body)?.[1]

  it.each([
    { of: 'the look', own: {}, client: {}, accent: undefined },
    { of: 'the client', own: {}, client: { accent: '#7a1f3d' }, accent: '#7a1f3d' },
    { of: 'the method', own: { colours }, client: { accent: '#7a1f3d' }, accent: '#015c5d' },
  ])('are those of $of', async ({ own, client, accent }) => {
    const { db } = pages.database
    const { id: clientId } = await makeClient(db, client)
    const { id: siteId } = await makeSite(db, clientId)
    const { key } = await makeMethod(db, clientId, siteId, own)
    const { body, headers } = await pages.app.inject(`/${key}`)
    expect(accentIn(body)).toBe(accent)
    const styles = Array.from(body.matchAll(/<style>([^<]*)<\/style>/g), ([, style = '']) => style)
    for (const style of styles) {
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    }
  })
})

describe('the page of a key', () => {
  let pages: TestApp
  let node: Awaited<ReturnType<typeof buildSecondNode>>
  beforeAll(async () => {
    pages = await buildTestApp({ withPages: true })
    node = await buildSecondNode(pages)
  })
  afterAll(async () => {
    await node.close()
    await pages.close()
  })

  it('that was renewed on another node is not valid from then on', async () => {
    const { db } = pages.database
    const { id: clientId } = await makeClient(db)
    const { id: siteId } = await makeSite(db, clientId)
    const method = await makeMethod(db, clientId, siteId)
    const { id: userId } = await makeUser(db, pages.passwords, clientId, { admin: true })
    const token = await openSession(pages, { clientId, userId })
    const statusOf = async (key: string) => (await pages.app.inject(`/${key}`)).statusCode
    expect(await statusOf(method.key)).toBe(200)
    const renewed = await call(pages, 'POST', `/sign-in-methods/${method.id}/new-key`, undefined, {
      token,
      app: node.app,
    })
    expect(await statusOf(method.key)).toBe(404)
    expect(await statusOf(String(renewed.body['key']))).toBe(200)
  })
})

describe('whether the site of a method is archived', () => {
  const isMarked = async (id: string) =>
    (await here.sql`select site_archived from sign_in_methods where id = ${id}`)[0]?.['site_archived']
  const setStatus = (status: string, sql = here.sql) =>
    sql`update sites set status = ${status} where id = ${site.id}`

  it('is kept with the method, whatever changes', async () => {
    const { id } = await create()
    const clientId = here.world.a.clientId
    expect(await isMarked(id)).toBe(false)
    await setStatus('archived')
    expect(await isMarked(id)).toBe(true)
    const late = await makeMethod(here.test.database.db, clientId, site.id)
    expect(await isMarked(late.id)).toBe(true)
    const other = await makeSite(here.test.database.db, clientId)
    await here.sql`update sign_in_methods set site_id = ${other.id} where id = ${late.id}`
    expect(await isMarked(late.id)).toBe(false)
    await setStatus('active')
    expect(await isMarked(id)).toBe(false)
    await here.sql`update sign_in_methods set site_archived = true where id = ${id}`
    expect(await isMarked(id)).toBe(false)
  })
  it('is right for a method that is made while its site is archived, in either order', async () => {
    const made = newId(new Date())
    const insert = (sql: Pick<typeof here.sql, 'unsafe'>, id: string) =>
      sql.unsafe(
        `insert into sign_in_methods (client_id, id, site_id, type, name) values ($1, $2, $3, 'qr', 'Side door')`,
        [here.world.a.clientId, id, site.id],
      )
    let archiving: Promise<unknown> = Promise.resolve()
    await here.sql.begin(async (tx) => {
      await insert(tx, made)
      archiving = setStatus('archived').execute()
      await waitForLocks(here.sql)
    })
    await archiving
    expect(await isMarked(made)).toBe(true)
    await setStatus('active')
    const second = newId(new Date())
    let inserting: Promise<unknown> = Promise.resolve()
    await here.sql.begin(async (tx) => {
      await tx`update sites set status = 'archived' where id = ${site.id}`
      inserting = insert(here.sql, second).execute()
      await waitForLocks(here.sql)
    })
    await inserting
    expect(await isMarked(second)).toBe(true)
  })
})
