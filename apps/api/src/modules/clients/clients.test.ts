import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { call, makeMember, signIn } from '../../../test/staff.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let own: { id: string }
let other: { id: string }
let token: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  own = await makeClient(test.database.db, { name: 'Harbour Venues', companyNo: 'HV-1' })
  other = await makeClient(test.database.db, { companyNo: 'RM-1' })
  token = (await signIn(test, await makeMember(test, own.id, { admin: true }))).token
})
afterAll(() => test.close())

const patch = (body: object, id = own.id, who = token) =>
  call(test, 'PATCH', `/client/${id}`, body, { token: who })

describe('PATCH /client/{id}', () => {
  it.each([
    [{ name: ' ' }, 'name'],
    [{ company_no: '' }, 'company_no'],
    [{ phone: '1'.repeat(31) }, 'phone'],
    [{ street: 'x'.repeat(201) }, 'street'],
    [{ enabled: false }, 'enabled'],
    [{ name: 'a\ud800' }, 'name'],
    [{ post_code: 2000 }, 'post_code'],
    [{ accepts_unknown_mobiles: 'yes' }, 'accepts_unknown_mobiles'],
    [{ time_zone: 'Australia/Nowhere' }, 'time_zone'],
    [{ time_zone: '+10:00' }, 'time_zone'],
    [{ region: 'ZZ' }, 'region'],
    [{ region: 'au' }, 'region'],
  ])('responds with 400 to %j', async (body, field) => {
    const response = await patch(body)
    expect(response.status).toBe(400)
    expect(response.body['fields']).toHaveProperty(field)
  })
  it('refuses a phone that is none, and a company number that is taken', async () => {
    expect((await patch({ phone: '12' })).body).toMatchObject({
      code: 'invalid_phone',
      fields: { phone: expect.any(String) },
    })
    expect((await patch({ company_no: 'RM-1' })).body).toMatchObject({
      statusCode: 409,
      fields: { company_no: expect.any(String) },
      field_codes: { company_no: 'company_no_taken' },
    })
  })
  it('is not there for another client’s id, which looks like none', async () => {
    const foreign = await patch({ name: 'Taken over' }, other.id)
    const absent = await patch({ name: 'Taken over' }, crypto.randomUUID())
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(absent.text)
    expect(await sql`select from clients where name = 'Taken over'`).toHaveLength(0)
  })
  it('is not for staff', async () => {
    const staff = await signIn(test, await makeMember(test, own.id))
    expect((await patch({ name: 'Mine' }, own.id, staff.token)).status).toBe(403)
  })
  it('changes what is given and nothing else, and says so in the audit log', async () => {
    const { status, body } = await patch({ name: ' Harbour & Co ', phone: '(02) 5550 1400' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: own.id,
      name: 'Harbour & Co',
      company_no: 'HV-1',
      phone: '+61255501400',
      enabled: true,
      accepts_unknown_mobiles: false,
      last_modified: expect.any(String),
    })
    expect((await call(test, 'GET', '/client/me', undefined, { token })).body).toEqual(body)
    const [entry] = await sql`select details from audit_entries where action = 'client.updated'`
    expect(entry?.['details']).toEqual({
      before: { name: 'Harbour Venues', phone: '' },
      after: { name: 'Harbour & Co', phone: '+61255501400' },
    })
    expect((await patch({ phone: '' })).body).toMatchObject({ phone: '' })
    expect((await patch({})).status).toBe(200)
  })
  it('says whether visitors may confirm a mobile that the numbering plan does not know', async () => {
    expect((await patch({ accepts_unknown_mobiles: true })).body).toMatchObject({
      accepts_unknown_mobiles: true,
    })
    expect((await patch({ accepts_unknown_mobiles: false })).body).toMatchObject({
      accepts_unknown_mobiles: false,
    })
  })
  it('is open to a site_admin for any client', async () => {
    const operator = await signIn(test, await makeMember(test, other.id, { siteAdmin: true }))
    expect((await patch({ street: 'Quay 1' }, own.id, operator.token)).body).toMatchObject({
      street: 'Quay 1',
    })
  })
})

it('is that of the choice for a site_admin who works in a client, and never for anybody else', async () => {
  const operator = await signIn(test, await makeMember(test, other.id, { siteAdmin: true }))
  const read = async (by: string, chosen?: string) => {
    const headers: Record<string, string> = chosen === undefined ? {} : { 'x-client-id': chosen }
    const { status, body } = await call(test, 'GET', '/client/me', undefined, { token: by, headers })
    return status === 200 ? body['id'] : status
  }
  expect(await read(token, other.id)).toBe(404)
  expect(await read(token, own.id)).toBe(own.id)
  expect(await read(operator.token, own.id)).toBe(own.id)
  expect(await read(operator.token)).toBe(other.id)
})

describe('two people who edit one client', () => {
  const patchSeen = (seen: string, body: object) =>
    call(test, 'PATCH', `/client/${own.id}`, body, { token, headers: { 'if-match': `"${seen}"` } })

  it('are told apart by what they have seen, and the later one gets the row as it is', async () => {
    const { last_modified: seen } = (await call(test, 'GET', '/client/me', undefined, { token })).body
    const first = await patchSeen(String(seen), { street: 'First Street' })
    expect(first.status).toBe(200)
    const second = await patchSeen(String(seen), { street: 'Second Street' })
    expect(second).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: first.body } })
    expect((await call(test, 'GET', '/client/me', undefined, { token })).body).toEqual(first.body)
    const again = await patchSeen(String(first.body['last_modified']), { street: 'Second Street' })
    expect(again.body).toMatchObject({ street: 'Second Street' })
  })
  it('are told apart within one millisecond: of ten at once one succeeds', async () => {
    const { last_modified: seen } = (await call(test, 'GET', '/client/me', undefined, { token })).body
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => patchSeen(String(seen), { suburb: `Suburb ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9)
  })
  it.each(['2026', '"', '"\u00e9"', `"${'x'.repeat(41)}"`])('refuse the tag %s', async (tag) => {
    const headers = { 'if-match': tag }
    expect((await call(test, 'PATCH', `/client/${own.id}`, {}, { token, headers })).status).toBe(400)
  })
})

describe('GET /client/country', () => {
  const ask = (who: string) => call(test, 'GET', '/client/country', undefined, { token: who })

  it('is not for a client’s admin', async () => {
    expect((await ask(token)).status).toBe(403)
  })
  it('returns the countries of all clients, each once, in their order, and none for clients without one', async () => {
    const countries = ['Perú', 'Australia', 'New Zealand', 'Australia', '']
    for (const country of countries) {
      const { id } = await makeClient(test.database.db)
      await sql`update clients set country = ${country} where id = ${id}`
    }
    const operator = await makeMember(test, own.id, { siteAdmin: true })
    const response = await ask((await signIn(test, operator)).token)
    expect(response.status).toBe(200)
    expect(response.body).toEqual([{ country: 'Australia' }, { country: 'New Zealand' }, { country: 'Perú' }])
  })
})
