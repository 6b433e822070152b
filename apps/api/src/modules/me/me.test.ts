import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rateRules } from '@gatehouse/validation/limits'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite, type NewUser } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import type { UserStatus } from '@gatehouse/validation/vocabulary'
import {
  call,
  makeMember,
  type Member,
  oneOfTwenty,
  statusesOf,
  signIn,
  tokenInMail,
  untilTried,
} from '../../../test/staff.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let member: Member
let token: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
})
beforeEach(async () => {
  clientId = (await makeClient(test.database.db)).id
  await test.deliver()
  test.mails.length = 0
  member = await makeMember(test, clientId)
  token = (await signIn(test, member)).token
})
afterAll(() => test.close())

const details = { first_name: 'Ana', last_name: 'Silva', mobile: '0491 570 156', language: 'es' }
const put = (changes: object = {}) =>
  call(test, 'PUT', '/me', { ...details, email: member.email, ...changes }, { token })
const open = (link: string) => call(test, 'POST', `/me/verify-email/${link}`)
let counter = 0
const freshEmail = () => `New-${(counter += 1)}@Test.Example`
/** Asks for another email, and opens the mail. */
async function linkTo(email: string): Promise<string> {
  expect((await put({ email, password: member.password })).status).toBe(200)
  await test.deliver()
  return tokenInMail(test, '/verify_email')
}

describe('PUT /me', () => {
  it.each([
    [{ first_name: '  ' }, 'first_name'],
    [{ first_name: 'x'.repeat(41) }, 'first_name'],
    [{ last_name: 7 }, 'last_name'],
    [{ email: 'robin' }, 'email'],
    [{ language: 'fr' }, 'language'],
    [{ mobile: '1'.repeat(31) }, 'mobile'],
    [{ first_name: 'a\u0000' }, 'first_name'],
    [{ admin: true }, 'admin'],
    [{ password: '' }, 'password'],
  ])('responds with 400 to %j', async (changes, field) => {
    const { status, body } = await put(changes)
    expect(status).toBe(400)
    expect(body['fields']).toHaveProperty(field)
  })
  it.each(['12', 'phone', '+61 491', '0491570156 ext 5'])('refuses %s as a mobile', async (mobile) => {
    expect((await put({ mobile })).body).toMatchObject({
      statusCode: 422,
      code: 'invalid_phone',
      fields: { mobile: 'Please enter a valid phone number' },
      field_codes: { mobile: 'phone_invalid' },
    })
  })
  it('refuses whoever has not seen a change of somebody else, with the details as they are', async () => {
    const seen = String((await call(test, 'GET', '/me', undefined, { token })).body['last_modified'])
    const by = (version: string, changes: object) =>
      call(
        test,
        'PUT',
        '/me',
        { ...details, email: member.email, ...changes },
        { token, headers: { 'if-match': `"${version}"` } },
      )
    const first = await by(seen, { first_name: 'Bea' })
    expect(first.status).toBe(200)
    const refused = await by(seen, { first_name: 'Cleo', email: freshEmail(), password: member.password })
    expect(refused).toMatchObject({
      status: 412,
      body: { code: 'changed_meanwhile', current: { first_name: 'Bea', pending_email: null } },
    })
    expect(refused.body['current']).toEqual(first.body)
    const now = String(first.body['last_modified'])
    const both = await Promise.all([by(now, { first_name: 'Dora' }), by(now, { first_name: 'Eva' })])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]))
  })
  it('changes the details, and who the person is at the door', async () => {
    const { status, body } = await put({ first_name: '  Ana   María ' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      first_name: 'Ana María',
      last_name: 'Silva',
      mobile: '+61491570156',
      language: 'es',
      email: member.email,
      pending_email: null,
    })
    const key = test.personKeys(clientId, {
      firstName: 'Ana María',
      lastName: 'Silva',
      mobile: '+61491570156',
    })
    expect(await sql`select from users where id = ${member.id} and person_key = ${key}`).toHaveLength(1)
    expect((await put({ mobile: null })).body).toMatchObject({ mobile: null })
    expect(await sql`select from users where id = ${member.id} and person_key is null`).toHaveLength(1)
  })
  it.each([[{}], [{ password: null }], [{ password: 'wrong' }]])(
    'refuses another email with %j for the current password, and changes nothing',
    async (extra) => {
      const { status, body } = await put({ email: freshEmail(), ...extra })
      expect(status).toBe(422)
      expect(body).toMatchObject({ code: 'wrong_password', fields: { password: expect.any(String) } })
      expect((await call(test, 'GET', '/me', undefined, { token })).body).toMatchObject({
        first_name: 'Robin',
      })
    },
  )
  it('leaves what was changed in the audit log, and never an email that is not verified', async () => {
    for (const _ of ['changed', 'the same again']) expect((await put({ mobile: null })).status).toBe(200)
    expect((await put({ last_name: 'Souza', email: freshEmail(), password: member.password })).status).toBe(
      200,
    )
    const rows = await sql<{ details: object }[]>`
      select details from audit_entries where client_id = ${clientId} and action = 'profile.updated' order by id`
    expect(rows.map(({ details: stored }) => stored)).toEqual([
      {
        email_change_requested: false,
        before: { first_name: 'Robin', last_name: 'Tester', language: null },
        after: { first_name: 'Ana', last_name: 'Silva', language: 'es' },
      },
      {
        email_change_requested: true,
        before: { last_name: 'Silva', mobile: null },
        after: { last_name: 'Souza', mobile: '+61491570156' },
      },
    ])
  })
  it('takes another spelling of the same email without a password', async () => {
    const { body } = await put({ email: member.email.toUpperCase() })
    expect(body).toMatchObject({ email: member.email.toUpperCase(), pending_email: null })
  })
  describe('with the name and mobile of a colleague', () => {
    const fresh = { firstName: 'Ana', lastName: 'Silva', mobile: '+61491570156' }
    const colleague = (fields: NewUser = {}, ofClient = clientId) =>
      makeMember(test, ofClient, { ...fresh, personKey: test.personKeys(ofClient, fresh), ...fields })
    const taken = {
      statusCode: 409,
      code: 'conflict',
      fields: { mobile: 'This is already in use.' },
      field_codes: { mobile: 'already_in_use' },
    }

    it.each<UserStatus>(['active', 'pending'])(
      'who is %s is refused, and changes nothing',
      async (status) => {
        await colleague({ status })
        const before = await sql`select * from users where id = ${member.id}`
        expect((await put()).body).toMatchObject(taken)
        expect((await put({ first_name: 'silva', last_name: 'ANA\u00ad' })).body).toMatchObject(taken)
        // Cyrillic letters that look like Latin ones, and an ornament.
        expect((await put({ first_name: '\u0410na', last_name: '\u0405ilva' })).body).toMatchObject(taken)
        expect((await put({ first_name: 'Ana ❤', last_name: 'Silva™' })).body).toMatchObject(taken)
        expect(await sql`select * from users where id = ${member.id}`).toEqual(before)
      },
    )
    it.each<UserStatus>(['archived', 'rejected'])('who is %s is taken', async (status) => {
      await colleague({ status })
      expect((await put()).status).toBe(200)
    })
    it('of another client is taken, and so is a visitor’s', async () => {
      await colleague({}, (await makeClient(test.database.db)).id)
      const site = await makeSite(test.database.db, clientId)
      const method = await makeMethod(test.database.db, clientId, site.id)
      const visit = { ...fresh, machineId: method.id }
      expect((await call(test, 'POST', '/checkin', visit)).status).toBe(200)
      expect((await put()).status).toBe(200)
    })
    it('that two people of a client share already is left unchanged', async () => {
      await sql`update users set first_name = 'Ana', last_name = 'Silva', mobile = '+61491570156',
        person_key = ${test.personKeys(clientId, fresh)} where id = ${member.id}`
      await colleague()
      expect((await put({ language: 'en' })).status).toBe(200)
      expect((await put({ mobile: '0491 570 157' })).status).toBe(200)
      expect((await put()).body).toMatchObject(taken)
    })
    it('goes to one of ten people who request it at once', async () => {
      const all = await Promise.all(Array.from({ length: 10 }, () => makeMember(test, clientId)))
      const tokens = await Promise.all(all.map(async (one) => (await signIn(test, one)).token))
      const responses = await Promise.all(
        all.map(({ email }, index) =>
          call(test, 'PUT', '/me', { ...details, email }, { token: tokens[index] ?? '' }),
        ),
      )
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
      const holders = await sql`select from users where client_id = ${clientId} and mobile = '+61491570156'`
      expect(holders).toHaveLength(1)
    })
    it('cannot be tried out without end', async () => {
      await colleague()
      for (let time = 0; time < rateRules.personKeyChange.burst; time += 1) {
        expect((await put({ mobile: `04915701${60 + time}` })).status).toBe(200)
      }
      expect((await put()).status).toBe(429)
      expect((await put({ mobile: `0491570169`, language: 'en' })).status).toBe(200)
    })
  })
  it('does not send mails without end', async () => {
    for (let time = 0; time < rateRules.verifyMail.burst; time += 1) {
      expect((await put({ email: freshEmail(), password: member.password })).status).toBe(200)
    }
    expect((await put({ email: freshEmail(), password: member.password })).status).toBe(429)
  })
})

describe('another email', () => {
  it('waits until its link is opened, and both mailboxes are told', async () => {
    const email = freshEmail()
    const link = await linkTo(email)
    expect((await call(test, 'GET', '/me', undefined, { token })).body).toMatchObject({
      email: member.email,
      pending_email: email,
    })
    expect(test.mails.map(({ to }) => to.address).toSorted()).toEqual([email, member.email].toSorted())
    await signIn(test, member)
    expect((await open(link)).status).toBe(204)
    expect((await call(test, 'GET', '/me', undefined, { token })).body).toMatchObject({
      email,
      pending_email: null,
    })
    await signIn(test, { ...member, email })
    const earlier = { email: member.email, password: member.password }
    expect((await call(test, 'POST', '/login', earlier)).status).toBe(401)
  })
  it('counts once: of twenty at once one succeeds', async () => {
    const link = await linkTo(freshEmail())
    const responses = await Promise.all(Array.from({ length: 20 }, () => untilTried(() => open(link))))
    expect(statusesOf(responses)).toEqual(oneOfTwenty)
  })
  it('is confirmed only by the link to the latest one', async () => {
    const first = await linkTo(freshEmail())
    await linkTo(freshEmail())
    expect((await open(first)).body).toMatchObject({ statusCode: 422, code: 'invalid_token' })
  })
  it('goes on waiting while other details change, and its link stays good', async () => {
    const email = freshEmail()
    const link = await linkTo(email)
    expect((await put({ first_name: 'Anna' })).body).toMatchObject({
      first_name: 'Anna',
      pending_email: email,
    })
    expect((await put({ email: member.email.toUpperCase() })).body).toMatchObject({ pending_email: email })
    await test.deliver()
    expect((await open(link)).status).toBe(204)
    expect((await call(test, 'GET', '/me', undefined, { token })).body).toMatchObject({
      email,
      pending_email: null,
    })
  })
  it('that somebody else has is told only to the person who opens its link', async () => {
    const other = await makeMember(test, (await makeClient(test.database.db)).id)
    const taken = await put({ email: other.email, password: member.password })
    const free = await put({ email: freshEmail(), password: member.password })
    expect(taken.status).toBe(free.status)
    const link = await linkTo(other.email)
    expect((await open(link)).body).toMatchObject({ statusCode: 409, fields: { email: expect.any(String) } })
    await signIn(test, other)
    await signIn(test, member)
  })
  it('counts for a day, and ends a reset link that lies in the earlier mailbox', async () => {
    const late = await linkTo(freshEmail())
    test.clock.now = new Date(test.clock.now.getTime() + 24 * 3_600_000)
    expect((await open(late)).status).toBe(422)
    token = (await signIn(test, member)).token
    const link = await linkTo(freshEmail())
    await call(test, 'POST', '/password/forgot', { email: member.email })
    await test.deliver()
    const reset = tokenInMail(test, '/reset_password')
    expect((await open(link)).status).toBe(204)
    expect((await call(test, 'POST', `/password/validate/${reset}`)).body).toEqual({ validated: false })
  })
  it('is confirmed by its own link alone', async () => {
    await call(test, 'POST', '/password/forgot', { email: member.email })
    await test.deliver()
    expect((await open(tokenInMail(test, '/reset_password'))).status).toBe(422)
    for (const forged of ['x', 'x'.repeat(43), "'--"]) expect((await open(forged)).status).toBe(422)
  })
})

describe('the bell', () => {
  it('shows what happened to the account in the language of now, the newest first, until it is cleared', async () => {
    const change = { password: member.password, newPassword: 'a door that nobody paints' }
    await call(test, 'PUT', '/password', change, { token })
    await put({ email: freshEmail(), password: change.newPassword })
    const shown = await call(test, 'GET', '/me/notifications', undefined, { token })
    expect(shown.body).toMatchObject([
      {
        name: 'Se ingresó una nueva dirección de correo',
        level: 'warning',
        date: expect.stringMatching(/Z$/),
      },
      { name: 'Se cambió su contraseña' },
    ])
    const other = await signIn(test, await makeMember(test, clientId))
    await call(test, 'DELETE', '/me/notifications', undefined, other)
    expect((await call(test, 'GET', '/me/notifications', undefined, { token })).body).toHaveLength(2)
    // What came after the newest one that was shown stays, because nobody has seen it.
    const [newest, older] = shown.body as unknown as { id: string }[]
    const clear = (query = '') => call(test, 'DELETE', `/me/notifications${query}`, undefined, { token })
    expect((await clear('?through=newest')).status).toBe(400)
    expect((await clear(`?through=${older?.id}`)).status).toBe(204)
    const left = async () => (await call(test, 'GET', '/me/notifications', undefined, { token })).body
    expect(await left()).toMatchObject([{ id: newest?.id }])
    expect((await clear()).status).toBe(204)
    expect(await left()).toEqual([])
  })
})
