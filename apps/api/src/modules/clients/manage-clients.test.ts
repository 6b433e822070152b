import { serverLimits } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atOnce } from '../../../test/at-once.ts'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { leaveTokens } from '../../../test/leave-tokens.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { call, goodPassword, makeMember, signIn } from '../../../test/staff.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let own: { id: string }
let harbour: { id: string }
let token: string
let admin: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  own = await makeClient(test.database.db, { name: 'Operator', companyNo: 'OP-1' })
  harbour = await makeClient(test.database.db, { name: 'Harbour', companyNo: 'HV-1', country: 'Australia' })
  await makeClient(test.database.db, {
    name: 'Zürich Halle',
    companyNo: 'ZH-1',
    country: 'Schweiz',
    enabled: false,
  })
  token = (await signIn(test, await makeMember(test, own.id, { siteAdmin: true }))).token
  admin = (await signIn(test, await makeMember(test, harbour.id, { admin: true }))).token
})
afterAll(() => test.close())

const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object | object[], who = token) =>
  call(test, method, path, body, { token: who })
interface Row extends Record<string, unknown> {
  name: string
  total: number
}
const list = async (query = '') => (await ask('GET', `/client?${query}`)).body as unknown as Row[]
const names = (rows: Row[]) => rows.map(({ name }) => name)

describe('GET /client', () => {
  it.each(['sort=phone asc', 'sort=name up', 'page=0', 'per_page=101', 'enabled=all', 'nonsense=1'])(
    'answers 400 to %s',
    async (query) => expect((await ask('GET', `/client?${query}`)).status).toBe(400),
  )
  it('is an array whose rows each carry the total', async () => {
    const rows = await list('per_page=2')
    expect(names(rows)).toEqual(['Harbour', 'Operator'])
    expect(rows.map(({ total }) => total)).toEqual([3, 3])
    expect(names(await list('per_page=2&page=2'))).toEqual(['Zürich Halle'])
  })
  it.each([
    ['search=zurich', ['Zürich Halle']],
    ['search=hv-1', ['Harbour']],
    ['country=Australia', ['Harbour']],
    ['enabled=false', ['Zürich Halle']],
    ['enabled=true', ['Harbour', 'Operator']],
    ['sort=name desc', ['Zürich Halle', 'Operator', 'Harbour']],
    ['sort=company_no asc', ['Harbour', 'Operator', 'Zürich Halle']],
    ['sort=country desc', ['Zürich Halle', 'Harbour', 'Operator']],
    ['search=%25', []],
  ])('by %s', async (query, expected) => expect(names(await list(query))).toEqual(expected))
})

describe('POST /client', () => {
  it.each([
    [{ company_no: 'N-1' }, 400, 'name'],
    [{ name: 'New', company_no: ' ' }, 400, 'company_no'],
    [{ name: 'New', company_no: 'HV-1' }, 409, 'company_no'],
    [{ name: 'New', company_no: 'N-1', phone: '12' }, 422, 'phone'],
    [{ name: 'New', company_no: 'N-1', time_zone: 'Mars/Base' }, 400, 'time_zone'],
    [{ name: 'New', company_no: 'N-1', region: 'QQ' }, 400, 'region'],
    [{ name: 'New', company_no: 'N-1', enabled: true }, 400, 'enabled'],
  ])('refuses %j', async (body, status, field) => {
    const response = await ask('POST', '/client', body)
    expect(response.status).toBe(status)
    expect(response.body['fields']).toHaveProperty(field)
    expect(await sql`select from clients where name = 'New'`).toEqual([])
  })
  it('makes one client of twenty with the same company number', async () => {
    const body = { name: 'Twin', company_no: 'TW-1' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask('POST', '/client', body)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19)
    await sql`update clients set enabled = false where company_no = 'TW-1'`
  })
  it('starts with a site and a method by QR code that lets a visitor in', async () => {
    const input = {
      name: 'Lima',
      company_no: 'LI-1',
      region: 'PE',
      time_zone: 'America/Lima',
      language: 'es',
    }
    const { status, body } = await ask('POST', '/client', { ...input, phone: '912 345 678' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...input, phone: '+51912345678', enabled: true, look: 'presence' })
    const [made] = await sql`
      select k.key, s.name, s.time_zone, s.region, m.type, m.name as method from method_keys k
      join sign_in_methods m on m.id = k.method_id join sites s on s.id = m.site_id where m.client_id = ${String(body['id'])}`
    expect(made).toMatchObject({
      name: 'Lima',
      time_zone: 'America/Lima',
      region: 'PE',
      type: 'qr',
      method: 'Recepción',
    })
    const page = await call(test, 'GET', `/checkin/machine-data?method=${String(made?.['key'])}`)
    expect(page.body).toMatchObject({ siteName: 'Lima', config: { region: 'PE' } })
    const entries = await sql`
      select action, details from audit_entries where client_id = ${String(body['id'])} order by action`
    expect(entries.map(({ action, details }) => [action, details.after])).toEqual([
      ['client.created', expect.objectContaining({ name: 'Lima', company_no: 'LI-1' })],
      ['sign_in_method.created', expect.objectContaining({ name: 'Recepción', type: 'qr' })],
      ['site.created', expect.objectContaining({ name: 'Lima', time_zone: 'America/Lima' })],
    ])
  })
})

describe('PUT /client/{id}', () => {
  it('takes the same body, and leaves what is absent', async () => {
    const body = { name: 'Harbour Venues', company_no: 'HV-2', street: 'Quay 1' }
    expect((await ask('PUT', `/client/${harbour.id}`, body)).body).toMatchObject({
      ...body,
      country: 'Australia',
    })
    expect((await ask('PUT', `/client/${harbour.id}`, { name: 'Harbour' })).status).toBe(400)
    expect((await ask('PUT', `/client/${harbour.id}`, body, admin)).status).toBe(403)
  })
})

describe('enabling and disabling', () => {
  it.each([[{ id: 'x', enabled: true }], [[{ id: crypto.randomUUID() }]], [[{ enabled: true }]]])(
    'refuses %j',
    async (body) => expect((await ask('PATCH', '/client', body)).status).toBe(400),
  )
  it('ends the sessions of the client at once and closes its guest pages; enabling opens them', async () => {
    const site = await makeSite(test.database.db, harbour.id)
    const method = await makeMethod(test.database.db, harbour.id, site.id)
    const page = () => call(test, 'GET', `/checkin/machine-data?method=${method.key}`)
    const second = await buildSecondNode(test)
    const onSecond = () =>
      call(test, 'GET', `/checkin/machine-data?method=${method.key}`, undefined, { app: second.app })
    expect([(await page()).status, (await onSecond()).status]).toEqual([200, 200])
    const disabled = await ask('PATCH', '/client', [{ id: harbour.id, enabled: false }])
    expect(disabled.body).toMatchObject({ updated: 1, blocked: [], changed: [harbour.id] })
    expect([(await page()).status, (await onSecond()).status]).toEqual([404, 404])
    expect((await ask('GET', '/me', undefined, admin)).status).toBe(401)
    expect((await ask('PATCH', '/client', [{ id: harbour.id, enabled: false }])).body).toMatchObject({
      updated: 0,
    })
    expect((await ask('PATCH', '/client', [{ id: harbour.id, enabled: true }])).body).toMatchObject({
      updated: 1,
    })
    expect([(await page()).status, (await onSecond()).status]).toEqual([200, 200])
    const actions =
      await sql`select action from audit_entries where target_id = ${harbour.id} and action like 'client.%abled' order by id`
    expect(actions.map(({ action }) => String(action))).toEqual(['client.disabled', 'client.enabled'])
    await second.close()
  })
  it('leaves those as they are that have moved on since the version of an undo, and says so', async () => {
    const first = await ask('PATCH', '/client', [{ id: harbour.id, enabled: false }])
    const { undo } = first.body as { undo: Record<string, { last_modified: string }> }
    const back = { id: harbour.id, enabled: true, last_modified: undo[harbour.id]?.last_modified }
    // Somebody else enables and disables it again.
    for (const enabled of [true, false]) await ask('PATCH', '/client', [{ id: harbour.id, enabled }])
    expect((await ask('PATCH', '/client', [back])).body).toMatchObject({
      updated: 0,
      blocked: [{ id: harbour.id, code: 'changed_meanwhile' }],
    })
    const [now] = await sql`select last_modified from clients where id = ${harbour.id}`
    const version = now?.['last_modified'] as Date | undefined
    const fresh = { ...back, last_modified: version?.toISOString() }
    expect((await ask('PATCH', '/client', [fresh])).body).toMatchObject({ updated: 1, blocked: [] })
    // The same undo, asked for again because its answer was lost.
    expect((await ask('PATCH', '/client', [fresh])).body).toMatchObject({
      updated: 0,
      blocked: [],
      changed: [],
    })
  })
  it('leaves the own client and unknown ones as they are, and says so', async () => {
    const unknown = crypto.randomUUID()
    const { body } = await ask('PATCH', '/client', [
      { id: own.id, enabled: false },
      { id: unknown, enabled: false },
    ])
    expect(body).toMatchObject({
      updated: 0,
      blocked: [
        { id: own.id, code: 'own_client' },
        { id: unknown, code: 'not_found' },
      ],
    })
    expect((await ask('GET', '/me')).status).toBe(200)
  })
  it('of all goes by the filters, and never by others', async () => {
    const states = () => sql`select name from clients where enabled and company_no <> 'LI-1' order by name`
    expect((await ask('PATCH', '/client/all?search=zurich', { enabled: true })).body).toEqual({
      updated: 1,
      blocked: [],
      changed: [expect.any(String)],
      undo: expect.any(Object),
    })
    expect((await ask('PATCH', '/client/all?search=zurich', { enabled: true })).body).toEqual({
      updated: 0,
      blocked: [],
    })
    expect((await states()).map(({ name }) => String(name))).toEqual([
      'Harbour Venues',
      'Operator',
      'Zürich Halle',
    ])
    expect((await ask('PATCH', '/client/all', { enabled: false })).body).toMatchObject({
      blocked: [{ id: own.id, code: 'own_client' }],
    })
    expect((await states()).map(({ name }) => String(name))).toEqual(['Operator'])
    await ask('PATCH', '/client/all', { enabled: true })
    expect((await ask('PATCH', '/client/all?sort=name asc', { enabled: true })).status).toBe(400)
  })
})

describe('the invitation of an admin', () => {
  const invite = async (id = harbour.id) => {
    const { body } = await ask('POST', `/client/${id}/invitation`)
    return new URL(String(body['url'])).searchParams.get('token') ?? ''
  }
  const person = (secret: string, changes: object = {}) => ({
    token: secret,
    email: `ana-${crypto.randomUUID()}@test.example`,
    password: goodPassword,
    first_name: 'Ana',
    last_name: 'Silva',
    ...changes,
  })
  const accept = (body: object) => call(test, 'POST', '/invitation', body)
  const isGood = async (secret: string) =>
    (await call(test, 'POST', '/invitation/validate', { token: secret })).body

  it('is not for unknown clients, and no other text is one', async () => {
    expect((await ask('POST', `/client/${crypto.randomUUID()}/invitation`)).status).toBe(404)
    for (const forged of ['x', 'x'.repeat(43), "' or true --"]) {
      expect(await isGood(forged)).toEqual({ validated: false, client_name: null })
      expect((await accept(person(forged))).body).toMatchObject({ code: 'invalid_token' })
    }
  })
  it('works where others at the address have tried unknown ones until they were refused', async () => {
    const url = (await ask('POST', `/client/${harbour.id}/invitation`)).body['url']
    const secret = new URL(String(url)).searchParams.get('token') ?? ''
    const ip = '10.77.0.1'
    const look = (tried: string) => call(test, 'POST', '/invitation/validate', { token: tried }, { ip })
    await leaveTokens(test, 'unknownOneTimeToken', ip, 1)
    expect([(await look('x')).status, (await look('x')).status]).toEqual([200, 429])
    expect((await look(secret)).body).toMatchObject({ validated: true })
    expect((await call(test, 'POST', '/invitation', person(secret), { ip })).status).toBe(204)
  })
  it('gives one link where five ask at the same moment for one, and the others are told', async () => {
    for (const kind of ['the first', 'another']) {
      const made = await atOnce(sql, ['clients', harbour.id], 5, () =>
        ask('POST', `/client/${harbour.id}/invitation`),
      )
      const statuses = made.map(({ status }) => status).toSorted((one, other) => one - other)
      expect(statuses, kind).toEqual([201, 409, 409, 409, 409])
      const codes = made.map(({ body }) => body['code']).filter((code) => code !== undefined)
      expect(codes).toEqual(Array.from({ length: 4 }, () => 'renewed_meanwhile'))
      const link = made.find(({ status }) => status === 201)?.body['url']
      expect(await isGood(new URL(String(link)).searchParams.get('token') ?? '')).toMatchObject({
        validated: true,
      })
    }
  })
  it('names the client, makes an admin of it once, and asks for a good password', async () => {
    const earlier = await invite()
    const secret = await invite()
    expect(await isGood(earlier)).toMatchObject({ validated: false })
    expect(await isGood(secret)).toEqual({ validated: true, client_name: 'Harbour Venues' })
    expect((await accept(person(secret, { password: 'Harbour-Venues-1' }))).body).toMatchObject({
      code: 'weak_password',
    })
    const responses = await Promise.all(Array.from({ length: 20 }, () => accept(person(secret))))
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
    const [made] =
      await sql`select email, admin, site_admin from users where first_name = 'Ana' and client_id = ${harbour.id}`
    expect(made).toMatchObject({ admin: true, site_admin: false })
    const session = await signIn(test, { email: String(made?.['email']), password: goodPassword })
    expect((await call(test, 'GET', '/me', undefined, session)).body).toMatchObject({
      client_name: 'Harbour Venues',
    })
  })
  it('stays good where the email is taken, and ends with its time or its client', async () => {
    const secret = await invite()
    const [taken] = await sql`select email from users limit 1`
    expect((await accept(person(secret, { email: taken?.['email'] }))).body).toMatchObject({
      code: 'conflict',
      field_codes: { email: 'already_in_use' },
    })
    await ask('PATCH', '/client', [{ id: harbour.id, enabled: false }])
    expect(await isGood(secret)).toMatchObject({ validated: false })
    await ask('PATCH', '/client', [{ id: harbour.id, enabled: true }])
    expect(await isGood(secret)).toMatchObject({ validated: true })
    const start = test.clock.now
    test.clock.now = new Date(start.getTime() + serverLimits.clientInvitationDays * 86_400_000)
    expect(await isGood(secret)).toMatchObject({ validated: false })
    test.clock.now = start
  })
})

describe('the client that a site_admin works in', () => {
  const sitesOf = async (chosen: string | undefined, who = token) => {
    const headers: Record<string, string> = chosen === undefined ? {} : { 'x-client-id': chosen }
    return call(test, 'GET', '/sites/options', undefined, { token: who, headers })
  }

  it('narrows everything to it', async () => {
    await makeSite(test.database.db, own.id, { name: 'Operator’s site' })
    const { body } = await sitesOf(own.id)
    expect(body['items']).toEqual([{ id: expect.any(String), name: 'Operator’s site' }])
    expect(((await sitesOf(undefined)).body['items'] as object[]).length).toBeGreaterThan(1)
  })
  it('is no limit for what is about the clients themselves', async () => {
    const headers = { 'x-client-id': own.id }
    const inOwn = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
      call(test, method, path, body, { token, headers })
    const all = (await inOwn('GET', '/client')).body as unknown as Row[]
    expect(names(all)).toContain('Harbour Venues')
    expect((await inOwn('POST', `/client/${harbour.id}/invitation`)).status).toBe(201)
    expect((await inOwn('PATCH', `/client/${harbour.id}`, { street: 'Quay 2' })).status).toBe(200)
  })
  it.each(['nobody', '', crypto.randomUUID()])('is not there: %s', async (id) =>
    expect((await sitesOf(id)).status).toBe(404),
  )
  it('is the own one for everybody else', async () => {
    const session = await signIn(test, await makeMember(test, harbour.id, { admin: true }))
    expect((await sitesOf(harbour.id, session.token)).status).toBe(200)
    expect((await sitesOf(harbour.id.toUpperCase(), session.token)).status).toBe(200)
    expect((await sitesOf(own.id, session.token)).text).toBe(
      (await sitesOf(crypto.randomUUID(), session.token)).text,
    )
  })
})

describe('a row of the list', () => {
  it('tells how many people are logged in and how many sign-in pages are open', async () => {
    const { db } = test.database
    const venue = await makeClient(db, { name: 'Busy venue', companyNo: 'BV-1' })
    const site = await makeSite(db, venue.id)
    const [, disabled] = [await makeMethod(db, venue.id, site.id), await makeMethod(db, venue.id, site.id)]
    await sql`update sign_in_methods set enabled = false where id = ${disabled.id}`
    const person = await makeMember(test, venue.id)
    await signIn(test, person)
    await signIn(test, person)
    const gone = await makeMember(test, venue.id)
    await signIn(test, gone)
    await sql`update sessions set revoked_at = now() where user_id = ${gone.id}`
    expect(await list('search=busy venue')).toMatchObject([{ people_logged_in: 1, sign_in_pages: 1 }])
  })
})
