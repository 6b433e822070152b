import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Passwords } from '../src/modules/auth/passwords.ts'
import { buildSecondNode, buildTestApp, type TestApp } from './build-test-app.ts'
import { makeClient, makeSite } from './factories.ts'
import { runs } from './runs.ts'
import { openSuperuserConnection } from './superuser.ts'
import {
  call,
  type Called,
  enrol,
  type Enrolled,
  makeMember,
  type Member,
  nextStep,
  otherPassword,
  signIn,
  tokenInMail,
  verify,
  untilTried,
} from './staff.ts'
import { totpCode } from './totp-generator.ts'

/** How many concurrent attempts the limit of an account allows. */
const AT_ONCE = 10
const ROUNDS = runs(5)

let test: TestApp
let second: { app: FastifyInstance; close(): Promise<void> }
/** A node where logins with a verified password wait before anything is granted. */
let slow: { app: FastifyInstance; close(): Promise<void> }
let sql: ReturnType<typeof openSuperuserConnection>
let checked = 0
let goOn: PromiseWithResolvers<void> | undefined

beforeAll(async () => {
  test = await buildTestApp()
  second = await buildSecondNode(test)
  const passwords: Passwords = {
    hash: (password) => test.passwords.hash(password),
    async matches(password, hashed) {
      const matches = await test.passwords.matches(password, hashed)
      checked += 1
      await goOn?.promise
      return matches
    },
  }
  slow = await buildSecondNode({ ...test, passwords })
  sql = openSuperuserConnection(test.database)
})
afterAll(async () => {
  await slow.close()
  await second.close()
  await test.close()
})

let clientId: string
let siteId: string
let member: Member
beforeEach(async () => {
  clientId = (await makeClient(test.database.db, { twoStepRequiredFor: ['admin'] })).id
  siteId = (await makeSite(test.database.db, clientId)).id
  await newMember()
})
async function newMember(): Promise<Member> {
  member = await makeMember(test, clientId, { access: [{ siteId, userType: 'Staff' }] })
  return member
}

const post = (token: string, path: string, body?: object, app?: FastifyInstance) =>
  call(test, 'POST', path, body, { token, ...(app ? { app } : {}) })
const nodeOf = (index: number) => (index % 2 ? second.app : test.app)
const logIn = ({ email, password }: Member, app: FastifyInstance, extra: object = {}) =>
  call(test, 'POST', '/login', { email, password, ...extra }, { app })
const tokensOf = (responses: Called[]) =>
  responses.filter(({ status }) => status === 200).map(({ body }) => String(body['token']))
const stateOf = async (token: string) => {
  const { status, body } = await call(test, 'GET', '/validate_token', undefined, { token })
  return status === 200 ? (body['authenticated'] === true ? 'live' : 'pre-2FA') : 'dead'
}
const statesOf = (tokens: string[]) => Promise.all(tokens.map(stateOf))
const isLive = (state: string) => state === 'live'
async function mailedToken(path: string): Promise<string> {
  await test.deliver()
  return tokenInMail(test, path)
}
async function resetLink({ email }: Member): Promise<string> {
  await call(test, 'POST', '/password/forgot', { email })
  return mailedToken('/reset_password')
}
const reset = (link: string, app: FastifyInstance = test.app) =>
  call(test, 'POST', `/password/reset/${link}`, { password: otherPassword }, { app })
const changePassword = (token: string) =>
  call(test, 'PUT', '/password', { password: member.password, newPassword: otherPassword }, { token })

/** Logins whose password was verified before the change and which continue after it. */
async function loginsAround(change: () => Promise<unknown>, extra: object = {}): Promise<Called[]> {
  const tried = { ...member }
  checked = 0
  goOn = Promise.withResolvers()
  const logins = Array.from({ length: AT_ONCE }, () => logIn(tried, slow.app, extra))
  await expect.poll(() => checked).toBe(AT_ONCE)
  await change()
  goOn.resolve()
  goOn = undefined
  return Promise.all(logins)
}

/** Repeated logins in ten parallel loops on two nodes, before, during and after the change. */
async function loginsThrough(change: () => Promise<unknown>): Promise<Called[]> {
  const tried = { ...member }
  const responses: Called[] = []
  let isOver = false
  const threads = Array.from({ length: AT_ONCE }, async (_, index) => {
    do responses.push(await logIn(tried, nodeOf(index)))
    while (!isOver)
  })
  await expect.poll(() => responses.length).toBeGreaterThan(AT_ONCE / 2)
  await change()
  isOver = true
  await Promise.all(threads)
  return responses
}

describe('a login that began before', () => {
  it('a changed password gets what a wrong pair gets, and nothing of it lives', async () => {
    const { token } = await signIn(test, member)
    const responses = await loginsAround(async () => expect((await changePassword(token)).status).toBe(204))
    const wrong = await logIn({ ...member, email: 'nobody@test.example' }, test.app)
    for (const { status, text } of responses) expect([status, text]).toEqual([401, wrong.text])
    expect(await sql`select from sessions where user_id = ${member.id} and revoked_at is null`).toHaveLength(
      1,
    )
    expect(await stateOf(token)).toBe('live')
  })
  it('a reset is refused, and nothing of it lives', async () => {
    const link = await resetLink(member)
    const responses = await loginsAround(async () => expect((await reset(link)).status).toBe(204))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 401))
    expect(await sql`select from sessions where user_id = ${member.id} and revoked_at is null`).toEqual([])
  })
  it('a refused one counts like any wrong password', async () => {
    const { token } = await signIn(test, member)
    await loginsAround(() => changePassword(token))
    expect((await logIn(member, test.app)).status).toBe(429)
  })
  it('an authenticator was enabled needs a second factor', async () => {
    const { token } = await signIn(test, member)
    const responses = await loginsAround(() => enrol(test, token))
    expect(responses.map(({ status, body }) => [status, body['authenticated']])).toEqual(
      Array.from({ length: AT_ONCE }, () => [200, false]),
    )
    expect((await statesOf(tokensOf(responses))).filter(isLive)).toEqual([])
  })
  it('a remembered device was forgotten needs a second factor', async () => {
    const { token } = await signIn(test, member)
    const { secret } = await enrol(test, token)
    const pre2fa = await signIn(test, member)
    const code = totpCode(secret, test.clock.now)
    const { body } = await verify(test, pre2fa.token, code, { remember: true })
    const extra = { twoFARememberToken: body['rememberToken'] }
    expect((await logIn(member, test.app, extra)).body).toMatchObject({ authenticated: true })
    const responses = await loginsAround(
      () => call(test, 'DELETE', '/me/sessions', undefined, { token }),
      extra,
    )
    expect((await statesOf(tokensOf(responses))).filter(isLive)).toEqual([])
  })
  it('the account was archived is told so, and nothing of it lives after a return', async () => {
    const responses = await loginsAround(
      () => sql`update users set status = 'archived' where id = ${member.id}`,
    )
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 403))
    await sql`update users set status = 'active' where id = ${member.id}`
    expect(await sql`select from sessions where user_id = ${member.id} and revoked_at is null`).toEqual([])
  })
  it('the client was disabled is told so, and nothing of it lives after a return', async () => {
    const responses = await loginsAround(() => sql`update clients set enabled = false where id = ${clientId}`)
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 403))
    await sql`update clients set enabled = true where id = ${clientId}`
    expect(await sql`select from sessions where user_id = ${member.id} and revoked_at is null`).toEqual([])
  })
  it('its person became an admin, of whom the client demands a second factor, needs one', async () => {
    const responses = await loginsAround(() => sql`update users set admin = true where id = ${member.id}`)
    expect(responses.map(({ status, body }) => [status, body['authenticated']])).toEqual(
      Array.from({ length: AT_ONCE }, () => [200, false]),
    )
  })
  it('another email counts is refused: nobody signs in with the earlier one', async () => {
    const { token } = await signIn(test, member)
    const email = `new-${member.email}`
    const profile = {
      first_name: 'Robin',
      last_name: 'Tester',
      email,
      mobile: null,
      language: 'en',
      password: member.password,
    }
    expect((await call(test, 'PUT', '/me', profile, { token })).status).toBe(200)
    const link = await mailedToken('/verify_email')
    const responses = await loginsAround(async () =>
      expect((await call(test, 'POST', `/me/verify-email/${link}`)).status).toBe(204),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 401))
  })
})

describe('logins all the while, on two nodes', () => {
  const leftAfter = async (
    prepare: () => Promise<() => Promise<unknown>>,
    restore?: () => Promise<unknown>,
  ) => {
    let tried = 0
    const left: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await newMember()
      const change = await prepare()
      const responses = await loginsThrough(change)
      tried += responses.length
      await restore?.()
      left.push(...(await statesOf(tokensOf(responses))).filter((state) => state !== 'dead'))
    }
    expect(tried).toBeGreaterThan(ROUNDS * AT_ONCE)
    return left
  }

  it('leave no live session of a password that was changed', async () => {
    const left = await leftAfter(async () => {
      const { token } = await signIn(test, member)
      return async () => expect((await changePassword(token)).status).toBe(204)
    })
    expect(left).toEqual([])
  })
  it('leave no live session of a password that was reset', async () => {
    const left = await leftAfter(async () => {
      const link = await resetLink(member)
      return async () => expect((await reset(link)).status).toBe(204)
    })
    expect(left).toEqual([])
  })
  it('leave no live session of an account that was archived', async () => {
    const left = await leftAfter(
      async () => () => sql`update users set status = 'archived' where id = ${member.id}`,
      () => sql`update users set status = 'active' where id = ${member.id}`,
    )
    expect(left).toEqual([])
  })
  it('leave no live session of a client that was disabled', async () => {
    const left = await leftAfter(
      async () => () => sql`update clients set enabled = false where id = ${clientId}`,
      () => sql`update clients set enabled = true where id = ${clientId}`,
    )
    expect(left).toEqual([])
  })
  it('leave no session without a pending factor once an authenticator is on', async () => {
    const left = await leftAfter(async () => {
      const { token } = await signIn(test, member)
      return () => enrol(test, token)
    })
    expect(left.filter(isLive)).toEqual([])
  })
})

describe('second factors that are verified at once with a change', () => {
  let enrolment: Enrolled
  let token: string
  /** Pre-2FA sessions: ten for recovery codes, ten for the current code. */
  let pre2fas: string[]
  beforeEach(async () => {
    token = (await signIn(test, member)).token
    enrolment = await enrol(test, token)
    pre2fas = []
    for (let time = 0; time < 2 * AT_ONCE; time += 1) pre2fas.push((await signIn(test, member)).token)
  })
  /** Ten recovery codes, each in its own session. */
  const verifyRecoveryCodes = () =>
    enrolment.recoveryCodes.map((code, at) => verify(test, pre2fas[at] ?? '', code, {}, { app: nodeOf(at) }))
  /** Ten times the current code, with the request to remember the device. */
  const verifyByCode = () => {
    const code = totpCode(enrolment.secret, test.clock.now)
    return pre2fas
      .slice(AT_ONCE)
      .map((pre2fa, at) => verify(test, pre2fa, code, { remember: true }, { app: nodeOf(at) }))
  }
  const verifyAll = () => [...verifyRecoveryCodes(), ...verifyByCode()]
  const renewRecoveryCodes = async () => {
    const { id } = (await post(token, '/2fa/new-recovery-codes')).body
    const methods = [{ id, type: 'recovery-codes' }]
    expect((await post(token, '/2fa/enable', { methods })).body).toEqual({ valid: true })
  }
  const remembered = () => sql`select from remembered_devices where user_id = ${member.id}`

  it.each([
    ['a changed password', verifyAll, () => changePassword(token), 'dead'],
    [
      'logging out everywhere',
      verifyAll,
      () => call(test, 'DELETE', '/me/sessions', undefined, { token }),
      'dead',
    ],
    [
      'an archived account',
      verifyAll,
      () => sql`update users set status = 'archived' where id = ${member.id}`,
      'dead',
    ],
    [
      'a disabled client',
      verifyAll,
      () => sql`update clients set enabled = false where id = ${clientId}`,
      'dead',
    ],
    [
      // Recovery codes stay valid.
      'a renewed authenticator',
      verifyByCode,
      async () => {
        const made = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
        const code = totpCode(made.secret, test.clock.now)
        const methods = [{ id: made.id, type: 'totp', code }]
        expect((await post(token, '/2fa/enable', { methods })).body).toEqual({ valid: true })
      },
      'pre-2FA',
    ],
    ['renewed recovery codes', verifyRecoveryCodes, renewRecoveryCodes, 'pre-2FA'],
  ] as const)('grant nothing after %s', async (_, verifyFactors, change, expected) => {
    const verifying = verifyFactors()
    await Promise.race(verifying)
    await change()
    const responses = await Promise.all(verifying)
    await sql`update users set status = 'active' where id = ${member.id}`
    await sql`update clients set enabled = true where id = ${clientId}`
    expect(responses.some(({ body }) => body['valid'] === true)).toBe(true)
    expect(await statesOf(pre2fas)).toEqual(pre2fas.map(() => expected))
    expect(await remembered()).toEqual([])
  })
  it('count until recovery codes are renewed; the code of the authenticator is valid after', async () => {
    const [before = '', after = ''] = pre2fas
    const code = totpCode(enrolment.secret, test.clock.now)
    expect((await verify(test, before, code)).body).toMatchObject({ valid: true })
    nextStep(test)
    await renewRecoveryCodes()
    expect(await stateOf(before)).toBe('pre-2FA')
    const next = totpCode(enrolment.secret, test.clock.now)
    expect((await verify(test, after, next)).body).toMatchObject({ valid: true })
    expect(await stateOf(after)).toBe('live')
  })
  it('leave no device remembered once the second factor was turned off', async () => {
    const verifying = verifyAll()
    await Promise.race(verifying)
    const off = await post(token, '/2fa/cancel', { methods: [enrolment.totpId, enrolment.codesId] })
    expect(off.status).toBe(204)
    await Promise.all(verifying)
    expect(await remembered()).toEqual([])
  })
  it('twenty enables of two sessions at once leave one authenticator, and the other session has a pending factor', async () => {
    nextStep(test)
    const [other = ''] = pre2fas
    expect((await verify(test, other, totpCode(enrolment.secret, test.clock.now))).body).toMatchObject({
      valid: true,
    })
    const makers = [token, other]
    const made = await Promise.all(
      makers.map(
        async (one) => (await post(one, '/2fa/new-totp-method')).body as { id: string; secret: string },
      ),
    )
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const { id = '', secret = '' } = made[at % 2] ?? {}
        const methods = [{ id, type: 'totp', code: totpCode(secret, test.clock.now) }]
        return post(makers[at % 2] ?? '', '/2fa/enable', { methods }, nodeOf(at >> 1))
      }),
    )
    expect(responses.filter(({ body }) => body['valid'] === true)).toHaveLength(1)
    expect((await statesOf(makers)).toSorted()).toEqual(['live', 'pre-2FA'])
  })
})

describe('a link', () => {
  const ask = (email: string) => {
    const { password } = member
    const profile = { first_name: 'R', last_name: 'T', email, mobile: null, language: 'en', password }
    return { profile, email }
  }
  const askFor = (token: string, email: string, app: FastifyInstance) =>
    call(test, 'PUT', '/me', ask(email).profile, { token, app })

  it('for another email ends with a reset, and so does the pending email', async () => {
    const { token } = await signIn(test, member)
    expect((await askFor(token, `new-${member.email}`, test.app)).status).toBe(200)
    const link = await mailedToken('/verify_email')
    expect((await reset(await resetLink(member))).status).toBe(204)
    expect((await call(test, 'POST', `/me/verify-email/${link}`)).body).toMatchObject({
      statusCode: 422,
      code: 'invalid_token',
    })
    const [row] = await sql`select pending_email from users where id = ${member.id}`
    expect(row).toEqual({ pending_email: null })
  })
  it('for another email is not sent for a password that was reset meanwhile', async () => {
    const { token } = await signIn(test, member)
    const link = await resetLink(member)
    checked = 0
    goOn = Promise.withResolvers()
    const wishes = Array.from({ length: 5 }, (_, at) => askFor(token, `new-${at}-${member.email}`, slow.app))
    await expect.poll(() => checked).toBe(5)
    expect((await reset(link)).status).toBe(204)
    goOn.resolve()
    goOn = undefined
    expect((await Promise.all(wishes)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    const [row] = await sql`select pending_email from users where id = ${member.id}`
    expect(row).toEqual({ pending_email: null })
    await test.deliver()
    expect(await sql`select from one_time_tokens where user_id = ${member.id}`).toEqual([])
  })
  it.each([
    ['rights that grow', () => sql`update users set admin = true where id = ${member.id}`],
    [
      'an entry more',
      async () => {
        const other = await makeSite(test.database.db, clientId)
        await sql`insert into access_entries (client_id, user_id, site_id, user_type)
        values (${clientId}, ${member.id}, ${other.id}, 'Manager')`
      },
    ],
    [
      'an entry that changes',
      () => sql`update access_entries set user_type = 'Guest' where user_id = ${member.id}`,
    ],
    ['an entry less', () => sql`delete from access_entries where user_id = ${member.id}`],
    ['a second factor', async () => enrol(test, (await signIn(test, member)).token)],
    [
      'a way back from the archive',
      async () => {
        await sql`update users set status = 'archived' where id = ${member.id}`
        await sql`update users set status = 'active' where id = ${member.id}`
      },
    ],
    [
      'a client that was disabled for a while',
      async () => {
        await sql`update clients set enabled = false where id = ${clientId}`
        await sql`update clients set enabled = true where id = ${clientId}`
      },
    ],
  ])('to reset a password does not outlive %s', async (_, change) => {
    const link = await resetLink(member)
    await change()
    expect((await call(test, 'POST', `/password/validate/${link}`)).body).toEqual({ validated: false })
    expect((await reset(link)).status).toBe(422)
  })
  it('goes to no email that has just been replaced', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await newMember()
      const { token } = await signIn(test, member)
      const email = `new-${member.email}`
      await askFor(token, email, test.app)
      const verification = await mailedToken('/verify_email')
      await call(test, 'POST', '/password/forgot', { email: member.email })
      test.mails.length = 0
      await Promise.all([test.deliver(), call(test, 'POST', `/me/verify-email/${verification}`)])
      const early = test.mails.find(
        ({ to, text }) => to.address === member.email && text.includes('reset_password'),
      )
      if (!early) continue
      const link = tokenInMail(test, '/reset_password')
      expect((await call(test, 'POST', `/password/validate/${link}`)).body).toEqual({ validated: false })
    }
  })
  it('and a change at once: of ten resets and ten changes one succeeds', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await newMember()
      const { token } = await signIn(test, member)
      const link = await resetLink(member)
      const changeTo = (newPassword: string, app: FastifyInstance) =>
        call(test, 'PUT', '/password', { password: member.password, newPassword }, { token, app })
      const tries = Array.from({ length: 10 }, (_, at) => at)
      const [resets, changes] = await Promise.all([
        Promise.all(tries.map((at) => untilTried(() => reset(link, nodeOf(at))))),
        Promise.all(tries.map((at) => untilTried(() => changeTo(`${otherPassword} ${at}`, nodeOf(at))))),
      ])
      const codesOf = (responses: Called[]) =>
        responses.filter(({ status }) => status !== 204).map(({ body }) => body['code'])
      const lost = { resets: codesOf(resets), changes: codesOf(changes) }
      expect(lost.resets.length + lost.changes.length).toBe(19)
      expect(lost.resets).toEqual(lost.resets.map(() => 'invalid_token'))
      // A reset ends the session. A change that was authenticated before finds the new password,
      // and a later one finds no session.
      const ended =
        lost.changes.length === 10 ? lost.changes.filter((code) => code === 'unauthenticated') : []
      const wrong = lost.changes.filter((code) => code === 'wrong_password')
      expect(ended.length + wrong.length).toBe(lost.changes.length)
    }
  })
})
