import { limits, rateRules } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { makeClient } from '../../../../test/factories.ts'
import { openSuperuserConnection } from '../../../../test/superuser.ts'
import {
  call,
  enrol,
  freshIp,
  makeMember,
  type Member,
  oneOfTwenty,
  statusesOf,
  otherPassword,
  signIn,
  tokenInMail,
  untilTried,
} from '../../../../test/staff.ts'

let test: TestApp
let second: { app: FastifyInstance; close(): Promise<void> }
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let member: Member

beforeAll(async () => {
  test = await buildTestApp()
  second = await buildSecondNode(test)
  sql = openSuperuserConnection(test.database)
  clientId = (await makeClient(test.database.db, { name: 'Harbour Venues', look: 'pulse', language: 'es' }))
    .id
})
beforeEach(async () => {
  member = await makeMember(test, clientId)
  await test.deliver()
  test.mails.length = 0
})
afterAll(async () => {
  await second.close()
  await test.close()
})

const twenty = <T>(send: (app: FastifyInstance) => Promise<T>) =>
  Promise.all(Array.from({ length: 20 }, (_, index) => send(index % 2 ? second.app : test.app)))
const change = (token: string, password: string, newPassword: string, app?: FastifyInstance) =>
  call(test, 'PUT', '/password', { password, newPassword }, { token, ...(app ? { app } : {}) })
const forgot = (email: string) => call(test, 'POST', '/password/forgot', { email })
const validate = async (token: string) => (await call(test, 'POST', `/password/validate/${token}`)).body
const reset = (token: string, password: string, app?: FastifyInstance) =>
  call(test, 'POST', `/password/reset/${token}`, { password }, app ? { app } : {})
const isSignedIn = async ({ token }: { token: string }) =>
  (await call(test, 'GET', '/validate_token', undefined, { token })).status === 200
const later = (minutes: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
}
async function resetToken(): Promise<string> {
  await forgot(member.email)
  await test.deliver()
  return tokenInMail(test, '/reset_password')
}

describe('PUT /password', () => {
  it.each([
    [{}, 'password'],
    [{ password: 'x' }, 'newPassword'],
    [{ password: 'x', newPassword: 'short77' }, 'newPassword'],
    [{ password: 'x', newPassword: 'ñ'.repeat(513) }, 'newPassword'],
    [{ password: 'x', newPassword: `a quiet estuary\u0000` }, 'newPassword'],
    [{ password: 'x', newPassword: ['a quiet estuary'] }, 'newPassword'],
    [{ password: 'x', newPassword: otherPassword, user: 'y' }, 'user'],
  ])('responds with 400 to %j', async (body, field) => {
    const { token } = await signIn(test, member)
    const response = await call(test, 'PUT', '/password', body, { token })
    expect(response.status).toBe(400)
    expect(response.body['fields']).toHaveProperty(field)
  })
  it('refuses a wrong current password with 422, never with 401', async () => {
    const { token } = await signIn(test, member)
    const response = await change(token, 'wrong', otherPassword)
    expect(response.status).toBe(422)
    expect(response.body).toMatchObject({
      code: 'wrong_password',
      fields: { password: 'The current password is not correct.' },
      field_codes: { password: 'current_password_wrong' },
    })
  })
  it('stops guessing at an open screen after ten wrong ones, also at once and on two nodes', async () => {
    const { token } = await signIn(test, member)
    const responses = await twenty((app) => change(token, 'wrong', otherPassword, app))
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(rateRules.currentPassword.burst)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await change(token, member.password, otherPassword)).status).toBe(429)
  })
  it.each(['password1', 'Gatehouse2026', 'Harbour-Venues', 'Robin.Tester1', '12345678'])(
    'refuses %s',
    async (weak) => {
      const { token } = await signIn(test, member)
      const response = await change(token, member.password, weak)
      expect(response.body).toMatchObject({
        statusCode: 422,
        code: 'weak_password',
        fields: { newPassword: expect.any(String) },
        field_codes: { newPassword: 'password_too_weak' },
      })
    },
  )
  it('refuses the password that is in use', async () => {
    const { token } = await signIn(test, member)
    expect((await change(token, member.password, member.password)).body).toMatchObject({
      code: 'weak_password',
    })
  })
  it('counts every byte up to 1,024', async () => {
    const { token } = await signIn(test, member)
    const long = `${'estuary '.repeat(127)}lanterns`
    expect(Buffer.byteLength(long)).toBe(1024)
    expect((await change(token, member.password, long)).status).toBe(204)
    const cut = { email: member.email, password: `${long.slice(0, -1)}z` }
    expect((await call(test, 'POST', '/login', cut)).status).toBe(401)
    await signIn(test, { ...member, password: long })
  })
  it('ends every other session, and goes on in this one', async () => {
    const { token } = await signIn(test, member)
    const other = await signIn(test, member)
    expect((await change(token, member.password, otherPassword)).status).toBe(204)
    expect(await isSignedIn({ token })).toBe(true)
    expect(await isSignedIn(other)).toBe(false)
    expect((await call(test, 'POST', '/login', member)).status).toBe(400)
    expect(
      (await call(test, 'POST', '/login', { email: member.email, password: member.password })).status,
    ).toBe(401)
    await signIn(test, { ...member, password: otherPassword })
  })
  it('happens once of several at once', async () => {
    const { token } = await signIn(test, member)
    const responses = await Promise.all(
      Array.from({ length: 5 }, (_, index) => change(token, member.password, `${otherPassword} ${index}`)),
    )
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
  })
  it('an account that must change its password can do nothing else', async () => {
    const due = await makeMember(test, clientId, { changePassword: true })
    const { token } = await signIn(test, due)
    expect((await call(test, 'GET', '/me/sessions', undefined, { token })).body).toMatchObject({
      code: 'password_change_required',
    })
    expect((await call(test, 'PUT', '/password/breach', { password: otherPassword }, { token })).status).toBe(
      200,
    )
    expect((await change(token, due.password, otherPassword)).status).toBe(204)
    expect((await call(test, 'GET', '/me/sessions', undefined, { token })).status).toBe(200)
  })
  it('tells the owner by mail and in the bell, and leaves an audit row without either password', async () => {
    const { token } = await signIn(test, member)
    await change(token, member.password, otherPassword)
    await test.deliver()
    expect(test.mails).toHaveLength(1)
    expect(test.mails[0]).toMatchObject({ to: { address: member.email }, subject: 'Se cambió su contraseña' })
    expect((await call(test, 'GET', '/me/notifications', undefined, { token })).body).toMatchObject([
      { name: 'Se cambió su contraseña', level: 'warning' },
    ])
    const kept = await sql`
      select to_jsonb(a)::text as row from audit_entries a where target_id = ${member.id}
      union all select to_jsonb(o)::text from outbox o where subject = ${member.id}`
    const text = JSON.stringify(kept)
    expect(text).toContain('password.changed')
    expect(text).not.toContain(member.password)
    expect(text).not.toContain(otherPassword)
  })
})

describe('POST /password/forgot', () => {
  it('responds alike to known and unknown emails', async () => {
    const known = await forgot(member.email)
    const unknown = await forgot('nobody@test.example')
    expect(known.status).toBe(204)
    expect(unknown.status).toBe(204)
    expect(unknown.text).toBe(known.text)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
  })
  it('responds with 429 alike after three in an hour', async () => {
    for (const email of [member.email, 'nobody-again@test.example']) {
      for (let time = 0; time < 3; time += 1) expect((await forgot(email)).status).toBe(204)
      const fourth = await forgot(email.toUpperCase())
      expect(fourth.status).toBe(429)
      expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(600)
    }
  })
  it('stops an IP address that asks for many emails', async () => {
    const ip = freshIp()
    const responses = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        call(test, 'POST', '/password/forgot', { email: `many-${index}@test.example` }, { ip }),
      ),
    )
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(rateRules.forgotPerNetwork.burst)
  })
  it('sends no mail for an unknown email or an account that may not sign in, and deletes the request', async () => {
    const archived = await makeMember(test, clientId, { status: 'archived' })
    await forgot('nobody-at-all@test.example')
    await forgot(archived.email)
    await test.deliver()
    expect(test.mails).toEqual([])
    expect(await sql`select * from reset_requests`).toHaveLength(0)
  })
  it('sends a link to the configured host, not to that of the request, in the person’s language', async () => {
    await call(
      test,
      'POST',
      '/password/forgot',
      { email: member.email },
      { headers: { host: 'evil.example' } },
    )
    await test.deliver()
    expect(test.mails).toHaveLength(1)
    const [mail] = test.mails
    expect(mail?.subject).toBe('Restablezca su contraseña')
    expect(mail?.text).toMatch(/https:\/\/gatehouse\.example\/reset_password\?token=[\w-]{43}\n/)
    expect(mail?.html).not.toContain('evil.example')
  })
})

describe('a reset link', () => {
  it.each([
    ['forged', { validated: false }, { statusCode: 422, code: 'invalid_token' }],
    ['x'.repeat(43), { validated: false }, { statusCode: 422, code: 'invalid_token' }],
    ["'", { validated: false }, { statusCode: 422, code: 'invalid_token' }],
    ['a'.repeat(299), { validated: false }, { statusCode: 422, code: 'invalid_token' }],
    ['%00', { statusCode: 400, code: 'bad_request' }, { statusCode: 400, code: 'bad_request' }],
  ])('with the token %j is refused', async (token, validation, refusal) => {
    expect(await validate(token)).toMatchObject(validation)
    expect((await reset(token, otherPassword)).body).toMatchObject(refusal)
  })
  it('works where others at the address have tried unknown ones until they were refused', async () => {
    const token = await resetToken()
    const ip = freshIp()
    const look = (tried: string) => call(test, 'POST', `/password/validate/${tried}`, undefined, { ip })
    const { burst } = rateRules.unknownOneTimeToken
    const forged = Array.from({ length: burst + 1 }, (_, number) =>
      number % 2 ? 'A'.repeat(40) : 'A'.repeat(43),
    )
    for (const tried of forged.slice(1)) expect((await look(tried)).status).toBe(200)
    expect((await look('A')).status).toBe(429)
    expect((await look(token)).body).toEqual({ validated: true })
    const body = { password: otherPassword }
    const tryReset = (tried: string) => call(test, 'POST', `/password/reset/${tried}`, body, { ip })
    expect((await tryReset('A'.repeat(43))).status).toBe(429)
    expect((await tryReset(token)).status).toBe(204)
    // It is unknown from now on.
    expect((await look(token)).status).toBe(429)
  })
  it('is good once: of twenty at once on two nodes one succeeds', async () => {
    const token = await resetToken()
    expect(await validate(token)).toEqual({ validated: true })
    const responses = await twenty((app) => untilTried(() => reset(token, otherPassword, app)))
    expect(statusesOf(responses)).toEqual(oneOfTwenty)
    expect(await validate(token)).toEqual({ validated: false })
  })
  it('is good for half an hour', async () => {
    const token = await resetToken()
    later(limits.resetLinkMinutes - 0.01)
    expect(await validate(token)).toEqual({ validated: true })
    later(0.02)
    expect(await validate(token)).toEqual({ validated: false })
    expect((await reset(token, otherPassword)).body).toMatchObject({ code: 'invalid_token' })
  })
  it('is good only as the newest', async () => {
    const first = await resetToken()
    const next = await resetToken()
    expect(next).not.toBe(first)
    expect(await validate(first)).toEqual({ validated: false })
    expect((await reset(first, otherPassword)).status).toBe(422)
    expect((await reset(next, otherPassword)).status).toBe(204)
  })
  it('ends with a changed password, and with the account', async () => {
    const { token } = await signIn(test, member)
    const link = await resetToken()
    await change(token, member.password, otherPassword)
    expect(await validate(link)).toEqual({ validated: false })
    const again = await resetToken()
    await sql`update users set status = 'archived' where id = ${member.id}`
    expect(await validate(again)).toEqual({ validated: false })
    expect((await reset(again, 'a door that nobody paints')).status).toBe(422)
  })
  it('stays good when the password is refused', async () => {
    const token = await resetToken()
    expect((await reset(token, 'short')).status).toBe(400)
    expect((await reset(token, 'password1')).body).toMatchObject({
      code: 'weak_password',
      fields: { password: expect.any(String) },
    })
    expect((await reset(token, otherPassword)).status).toBe(204)
  })
  it('ends every session, and the next login asks for the second factor', async () => {
    const { token } = await signIn(test, member)
    await enrol(test, token)
    expect((await reset(await resetToken(), otherPassword)).status).toBe(204)
    expect(await isSignedIn({ token })).toBe(false)
    expect(await signIn(test, { ...member, password: otherPassword })).toMatchObject({ authenticated: false })
  })
  it('tells the owner', async () => {
    await reset(await resetToken(), otherPassword)
    await test.deliver()
    expect(test.mails.map(({ subject }) => subject)).toEqual([
      'Restablezca su contraseña',
      'Se restableció su contraseña',
    ])
  })
  it('is kept as a keyed hash, and waits in no outbox', async () => {
    const token = await resetToken()
    const kept = await sql`
      select to_jsonb(t)::text as row from one_time_tokens t union all select to_jsonb(o)::text from outbox o
      union all select to_jsonb(a)::text from audit_entries a`
    expect(JSON.stringify(kept)).not.toContain(token)
  })
})

describe('PUT /password/breach', () => {
  it('needs no session, and is limited for each IP address', async () => {
    const ip = freshIp()
    const ask = (password: string) => call(test, 'PUT', '/password/breach', { password }, { ip })
    expect((await ask('password')).body).toEqual({ count: 1, source: 'bundled' })
    expect((await ask(otherPassword)).body).toEqual({ count: 0, source: 'bundled' })
    const responses = await Promise.all(Array.from({ length: 60 }, () => ask('password')))
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(2)
  })
  it.each([[{}], [{ password: '' }], [{ password: 'x'.repeat(1025) }], [{ password: 5 }]])(
    'responds with 400 to %j',
    async (body) => {
      expect((await call(test, 'PUT', '/password/breach', body)).status).toBe(400)
    },
  )
})
