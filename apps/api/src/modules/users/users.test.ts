import type { ListedUser, User } from '@gatehouse/validation/endpoints/users'
import type { BulkResult } from '@gatehouse/validation/list-endpoint'
import { rateRules } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../db/client.ts'
import { atOnce } from '../../../test/at-once.ts'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { countQueries } from '../../../test/count-queries.ts'
import { makeClient, makeSite, makeUser, type NewUser } from '../../../test/factories.ts'
import { tokenInText } from '../../../test/mail-links.ts'
import { everyFourth, isFull } from '../../../test/runs.ts'
import { call, goodPassword, makeMember, type Member, signIn, statusesOf } from '../../../test/staff.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { waitForLocks } from '../../../test/wait-for-locks.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let siteId: string
let otherSiteId: string
let admin: Member
let token: string
let foreign: { clientId: string; siteId: string; userId: string; token: string }

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
afterAll(() => test.close())

beforeEach(async () => {
  const { db } = test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId, { name: 'Quay' })).id
  otherSiteId = (await makeSite(db, clientId, { name: 'Annexe' })).id
  admin = await make({ admin: true, firstName: 'Ada', lastName: 'Admin' })
  token = (await signIn(test, admin)).token
  const other = (await makeClient(db)).id
  foreign = {
    clientId: other,
    siteId: (await makeSite(db, other)).id,
    userId: (await makeMember(test, other)).id,
    token: (await signIn(test, await makeMember(test, other, { admin: true }))).token,
  }
})

const make = (fields: NewUser = {}) => makeMember(test, clientId, fields)
const at = (site: string, userType: 'Manager' | 'Staff' | 'Device' | 'Guest') => ({ siteId: site, userType })
const makeManager = async (fields: NewUser = {}) => {
  const member = await make({ access: [at(siteId, 'Manager')], ...fields })
  return { ...member, token: (await signIn(test, member)).token }
}
const get = (path: string, who = token) => call(test, 'GET', path, undefined, { token: who })
const post = (path: string, body?: object, who = token) => call(test, 'POST', path, body, { token: who })
const patch = (id: string, body: object, who = token) =>
  call(test, 'PATCH', `/users/${id}`, body, { token: who })
const list = async (query = '', who = token) => {
  const { status, body, text } = await get(`/users${query}`, who)
  expect(status, text).toBe(200)
  return body as unknown as { items: ListedUser[]; total: number; pending: number }
}
const bulk = async (body: object, who = token) => {
  const { status, body: result, text } = await post('/users/bulk', body, who)
  expect(status, text).toBe(200)
  return result as unknown as {
    done: number
    blocked: { id: string; code: string }[]
    undo?: Record<string, { last_modified: string }>
  }
}
const undoTypes = async (users: object[], who = token) => {
  const { status, body, text } = await post('/users/bulk/undo-account-types', { users }, who)
  expect(status, text).toBe(200)
  return body as unknown as BulkResult
}
/** The latest mail to somebody. Other mails are sent at the same time. */
const mailTo = (email: string) => test.mails.findLast(({ to }) => to.address === email)

/** Makes calls that all wait for an advisory lock, and then lets them go on. */
async function behindLock<Result>(name: string, send: () => Promise<Result>[]): Promise<Result[]> {
  const made = await sql.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
    const calls = send()
    await waitForLocks(sql, calls.length)
    return { calls }
  })
  return Promise.all(made.calls)
}
const read = async (id: string, who = token) => (await get(`/users/${id}`, who)).body as unknown as User
const ana = (changes: object = {}) => ({
  first_name: 'Ana',
  last_name: 'Silva',
  email: 'Ana@Harbour.Example',
  access: [{ site_id: siteId, user_type: 'Staff' }],
  ...changes,
})
const auditOf = async (id: string) =>
  (await sql`select action, details from audit_entries where target_id = ${id} order by id`).map(
    ({ action, details }) => ({ action: action as string, details: details as Record<string, unknown> }),
  )

describe('GET /users', () => {
  it('shows a Manager the same users in the same order, whether few or many of those on the way are theirs', async () => {
    const manager = await makeManager()
    const places = [siteId, otherSiteId]
    for (let number = 0; number < 80; number += 1)
      await makeUser(test.database.db, test.passwords, clientId, {
        lastName: `Name ${number % 7}`,
        employeeNumber: `E${number * 31}`,
        status: number % 10 === 0 ? 'archived' : 'active',
        access: places.slice(number % 5 === 0 ? 1 : 0, 1 + (number % 2)).map((site) => at(site, 'Staff')),
      })
    for (const sort of ['name', 'email', 'employee_number'])
      for (const order of [sort, `${sort} desc`]) {
        const query = `?sort=${encodeURIComponent(order)}`
        const whole = await list(`${query}&per_page=100`, manager.token)
        expect(whole.total).toBeGreaterThan(50)
        for (const page of [1, 2]) {
          const one = await list(`${query}&per_page=1&page=${page}`, manager.token)
          expect(one.items).toEqual(whole.items.slice(page - 1, page))
          expect(one.total).toBe(whole.total)
        }
      }
  })

  it('shows a Manager of a crowd what an admin sees of it, in each order, filter and search', async () => {
    const manager = await makeManager({ lastName: 'Crowd 0' })
    const first = isFull ? 1001 : 3001
    const firstOfManager = `Crowd ${isFull ? 2500 : 3100}`
    // The Manager's come last by name, so the first of the client are somebody else's.
    await sql`
      with made as (
        insert into users (client_id, id, email, email_key, first_name, last_name, employee_number, status, last_seen_at)
        select ${clientId}, id, id, id, 'Kim', 'Crowd ' || number, (number * 37) % 2300,
          case number % 20 when 0 then 'archived' when 1 then 'pending' else 'active' end,
          case number % 3 when 0 then null else now() - interval '1 minute' * (number * 91 % 2300) end
        from (select gen_random_uuid() as id, number from generate_series(${first}::int, 3300) as number) as drawn
        returning id, last_name)
      insert into access_entries (client_id, user_id, site_id, user_type)
      select ${clientId}, id, case when last_name >= ${firstOfManager} then ${siteId}::uuid else ${otherSiteId}::uuid end,
        case when last_name like '%7' then 'Guest' else 'Staff' end from made`
    /** An admin's list of the one site that the Manager manages. */
    const all = async (query: string) => {
      const found: ListedUser[] = []
      for (let page = 1; ; page += 1) {
        const { items, total } = await list(`?site=${siteId}&per_page=100&page=${page}${query}`)
        found.push(...items)
        if (page * 100 >= total) return found
      }
    }
    const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)
    const orders = ['name', 'name desc', 'employee_number', 'user_type', 'status desc', 'last_seen desc'].map(
      (order) => `&sort=${encodeURIComponent(order)}`,
    )
    const others = ['&status=all', '&user_type=Guest', '&search=crowd', '&search=crowd 32', '&search=nobody']
    const queries = [...orders, ...others]
    for (const query of isFull ? queries : everyFourth(queries)) {
      const expected = await all(query)
      for (const [page, perPage] of [
        [1, 1],
        [3, 30],
        [7, 100],
        [99, 30],
      ] as const) {
        const shown = await list(`?per_page=${perPage}&page=${page}${query}`, manager.token)
        expect(shown.total, query).toBe(expected.length)
        expect(idsOf(shown.items), `${query}, page ${page}`).toEqual(
          idsOf(expected.slice((page - 1) * perPage, page * perPage)),
        )
      }
    }
    const { pending } = await list('', manager.token)
    expect(pending).toBe((await all('&status=pending')).length)
  }, 60_000)

  it('counts for a Manager who is pending at the managed sites, once each', async () => {
    const manager = await makeManager()
    const before = (await list('', manager.token)).pending
    await make({ status: 'pending', access: [at(siteId, 'Staff')] })
    await make({ status: 'pending', access: [at(otherSiteId, 'Staff')] })
    await make({ status: 'pending' })
    await make({ status: 'active', access: [at(siteId, 'Staff')] })
    expect((await list('', manager.token)).pending).toBe(before + 1)
  })

  it('is not for staff, and a filter by a site of another client finds no site', async () => {
    const staff = await signIn(test, await make({ access: [at(siteId, 'Staff')] }))
    expect((await get('/users', staff.token)).status).toBe(403)
    const other = await get(`/users?site=${foreign.siteId}`)
    expect(other.status).toBe(404)
    expect(other.text).toBe((await get(`/users?site=${crypto.randomUUID()}`)).text)
    const manager = await makeManager()
    expect((await get(`/users?site=${otherSiteId}`, manager.token)).status).toBe(404)
    for (const query of ['status=gone', 'user_type=Boss', 'sort=password_hash', 'page=0'])
      expect((await get(`/users?${query}`)).status, query).toBe(400)
  })

  it('lists the active users of the client by name, with their sites, and counts who is pending', async () => {
    const zoe = await make({
      lastName: 'Zorn',
      firstName: 'Zoë',
      access: [at(siteId, 'Staff'), at(otherSiteId, 'Manager')],
    })
    await make({ lastName: 'Waiting', status: 'pending' })
    await make({ lastName: 'Gone', status: 'archived' })
    const { items, total, pending } = await list()
    expect({ total, pending }).toEqual({ total: 2, pending: 1 })
    expect(items.map(({ id }) => id)).toEqual([admin.id, zoe.id])
    expect(items[0]).toMatchObject({
      user_type: 'Admin',
      access: [],
      access_total: 0,
      has_password: true,
      two_step: false,
    })
    expect(items[1]).toMatchObject({
      user_type: 'Manager',
      access_total: 2,
      access: [
        { site_name: 'Annexe', user_type: 'Manager' },
        { site_name: 'Quay', user_type: 'Staff' },
      ],
      last_seen: null,
      editable: true,
    })
    expect((await list('?status=all')).total).toBe(4)
  })

  it('finds by name, email, employee number and mobile, and filters by site and type', async () => {
    const zoe = await make({
      lastName: 'Zorn',
      email: `zoe-${crypto.randomUUID()}@quay.example`,
      employeeNumber: 'HV-77',
      mobile: '+61491570156',
      access: [at(siteId, 'Staff')],
    })
    await make({ lastName: 'Other', access: [at(otherSiteId, 'Device')] })
    for (const search of ['zorn', 'quay.example', 'hv-77', '0491 570 156'])
      expect(
        (await list(`?search=${encodeURIComponent(search)}`)).items.map(({ id }) => id),
        search,
      ).toEqual([zoe.id])
    expect((await list(`?site=${siteId}`)).items.map(({ id }) => id)).toEqual([zoe.id])
    expect((await list('?user_type=Device')).items.map(({ last_name }) => last_name)).toEqual(['Other'])
    expect((await list('?user_type=Admin')).items.map(({ id }) => id)).toEqual([admin.id])
  })

  it('sorts by each column in both directions; who was never seen comes last', async () => {
    const seen = await make({
      lastName: 'Seen',
      lastSeenAt: new Date('2026-01-02T03:04:05Z'),
      lastSeenSiteId: siteId,
    })
    for (const field of ['name', 'employee_number', 'email', 'user_type', 'status', 'last_seen']) {
      const up = (await list(`?sort=${field}%20asc`)).items.map(({ id }) => id)
      const down = (await list(`?sort=${field}%20desc`)).items.map(({ id }) => id)
      expect(up.toSorted()).toEqual(down.toSorted())
    }
    const { items } = await list('?sort=last_seen%20desc')
    expect(items[0]).toMatchObject({
      id: seen.id,
      last_seen: '2026-01-02T03:04:05.000Z',
      last_seen_site: 'Quay',
      last_seen_time_zone: 'Australia/Sydney',
    })
  })

  it('shows a Manager the people of the managed sites, and only these sites', async () => {
    const manager = await makeManager({ lastName: 'Aa' })
    const both = await make({ lastName: 'Both', access: [at(siteId, 'Staff'), at(otherSiteId, 'Staff')] })
    const elsewhere = await make({ lastName: 'Elsewhere', access: [at(otherSiteId, 'Staff')] })
    const { items } = await list('', manager.token)
    expect(items.map(({ id }) => id)).toEqual([manager.id, both.id])
    expect(items[1]).toMatchObject({ access_total: 1, access: [{ site_name: 'Quay' }], editable: false })
    expect((await get(`/users/${elsewhere.id}`, manager.token)).status).toBe(404)
    expect((await list(`?search=elsewhere`, manager.token)).total).toBe(0)
  })

  it('names the first three sites and counts the others', async () => {
    const sites = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => makeSite(test.database.db, clientId, { name })),
    )
    const zoe = await make({ lastName: 'Zorn', access: sites.map(({ id }) => at(id, 'Staff')) })
    const row = (await list('?search=zorn')).items[0]
    expect(row?.access.map(({ site_name }) => site_name)).toEqual(['A', 'B', 'C'])
    expect(row?.access_total).toBe(4)
    expect((await read(zoe.id)).access).toHaveLength(4)
  })
})

describe('POST /users', () => {
  it.each([
    [{ first_name: ' ' }, 'first_name'],
    [{ email: 'ana' }, 'email'],
    [{ phone_extension: 'x1' }, 'phone_extension'],
    [{ employee_number: '1'.repeat(41) }, 'employee_number'],
    [{ status: 'active' }, 'status'],
    [{ site_admin: true }, 'site_admin'],
    [{ access: [{ site_id: 'quay', user_type: 'Staff' }] }, 'access.0.site_id'],
    [{ access: [{ site_id: crypto.randomUUID(), user_type: 'Boss' }] }, 'access.0.user_type'],
  ])('responds with 400 to %j', async (changes, field) => {
    const { status, body } = await post('/users', ana(changes))
    expect(status).toBe(400)
    expect(body['fields']).toHaveProperty([field])
  })
  it('refuses a site twice, at the second entry', async () => {
    const entry = { site_id: siteId, user_type: 'Staff' }
    const { status, body } = await post('/users', ana({ access: [entry, { ...entry, user_type: 'Guest' }] }))
    expect(status).toBe(400)
    expect(body['field_codes']).toEqual({ 'access.1.site_id': 'access_twice' })
  })
  it('refuses a phone that is none, and a site of another client like one that does not exist', async () => {
    expect((await post('/users', ana({ mobile: '12' }))).body).toMatchObject({
      code: 'invalid_phone',
      field_codes: { mobile: 'phone_invalid' },
    })
    const with1 = (site_id: string) => post('/users', ana({ access: [{ site_id, user_type: 'Staff' }] }))
    const other = await with1(foreign.siteId)
    expect(other.body).toMatchObject({
      statusCode: 404,
      code: 'not_found',
      field_codes: { 'access.0.site_id': 'site_unknown' },
    })
    expect(other.text).toBe((await with1(crypto.randomUUID())).text)
    expect((await list()).total).toBe(1)
  })
  it('refuses a taken email, also of another client, a taken employee number in any case, and a taken identity', async () => {
    await make({
      email: `taken-${clientId}@x.example`,
      employeeNumber: 'hv-1',
      mobile: '+61491570156',
      firstName: 'Ana',
      lastName: 'Silva',
    })
    const cases: [object, string][] = [
      [{ email: `TAKEN-${clientId}@x.example` }, 'email'],
      [{ employee_number: 'HV-1' }, 'employee_number'],
      [{ mobile: '0491 570 156' }, 'mobile'],
    ]
    for (const [changes, field] of cases) {
      const { status, body } = await post('/users', ana({ email: `free-${clientId}@x.example`, ...changes }))
      expect(status).toBe(409)
      expect(body['field_codes']).toEqual({ [field]: 'already_in_use' })
    }
    expect((await list()).total).toBe(2)
  })
  it('creates an active user with sites, who is invited by a link that sets a password', async () => {
    const email = `ana-${clientId}@x.example`
    const created = await post(
      '/users',
      ana({ email, mobile: '0491 570 156', employee_number: ' 7 ', ppe: true }),
    )
    expect(created.status).toBe(201)
    const user = created.body as unknown as User
    expect(user).toMatchObject({
      status: 'active',
      user_type: 'Staff',
      mobile: '+61491570156',
      employee_number: '7',
      ppe: true,
      temperature: false,
      has_password: false,
      access: [{ site_id: siteId, site_name: 'Quay', user_type: 'Staff' }],
    })
    await test.deliver()
    const mail = mailTo(email)
    const link = tokenInText(mail?.text ?? '', '/reset_password')
    expect((await call(test, 'POST', `/password/reset/${link}`, { password: goodPassword })).status).toBe(204)
    expect((await signIn(test, { email, password: goodPassword })).authenticated).toBe(true)
    expect((await read(user.id)).has_password).toBe(true)
    expect((await auditOf(user.id))[0]).toMatchObject({
      action: 'user.created',
      details: { after: { email } },
    })
    expect((await post(`/users/${user.id}/invitation`)).body).toMatchObject({ code: 'has_password' })
  })
  it('sends no mail where none is wanted, and sends it later', async () => {
    await test.deliver()
    const sent = test.mails.length
    const { body } = await post('/users', ana({ email: `b-${clientId}@x.example`, invite: false }))
    await test.deliver()
    expect(test.mails).toHaveLength(sent)
    expect((await post(`/users/${String(body['id'])}/invitation`)).status).toBe(200)
    await test.deliver()
    expect(test.mails).toHaveLength(sent + 1)
  })
  it('lets a Manager create people of managed sites, who wait for an approval where the Manager may not give it', async () => {
    const manager = await makeManager()
    const email = `c-${clientId}@x.example`
    const refusals: [object, string][] = [
      [{ access: [] }, 'site_required'],
      [{ access: [{ site_id: otherSiteId, user_type: 'Staff' }] }, 'not_found'],
      [{ admin: true }, 'type_too_high'],
      [{ approval_access: true }, 'approval_required'],
    ]
    for (const [changes, code] of refusals)
      expect((await post('/users', ana({ email, ...changes }), manager.token)).body, code).toMatchObject({
        code,
      })
    expect((await post('/users', ana({ email, approval_access: true }), manager.token)).body).toMatchObject({
      field_codes: { approval_access: 'approval_not_allowed' },
    })
    expect((await get('/me', manager.token)).body).toMatchObject({ approval_access: false })
    const pending = await post('/users', ana({ email }), manager.token)
    expect(pending.body).toMatchObject({ status: 'pending', editable: true })
    const approver = await makeManager({ approvalAccess: true })
    expect((await get('/me', approver.token)).body).toMatchObject({ approval_access: true })
    const active = await post(
      '/users',
      ana({ email: `d-${clientId}@x.example`, approval_access: true }),
      approver.token,
    )
    expect(active.body).toMatchObject({ status: 'active', approval_access: true })
  })
})

describe('PATCH /users/{id}', () => {
  it('takes six statements: it locks, reads, writes, reads, and tells the audit log and the webhooks', async () => {
    const counted = countQueries(createDatabase({ runtimeUrl: test.database.runtimeUrl }))
    const node = await buildSecondNode(test, counted.db)
    const zoe = await make({ access: [at(siteId, 'Staff')] })
    await call(test, 'GET', `/users/${zoe.id}`, undefined, { token, app: node.app })
    counted.statements.length = 0
    const body = { phone_extension: '12' }
    const { status } = await call(test, 'PATCH', `/users/${zoe.id}`, body, { token, app: node.app })
    expect(status).toBe(200)
    const begun = counted.statements.findLastIndex((text) => text.startsWith('begin'))
    const own = counted.statements.slice(begun + 1).map((text) => text.trim().split(/\s+/, 3).join(' '))
    await node.close()
    expect(own).toEqual([
      'select gatehouse_lock_account($1, $2)',
      'select "users"."client_id", "clients"."name",',
      'update "users" set',
      'select "users"."client_id", "clients"."name",',
      'insert into audit_entries',
      'insert into outbox',
      'commit',
    ])
  })

  it('does not let a Manager take the last site from a user, whom nobody but an admin could then find', async () => {
    const manager = await makeManager()
    const zoe = await make({ access: [at(siteId, 'Staff')] })
    const { status, body } = await patch(zoe.id, { access: [] }, manager.token)
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { code: 'site_required', field_codes: { access: 'site_required' } },
    })
    expect(await read(zoe.id)).toMatchObject({ access: [{ site_id: siteId }] })
  })

  it('does not find a user of another client, and leaves them as they are', async () => {
    const other = await patch(foreign.userId, { first_name: 'Mine' })
    expect(other.status).toBe(404)
    expect(other.text).toBe((await patch(crypto.randomUUID(), { first_name: 'Mine' })).text)
    expect(await sql`select from users where first_name = 'Mine'`).toHaveLength(0)
  })
  it('changes what is given, and records what it was', async () => {
    const zoe = await make({ lastName: 'Zorn', access: [at(siteId, 'Staff')] })
    const access = [{ site_id: otherSiteId, user_type: 'Manager' }]
    const { status, body, text } = await patch(zoe.id, {
      last_name: ' Zorn-Lee ',
      phone_extension: '12',
      access,
      temperature: true,
    })
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      first_name: 'Robin',
      last_name: 'Zorn-Lee',
      phone_extension: '12',
      temperature: true,
      user_type: 'Manager',
      access: [{ site_id: otherSiteId, site_name: 'Annexe', user_type: 'Manager' }],
    })
    expect(await auditOf(zoe.id)).toEqual([
      {
        action: 'user.updated',
        details: {
          before: expect.objectContaining({ last_name: 'Zorn', user_type: 'Staff', temperature: false }),
          after: expect.objectContaining({ last_name: 'Zorn-Lee', user_type: 'Manager', temperature: true }),
        },
      },
    ])
  })
  it('changes the email at once, tells the earlier one, and refuses a taken one', async () => {
    const zoe = await make()
    const email = `new-${clientId}@x.example`
    expect((await patch(zoe.id, { email: admin.email })).body).toMatchObject({
      statusCode: 409,
      field_codes: { email: 'already_in_use' },
    })
    expect((await patch(zoe.id, { email })).body).toMatchObject({ email })
    await test.deliver()
    expect(mailTo(zoe.email)).toBeDefined()
    expect((await signIn(test, { email, password: goodPassword })).authenticated).toBe(true)
  })
  it('refuses the own email and rights, and allows the own extension', async () => {
    expect((await patch(admin.id, { admin: false })).body).toMatchObject({ code: 'own_account' })
    expect((await patch(admin.id, { email: 'x@x.example' })).body).toMatchObject({ code: 'own_account' })
    expect((await patch(admin.id, { access: [{ site_id: siteId, user_type: 'Staff' }] })).body).toMatchObject(
      {
        code: 'own_account',
      },
    )
    expect((await patch(admin.id, { phone_extension: '5', admin: true })).body).toMatchObject({
      phone_extension: '5',
    })
  })
  it('keeps entries of archived sites', async () => {
    const zoe = await make({ access: [at(siteId, 'Staff'), at(otherSiteId, 'Staff')] })
    await sql`update sites set status = 'archived' where id = ${otherSiteId}`
    expect((await patch(zoe.id, { access: [] })).body).toMatchObject({ access: [] })
    expect(await sql`select site_id from access_entries where user_id = ${zoe.id}`).toEqual([
      { site_id: otherSiteId },
    ])
  })
  it('lets a Manager change only people whose every site they manage, and nobody with more rights', async () => {
    const manager = await makeManager()
    const own = await make({ access: [at(siteId, 'Staff')] })
    const both = await make({ access: [at(siteId, 'Staff'), at(otherSiteId, 'Staff')] })
    const boss = await make({ admin: true, access: [at(siteId, 'Staff')] })
    const approver = await make({ approvalAccess: true, access: [at(siteId, 'Manager')] })
    const ask = (id: string, changes: object = { ppe: true }) => patch(id, changes, manager.token)
    expect((await ask(own.id)).status).toBe(200)
    expect((await ask(both.id)).body).toMatchObject({ code: 'other_sites' })
    expect((await ask(boss.id)).body).toMatchObject({ code: 'type_too_high' })
    expect((await ask(approver.id)).body).toMatchObject({ code: 'type_too_high' })
    expect((await ask(own.id, { admin: true })).body).toMatchObject({ code: 'type_too_high' })
    expect(
      (await ask(own.id, { access: [{ site_id: otherSiteId, user_type: 'Staff' }] })).body,
    ).toMatchObject({
      code: 'not_found',
    })
  })
  it('protects whoever has an entry at an archived site that the Manager does not manage', async () => {
    const manager = await makeManager()
    const both = await make({ access: [at(siteId, 'Staff'), at(otherSiteId, 'Manager')] })
    await sql`update sites set status = 'archived' where id = ${otherSiteId}`
    const changes = [
      { email: `mine-${clientId}@x.example` },
      { last_name: 'Mine' },
      { mobile: '0491 570 156' },
    ]
    for (const change of changes)
      expect((await patch(both.id, change, manager.token)).body).toMatchObject({ code: 'other_sites' })
    const others = [
      await post(`/users/${both.id}/pin`, undefined, manager.token),
      await call(test, 'DELETE', `/users/${both.id}/photo`, undefined, { token: manager.token }),
      await post(
        '/notification-recipients',
        { user_id: both.id, events: ['overdue'], channels: ['mail'], sites: [siteId] },
        manager.token,
      ),
    ]
    for (const { body } of others) expect(body).toMatchObject({ code: 'other_sites' })
    for (const action of [{ action: 'archive' }, { action: 'set_account_type', user_type: 'Guest' }])
      expect(await bulk({ ...action, ids: [both.id] }, manager.token)).toMatchObject({
        done: 0,
        blocked: [{ id: both.id, code: 'other_sites' }],
      })
    expect(await read(both.id, manager.token)).toMatchObject({ email: both.email, editable: false })
    // An archived site that both have is no other site.
    const second = await makeManager({ access: [at(siteId, 'Manager'), at(otherSiteId, 'Manager')] })
    expect((await patch(both.id, { ppe: true }, second.token)).status).toBe(200)
  })
  it('makes users pending where a Manager who may not approve changes whose account it is', async () => {
    const { db } = test.database
    const fresh = async (fields: NewUser = {}) =>
      (await makeUser(db, test.passwords, clientId, { access: [at(siteId, 'Staff')], ...fields })).id
    const [manager, approver] = [await makeManager(), await makeManager({ approvalAccess: true })]
    const changes = () => [
      { first_name: 'Mallory' },
      { last_name: 'Mallory' },
      { email: `m-${crypto.randomUUID()}@x.example` },
      { access: [{ site_id: siteId, user_type: 'Manager' }] },
    ]
    for (const change of changes()) {
      const id = await fresh()
      await post(`/users/${id}/pin`)
      const { body } = await patch(id, change, manager.token)
      expect(body, JSON.stringify(change)).toMatchObject({ status: 'pending', has_pin: false })
      expect((await post(`/users/${id}/invitation`, undefined, manager.token)).body).toMatchObject({
        code: 'wrong_status',
      })
      expect((await auditOf(id)).at(-1)).toMatchObject({
        action: 'user.updated',
        details: { before: { status: 'active' }, after: { status: 'pending' } },
      })
      expect(await sql`select from outbox where subject = ${'notice:' + id}`).toHaveLength(1)
    }
    for (const change of changes())
      expect((await patch(await fresh(), change, approver.token)).body).toMatchObject({ status: 'active' })
    // What is as it was, or no part of who somebody is, needs no approval.
    const id = await fresh({ firstName: 'Ana', lastName: 'Silva' })
    const access = [{ site_id: siteId, user_type: 'Staff' }]
    const same = { first_name: 'Ana', last_name: 'Silva', access, ppe: true }
    expect((await patch(id, same, manager.token)).body).toMatchObject({ status: 'active', ppe: true })
    const known = await make({ access: [at(siteId, 'Staff')] })
    expect((await patch(known.id, { last_name: 'Lee' }, manager.token)).body).toMatchObject({
      status: 'active',
    })
    // Whoever gets its mails can choose another password.
    const email = `new-${crypto.randomUUID()}@x.example`
    expect((await patch(known.id, { email }, manager.token)).body).toMatchObject({ status: 'pending' })
    // Of an archived account it would come back without an approval.
    expect(await bulk({ action: 'archive', ids: [id] }, manager.token)).toMatchObject({ done: 1 })
    for (const change of changes())
      expect((await patch(id, change, manager.token)).body).toMatchObject({ code: 'approval_required' })
    expect(await bulk({ action: 'restore', ids: [id] }, manager.token)).toMatchObject({ done: 1 })
  })
  it('gives nobody the account and a PIN of somebody else whose account it was', async () => {
    const [manager, approver] = [await makeManager(), await makeManager({ approvalAccess: true })]
    const access = [at(siteId, 'Staff')]
    const name = { first_name: 'Mallory', last_name: 'Stranger' }
    let numbers = 0
    const nextMobile = () => ({ mobile: `04915702${10 + (numbers += 1)}` })
    const pinOf = async (id: string, who = manager.token) => {
      const { status, body } = await post(`/users/${id}/pin`, undefined, who)
      return status === 200 ? 'shown' : body['code']
    }
    const change = async (id: string, changes: object, who = manager.token) =>
      (await patch(id, changes, who)).body['status']
    // At once, or one after the other.
    const known = (await make({ access })).id
    expect(await pinOf(known)).toBe('shown')
    expect(await change(known, { ...name, ...nextMobile() })).toBe('pending')
    expect(await read(known)).toMatchObject({ has_pin: false })
    for (const [first, second] of [
      [name, nextMobile()],
      [nextMobile(), name],
      [{ first_name: 'Mallory' }, { last_name: 'Stranger' }],
    ] as const) {
      const id = (await make({ access })).id
      expect(await change(id, first)).toBe('active')
      expect(await pinOf(id)).toBe('approval_required')
      expect(await change(id, { ...first, ppe: true })).toBe('active')
      expect(await change(id, second)).toBe('pending')
      expect(await bulk({ action: 'approve', ids: [id] }, approver.token)).toMatchObject({ done: 1 })
      expect(await pinOf(id)).toBe('shown')
    }
    // Whoever may approve sees the change, or makes it.
    const renamed = (await make({ access })).id
    expect(await change(renamed, name)).toBe('active')
    expect(await pinOf(renamed, approver.token)).toBe('shown')
    expect(await change(renamed, { ppe: true }, approver.token)).toBe('active')
    expect(await pinOf(renamed)).toBe('shown')
    expect(await change((await make({ access })).id, { ...name, ...nextMobile() }, approver.token)).toBe(
      'active',
    )
    // One's own name and mobile are one's own.
    expect(await change(manager.id, { first_name: 'Ana', ...nextMobile() })).toBe('active')
    // Without a password nobody has it yet.
    const { db } = test.database
    const fresh = (await makeUser(db, test.passwords, clientId, { access })).id
    expect(await change(fresh, nextMobile())).toBe('pending')
  })
  it('never takes the rights of the last administrator, also where two are taken at once', async () => {
    const operator = await signIn(test, await makeMember(test, foreign.clientId, { siteAdmin: true }))
    const second = await make({ admin: true })
    const responses = await Promise.all(
      [admin.id, second.id].map((id) => patch(id, { admin: false }, operator.token)),
    )
    expect(statusesOf(responses)).toEqual([200, 422])
    expect(responses.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'last_admin' })
  })
})

describe('POST /users/bulk', () => {
  it('leaves people of another client as they are, does the others, and says which it did not do', async () => {
    const zoe = await make()
    const absent = crypto.randomUUID()
    const result = await bulk({ action: 'archive', ids: [zoe.id, foreign.userId, absent] })
    expect(result.done).toBe(1)
    expect(new Map(result.blocked.map(({ id, code }) => [id, code]))).toEqual(
      new Map([
        [foreign.userId, 'not_found'],
        [absent, 'not_found'],
      ]),
    )
    expect(await sql`select from users where id = ${foreign.userId} and status = 'active'`).toHaveLength(1)
  })
  it('archives: the sessions end, the login says why, and a restored person has the PIN again', async () => {
    const zoe = await make()
    const session = await signIn(test, zoe)
    expect((await post(`/users/${zoe.id}/pin`)).status).toBe(200)
    expect(await bulk({ action: 'archive', ids: [zoe.id, admin.id] })).toMatchObject({
      done: 1,
      blocked: [{ id: admin.id, code: 'own_account' }],
    })
    expect((await get('/me', session.token)).status).toBe(401)
    const { email, password } = zoe
    expect((await call(test, 'POST', '/login', { email, password })).body).toMatchObject({
      account_status: 'archived',
    })
    expect(await read(zoe.id)).toMatchObject({ status: 'archived', has_pin: true })
    // Asked for a second time, because the first answer was lost, each is as wanted already.
    const again = { done: 0, blocked: [], unchanged: [zoe.id] }
    expect(await bulk({ action: 'archive', ids: [zoe.id] })).toEqual(again)
    expect(await bulk({ action: 'restore', ids: [zoe.id] })).toMatchObject({ done: 1, blocked: [] })
    expect(
      await bulk({ action: 'restore', ids: [zoe.id], versions: { [zoe.id]: '2026-01-01T00:00:00.000Z' } }),
    ).toEqual(again)
    expect(await bulk({ action: 'reopen', ids: [admin.id] })).toMatchObject({
      blocked: [{ code: 'own_account' }],
    })
    expect((await signIn(test, zoe)).authenticated).toBe(true)
    expect((await auditOf(zoe.id)).map(({ action }) => action)).toEqual([
      'user.pin_reset',
      'user.archived',
      'session.refused',
      'user.restored',
    ])
  })
  it('restores with a new link who was invited lately, and nobody else who has no password', async () => {
    const create = async (invite: boolean) => {
      const { body } = await post(
        '/users',
        ana({ email: `${invite ? 'invited' : 'other'}-${clientId}@x.example`, mobile: '', invite }),
      )
      return body as unknown as User
    }
    const [invited, other] = [await create(true), await create(false)]
    await test.deliver()
    const ids = [invited.id, other.id]
    const first = tokenInText(mailTo(invited.email)?.text ?? '', '/reset_password')
    expect(await bulk({ action: 'archive', ids })).toMatchObject({ done: 2 })
    const sent = test.mails.length
    expect(await bulk({ action: 'restore', ids })).toMatchObject({ done: 2 })
    await test.deliver()
    expect(test.mails.slice(sent).map(({ to }) => to.address)).toEqual([invited.email])
    const link = tokenInText(test.mails.at(-1)?.text ?? '', '/reset_password')
    const choose = (secret = '') =>
      call(test, 'POST', `/password/reset/${secret}`, { password: goodPassword })
    expect([(await choose(first)).status, (await choose(link)).status]).toEqual([422, 204])
  })
  it('approves with an invitation, and rejects with a reason', async () => {
    const [one, two] = [await make({ status: 'pending' }), await make({ status: 'pending' })]
    await sql`update users set password_hash = null where id = ${one.id}`
    expect((await post('/users/bulk', { action: 'reject', ids: [two.id] })).body).toMatchObject({
      code: 'incomplete',
      field_codes: { reason: 'reason_required' },
    })
    expect((await post('/users/bulk', { action: 'reject', reason: ' \u2800', ids: [two.id] })).status).toBe(
      400,
    )
    expect(await bulk({ action: 'approve', ids: [one.id] })).toMatchObject({ done: 1, blocked: [] })
    await test.deliver()
    expect(mailTo(one.email)).toBeDefined()
    expect(await bulk({ action: 'reject', reason: 'Not with us', ids: [two.id] })).toMatchObject({
      done: 1,
      blocked: [],
    })
    expect(await read(two.id)).toMatchObject({ status: 'rejected', status_reason: 'Not with us' })
    const manager = await makeManager()
    const three = await make({ status: 'pending', access: [at(siteId, 'Staff')] })
    expect(await bulk({ action: 'approve', ids: [three.id] }, manager.token)).toMatchObject({
      done: 0,
      blocked: [{ code: 'approval_required' }],
    })
  })
  it('takes an approval or a rejection back, with the sessions, the PIN, the link and the reason', async () => {
    const [one, two, three] = [
      await make({ status: 'pending' }),
      await make({ status: 'pending' }),
      await make({ status: 'pending' }),
    ]
    await sql`update users set password_hash = null where id = ${three.id}`
    expect(await bulk({ action: 'approve', ids: [one.id, three.id] })).toMatchObject({ done: 2 })
    expect(await bulk({ action: 'reject', reason: 'Not with us', ids: [two.id] })).toMatchObject({ done: 1 })
    const session = await signIn(test, one)
    expect((await post(`/users/${one.id}/pin`)).status).toBe(200)
    const mails = test.mails.length
    const ids = [one.id, two.id, three.id]
    const manager = await makeManager()
    await sql`insert into access_entries (client_id, user_id, site_id, user_type) values (${clientId}, ${two.id}, ${siteId}, 'Staff')`
    expect(await bulk({ action: 'reopen', ids: [two.id] }, manager.token)).toMatchObject({
      done: 0,
      blocked: [{ code: 'approval_required' }],
    })
    expect(await bulk({ action: 'reopen', ids: [...ids, admin.id] })).toMatchObject({
      done: 3,
      blocked: [{ id: admin.id, code: 'own_account' }],
    })
    for (const id of ids)
      expect(await read(id)).toMatchObject({ status: 'pending', status_reason: '', has_pin: false })
    expect((await get('/me', session.token)).status).toBe(401)
    const { email, password } = one
    expect((await call(test, 'POST', '/login', { email, password })).body).toMatchObject({
      account_status: 'pending',
    })
    // The invitation that was not sent yet is not sent to somebody who waits again.
    await test.deliver()
    expect(test.mails.slice(mails).filter((mail) => JSON.stringify(mail.to).includes(three.email))).toEqual(
      [],
    )
    expect((await auditOf(two.id)).at(-1)).toMatchObject({
      action: 'user.reopened',
      details: {
        before: { status: 'rejected', status_reason: 'Not with us' },
        after: { status: 'pending', status_reason: '' },
      },
    })
    expect(await bulk({ action: 'reopen', ids })).toMatchObject({
      done: 0,
      blocked: [],
      unchanged: ids.toSorted(),
    })
    expect(await bulk({ action: 'approve', ids })).toMatchObject({ done: 3 })
    expect((await signIn(test, one)).authenticated).toBe(true)
  })
  it.each([
    ['restore', 'archived'],
    ['reopen', 'rejected'],
  ] as const)(
    'does not %s whoever has the name and mobile of another user by now, nor the second of two equal ones',
    async (action, status) => {
      const silva = { firstName: 'Ana', lastName: 'Silva', mobile: '+61491570156' }
      const [first, second] = [await make({ ...silva, status }), await make({ ...silva, status })]
      const other = await make({ ...silva, lastName: 'Li', status })
      const ids = [first.id, second.id, other.id]
      const again = await post('/users', ana({ email: `again-${clientId}@x.example`, mobile: silva.mobile }))
      expect(again.status).toBe(201)
      const taken = (id: string) => ({ id, code: 'identity_taken' })
      expect(await bulk({ action, ids })).toMatchObject({
        done: 1,
        blocked: [first.id, second.id].toSorted().map(taken),
      })
      expect(await read(first.id)).toMatchObject({ status })
      expect(await bulk({ action: 'archive', ids: [String(again.body['id'])] })).toMatchObject({ done: 1 })
      const [kept, left] = [first.id, second.id].toSorted()
      expect(await bulk({ action, ids })).toMatchObject({ done: 1, blocked: [taken(left ?? '')] })
      expect(await read(kept ?? '')).toMatchObject({ status: action === 'restore' ? 'active' : 'pending' })
    },
  )
  it('brings back one of two equal users where both are asked for at the same moment', async () => {
    const silva = { firstName: 'Ana', lastName: 'Silva', mobile: '+61491570156' }
    const two = [await make({ ...silva, status: 'archived' }), await make({ ...silva, status: 'archived' })]
    const results = await Promise.all(two.map(({ id }) => bulk({ action: 'restore', ids: [id] })))
    expect(results.reduce((sum, { done }) => sum + done, 0)).toBe(1)
  })
  it('changes the account type, but not above the own one, nor of who has no site', async () => {
    const manager = await makeManager()
    const zoe = await make({ access: [at(siteId, 'Staff')] })
    const boss = await make({ admin: true, access: [at(siteId, 'Staff')] })
    const none = await make()
    const ids = [zoe.id, boss.id]
    expect(
      (await post('/users/bulk', { action: 'set_account_type', ids }, manager.token)).body,
    ).toMatchObject({
      code: 'incomplete',
    })
    const toAdmin = { action: 'set_account_type', user_type: 'Admin', ids }
    expect((await post('/users/bulk', toAdmin, manager.token)).body).toMatchObject({ code: 'type_too_high' })
    expect(await bulk({ ...toAdmin, user_type: 'Manager' }, manager.token)).toMatchObject({
      done: 1,
      blocked: [{ id: boss.id, code: 'type_too_high' }],
    })
    expect(await read(zoe.id)).toMatchObject({ user_type: 'Manager' })
    const { body: log } = await get(`/audit-log?target=${zoe.id}`)
    expect(log).toMatchObject({
      items: [
        { action: 'user.type_changed', before: { user_type: 'Staff' }, after: { user_type: 'Manager' } },
      ],
    })
    expect(await bulk({ ...toAdmin, user_type: 'Guest', ids: [boss.id, none.id] })).toMatchObject({
      done: 1,
      blocked: [{ id: none.id, code: 'no_sites' }],
    })
    expect(await read(boss.id)).toMatchObject({ user_type: 'Guest', admin: false })
    expect(await bulk({ ...toAdmin, ids: [zoe.id] })).toMatchObject({ done: 1 })
    expect(await read(zoe.id)).toMatchObject({ user_type: 'Admin', admin: true })
    const { last_modified: before } = await read(zoe.id)
    expect(await bulk({ ...toAdmin, ids: [zoe.id] })).toEqual({ done: 0, blocked: [], unchanged: [zoe.id] })
    expect(await bulk({ ...toAdmin, user_type: 'Guest', ids: [boss.id] })).toMatchObject({
      done: 0,
      unchanged: [boss.id],
    })
    expect(await read(zoe.id)).toMatchObject({ last_modified: before })
  })
  it('makes users without a password pending where a Manager who may not approve changes their type', async () => {
    const access = [at(siteId, 'Staff')]
    const fresh = async () => (await makeUser(test.database.db, test.passwords, clientId, { access })).id
    const [one, other, known] = [await fresh(), await fresh(), (await make({ access })).id]
    const [manager, approver] = [await makeManager(), await makeManager({ approvalAccess: true })]
    const toManager = { action: 'set_account_type', user_type: 'Manager' }
    expect(await bulk({ ...toManager, ids: [one, known] }, manager.token)).toMatchObject({ done: 2 })
    expect(await bulk({ ...toManager, ids: [other] }, approver.token)).toMatchObject({ done: 1 })
    expect(await read(one)).toMatchObject({ user_type: 'Manager', status: 'pending' })
    for (const id of [known, other])
      expect(await read(id)).toMatchObject({ user_type: 'Manager', status: 'active' })
    expect((await auditOf(one)).at(-1)).toMatchObject({
      action: 'user.type_changed',
      details: {
        before: { user_type: 'Staff', status: 'active' },
        after: { user_type: 'Manager', status: 'pending' },
      },
    })
    expect(await sql`select from outbox where subject = ${'notice:' + one}`).toHaveLength(1)
  })
  it.each(['Device', 'Guest'] as const)(
    'makes a screen’s account of type %s pending where a Manager who may not approve gives it more rights',
    async (userType) => {
      const access = [at(siteId, userType)]
      const [one, other] = [(await make({ access })).id, (await make({ access })).id]
      const { token: manager } = await makeManager()
      const stillScreen = {
        access: [{ site_id: siteId, user_type: userType === 'Guest' ? 'Device' : 'Guest' }],
      }
      expect((await patch(one, stillScreen, manager)).body).toMatchObject({ status: 'active' })
      const toManager = { action: 'set_account_type', user_type: 'Manager' }
      expect(await bulk({ ...toManager, ids: [one] }, manager)).toMatchObject({ done: 1 })
      const changed = await patch(other, { access: [{ site_id: siteId, user_type: 'Manager' }] }, manager)
      expect(changed.status).toBe(200)
      for (const id of [one, other])
        expect(await read(id)).toMatchObject({ user_type: 'Manager', status: 'pending' })
    },
  )
  it('lets nobody but an admin restore whom an admin has archived', async () => {
    const access = [at(siteId, 'Staff')]
    const [one, other] = [(await make({ access })).id, (await make({ access })).id]
    const before = (await make({ access, status: 'archived' })).id
    const managers = [await makeManager(), await makeManager({ approvalAccess: true })]
    const operator = await signIn(test, await makeMember(test, foreign.clientId, { siteAdmin: true }))
    for (const archiver of [token, operator.token]) {
      expect(await bulk({ action: 'archive', ids: [one] }, archiver)).toMatchObject({ done: 1 })
      for (const manager of managers)
        expect(await bulk({ action: 'restore', ids: [one, before] }, manager.token)).toMatchObject({
          done: 0,
          blocked: [one, before].toSorted().map((id) => ({ id, code: 'archived_by_admin' })),
        })
      expect(await bulk({ action: 'restore', ids: [one] })).toMatchObject({ done: 1 })
    }
    // What a Manager archives, Managers restore, also where an admin archived it earlier.
    for (const id of [one, other]) {
      expect(await bulk({ action: 'archive', ids: [id] }, managers[0]?.token)).toMatchObject({ done: 1 })
      expect(await bulk({ action: 'restore', ids: [id] }, managers[1]?.token)).toMatchObject({ done: 1 })
    }
    // And the other way round.
    for (const as of [managers[0]?.token, undefined]) await bulk({ action: 'archive', ids: [other] }, as)
    const archivers = () => sql`
      select actor_id from audit_entries where target_id = ${other} and action = 'user.archived' order by id`
    const earlier = [...(await archivers())]
    expect(earlier.slice(-2)).toEqual([managers[0]?.id, admin.id].map((id) => ({ actor_id: id })))
    expect(await bulk({ action: 'archive', ids: [other] })).toMatchObject({ done: 0, unchanged: [other] })
    expect([...(await archivers())]).toEqual(earlier)
    expect(await bulk({ action: 'restore', ids: [other] }, managers[0]?.token)).toMatchObject({
      blocked: [{ id: other, code: 'archived_by_admin' }],
    })
  })
  it('tells the rights that a change of the type has replaced, as they were and not as a list showed them', async () => {
    const tane = await make({ access: [at(siteId, 'Staff'), at(otherSiteId, 'Staff')] })
    // Somebody else takes a site away before the type is changed.
    await patch(tane.id, { access: [{ site_id: siteId, user_type: 'Staff' }] })
    const changed = await bulk({ action: 'set_account_type', user_type: 'Manager', ids: [tane.id] })
    const { last_modified: left } = await read(tane.id)
    const rights = { admin: false, access: [{ site_id: siteId, user_type: 'Staff' }] }
    expect(changed.undo).toEqual({ [tane.id]: { last_modified: left, ...rights } })
    // Rights that somebody has taken since do not come back.
    await patch(tane.id, { access: [{ site_id: siteId, user_type: 'Guest' }] })
    const back = await undoTypes([{ id: tane.id, last_modified: left, ...rights }])
    expect(back).toEqual({ done: 0, blocked: [expect.objectContaining({ code: 'changed_meanwhile' })] })
    expect((await read(tane.id)).access).toMatchObject([{ site_id: siteId, user_type: 'Guest' }])
  })
  it('gives the replaced rights of many back in one call, and says so again where its answer was lost', async () => {
    const [boss, tane, zoe] = [
      await make({ admin: true }),
      await make({ access: [at(siteId, 'Staff'), at(otherSiteId, 'Device')] }),
      await make({ access: [at(otherSiteId, 'Guest')] }),
    ]
    await patch(boss.id, { access: [{ site_id: siteId, user_type: 'Staff' }] })
    const ids = [boss.id, tane.id, zoe.id]
    const { undo = {} } = await bulk({ action: 'set_account_type', user_type: 'Manager', ids })
    const replaced = Object.entries(undo).map(([id, left]) => Object.assign({ id }, left))
    // A Manager gives no administrator's rights back, and sees no one of another site.
    const manager = await makeManager()
    expect((await undoTypes(replaced, manager.token)).blocked).toMatchObject(
      [
        { id: boss.id, code: 'type_too_high' },
        { id: tane.id, code: 'other_sites' },
        { id: zoe.id, code: 'not_found' },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect(await undoTypes(replaced, foreign.token)).toMatchObject({ done: 0 })
    expect(await undoTypes(replaced)).toEqual({ done: 3, blocked: [] })
    expect(await read(boss.id)).toMatchObject({ admin: true })
    expect((await read(tane.id)).access.map(({ user_type: type }) => type).toSorted()).toEqual([
      'Device',
      'Staff',
    ])
    expect(await undoTypes(replaced)).toEqual({ done: 0, blocked: [], unchanged: ids.toSorted() })
  })
  it('undoes nothing of what somebody else has changed since', async () => {
    const [zoe, tane] = [await make(), await make()]
    const ids = [zoe.id, tane.id]
    const { undo = {} } = await bulk({ action: 'archive', ids })
    const versions = Object.fromEntries(Object.entries(undo).map(([id, left]) => [id, left.last_modified]))
    // Somebody else restores and archives again, for a reason of their own.
    await bulk({ action: 'restore', ids: [tane.id] })
    await bulk({ action: 'archive', ids: [tane.id] })
    expect(await bulk({ action: 'restore', ids, versions })).toMatchObject({
      done: 1,
      blocked: [{ id: tane.id, code: 'changed_meanwhile' }],
    })
    expect(await read(tane.id)).toMatchObject({ status: 'archived' })
    expect(await read(zoe.id)).toMatchObject({ status: 'active' })
  })
  it('keeps the last administrator where a site_admin archives all', async () => {
    const operator = await signIn(test, await makeMember(test, foreign.clientId, { siteAdmin: true }))
    const second = await make({ admin: true })
    const result = await bulk({ action: 'archive', ids: [admin.id, second.id] }, operator.token)
    expect(result).toMatchObject({ done: 1, blocked: [{ code: 'last_admin' }] })
  })
  it('waits for no other client, nor for changes of administrators where it has none', async () => {
    const second = await make({ admin: true })
    const staff = await makeMember(test, foreign.clientId)
    await sql.begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(hashtextextended(${`administrators ${foreign.clientId}`}, 0))`
      await holder`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`
      expect(await bulk({ action: 'archive', ids: [second.id] })).toMatchObject({ done: 1 })
      expect(await bulk({ action: 'archive', ids: [staff.id] }, foreign.token)).toMatchObject({ done: 1 })
    })
  })
  it('leaves one administrator in each client where two take the last two of both at once', async () => {
    const makeOperator = async () =>
      signIn(test, await makeMember(test, (await makeClient(test.database.db)).id, { siteAdmin: true }))
    const operators = [await makeOperator(), await makeOperator()]
    const [rest] = await sql`select id from users where client_id = ${foreign.clientId} and admin`
    const others = [await make({ admin: true }), await makeMember(test, foreign.clientId, { admin: true })]
    const ids = [admin.id, String(rest?.['id']), ...others.map(({ id }) => id)]
    const name = `administrators ${[clientId, foreign.clientId].toSorted()[0]}`
    const results = await behindLock(name, () =>
      operators.map((operator, index) =>
        bulk({ action: 'archive', ids: index === 0 ? ids : ids.toReversed() }, operator.token),
      ),
    )
    expect(results.map(({ done }) => done)).toContainEqual(2)
    expect(results.flatMap(({ blocked }) => blocked)).toHaveLength(4)
    const left = await sql`
      select client_id from users where admin and status = 'active' and id in ${sql(ids)}`
    expect(left.map((row) => String(row['client_id'])).toSorted()).toEqual(
      [clientId, foreign.clientId].toSorted(),
    )
  })
  it('leaves one site_admin where the last two archive each other at once', async () => {
    await sql`update users set status = 'archived' where site_admin`
    const [one, other] = [
      await make({ siteAdmin: true }),
      await makeMember(test, foreign.clientId, { siteAdmin: true }),
    ]
    const tokens = [(await signIn(test, one)).token, (await signIn(test, other)).token]
    const results = await behindLock('administrators', () => [
      bulk({ action: 'archive', ids: [other.id] }, tokens[0]),
      bulk({ action: 'archive', ids: [one.id] }, tokens[1]),
    ])
    expect(results.map(({ done }) => done)).toContainEqual(1)
    expect(results.flatMap(({ blocked }) => blocked)).toMatchObject([{ code: 'last_admin' }])
    expect(await sql`select from users where site_admin and status = 'active'`).toHaveLength(1)
  })
  it('applies the filters again where all that match are meant', async () => {
    const { id } = await make({ access: [at(siteId, 'Staff')] })
    await make({ access: [at(otherSiteId, 'Staff')] })
    const archived = await bulk({ action: 'archive', matching: { site: siteId } })
    expect(archived).toMatchObject({ done: 1, blocked: [], changed: [id] })
    expect((await list('?status=archived')).total).toBe(1)
    const other = { action: 'archive', matching: { site: foreign.siteId } }
    expect((await post('/users/bulk', other)).status).toBe(404)
  })
  it('gives one PIN where five ask at the same moment for one, and the others are told', async () => {
    const zoe = await make()
    const made = await atOnce(sql, ['users', zoe.id], 5, () => post(`/users/${zoe.id}/pin`))
    const statuses = made.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, 409, 409, 409, 409])
    const codes = made.map(({ body }) => body['code']).filter((code) => code !== undefined)
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'renewed_meanwhile'))
    const resets =
      await sql`select from audit_entries where target_id = ${zoe.id} and action = 'user.pin_reset'`
    expect(resets).toHaveLength(1)
    expect((await post(`/users/${zoe.id}/pin`)).status).toBe(200)
  })
  it('resets PINs: the earlier one ends at once, and a new one is mailed', async () => {
    const zoe = await make()
    const first = await post(`/users/${zoe.id}/pin`)
    expect(first.body['pin']).toMatch(/^\d{8}$/)
    expect(await bulk({ action: 'reset_pins', ids: [zoe.id] })).toMatchObject({ done: 1, blocked: [] })
    expect((await read(zoe.id)).has_pin).toBe(false)
    await test.deliver()
    expect((await read(zoe.id)).has_pin).toBe(true)
    const mail = mailTo(zoe.email)
    const pin = /\d{4} \d{4}/.exec(mail?.text ?? '')?.[0].replace(' ', '') ?? ''
    expect(pin).not.toBe(first.body['pin'])
    const [row] =
      await sql`select u.access_pin_hash, (select string_agg(payload::text, '') from outbox) as payloads from users u where id = ${zoe.id}`
    expect(Buffer.from(row?.['access_pin_hash'] as Uint8Array).toString('latin1')).not.toContain(pin)
    expect(row?.['payloads']).not.toContain(pin)
  })
})

describe('the limits of mobiles', () => {
  const masked = { firstName: 'Ana', lastName: 'Masked', mobile: '+61491570156' }
  const named = (number: number) => ({
    first_name: 'Ana',
    last_name: 'Masked',
    mobile: `04915701${number + 10}`,
  })
  it('end the search for a mobile that a Manager cannot read, and no work of an admin', async () => {
    const { burst } = rateRules.personKeyChange
    const manager = await makeManager()
    const own = await make({ access: [at(siteId, 'Staff')] })
    await make({ ...masked, access: [at(otherSiteId, 'Staff')] })
    const create = (count: number, who: string) =>
      post('/users', ana({ ...named(count), email: `${crypto.randomUUID()}@x.example` }), who)
    const half = burst / 2
    for (let count = 0; count < half; count += 1)
      expect((await create(count, manager.token)).status).toBe(201)
    // A change of something else counts for nothing, nor does a form that has the same name again.
    const last = named(half + 10)
    expect((await patch(own.id, last, manager.token)).status).toBe(200)
    for (const same of [last, { ppe: true }, { first_name: 'Ana', ppe: false }])
      expect((await patch(own.id, same, manager.token)).status).toBe(200)
    for (let count = half + 1; count < burst; count += 1)
      expect((await patch(own.id, { mobile: named(count).mobile }, manager.token)).status).toBe(200)
    const right = { ...named(0), mobile: masked.mobile }
    for (const refused of [
      await patch(own.id, right, manager.token),
      await post('/users', ana(right), manager.token),
    ])
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    // Another name goes on.
    expect((await patch(own.id, { first_name: 'Zoe' }, manager.token)).status).toBe(200)
    for (let count = 20; count < 20 + burst; count += 1)
      expect((await patch(own.id, named(count), token)).status).toBe(200)
    expect((await patch(own.id, right, token)).body).toMatchObject({ code: 'conflict' })
  })
})

describe('the limits of emails', () => {
  it('end the search for emails by creating accounts', async () => {
    let last = 0
    for (let tries = 0; tries < 70 && last !== 429; tries += 1)
      last = (await post('/users', ana({ email: admin.email }))).status
    expect(last).toBe(429)
    await sql`delete from rate_buckets`
  })
})
