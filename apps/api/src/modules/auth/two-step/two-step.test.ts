import { randomBytes } from 'node:crypto'
import { limits, serverLimits } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { makeClient, makeSite } from '../../../../test/factories.ts'
import { openSuperuserConnection } from '../../../../test/superuser.ts'
import {
  call,
  enrol,
  type Enrolled,
  makeMember,
  type Member,
  nextStep,
  signIn,
  untilTried,
  verify,
} from '../../../../test/staff.ts'
import { totpCode } from '../../../../test/totp-generator.ts'
import { createKeys } from '../../../keys.ts'
import { DAY_MS } from '../../../lib/durations.ts'

let test: TestApp
let second: { app: FastifyInstance; close(): Promise<void> }
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let member: Member

beforeAll(async () => {
  test = await buildTestApp()
  second = await buildSecondNode(test)
  sql = openSuperuserConnection(test.database)
  clientId = (await makeClient(test.database.db)).id
})
beforeEach(async () => {
  member = await makeMember(test, clientId)
})
afterAll(async () => {
  await second.close()
  await test.close()
})

const post = (token: string, path: string, body?: object, app?: FastifyInstance) =>
  call(test, 'POST', path, body, { token, ...(app ? { app } : {}) })
const codeNow = ({ secret }: Pick<Enrolled, 'secret'>) => totpCode(secret, test.clock.now)
const wrongCode = (enrolment: Enrolled) => (codeNow(enrolment) === '000000' ? '111111' : '000000')
const later = (minutes: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
}
/** Twenty at once, half of them on another node. */
const twenty = <T>(send: (app: FastifyInstance, index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 20 }, (_, index) => send(index % 2 ? second.app : test.app, index)))

/** One after the other: tries at once are held back by the limits of the login. */
async function signInTimes(times: number) {
  const sessions = []
  for (let time = 0; time < times; time += 1) sessions.push(await signIn(test, member))
  return sessions
}

async function enrolled(): Promise<{ enrolment: Enrolled; token: string }> {
  const { token } = await signIn(test, member)
  return { enrolment: await enrol(test, token), token }
}

describe('a pre-2FA session', () => {
  it('reaches the two-step calls, its own token and profile and the logout, and nothing else', async () => {
    const { enrolment } = await enrolled()
    const pre2fa = await signIn(test, member)
    expect(pre2fa).toMatchObject({
      authenticated: false,
      methods: [
        { id: enrolment.totpId, type: 'totp' },
        { id: enrolment.codesId, type: 'recovery-codes' },
      ],
    })
    for (const path of ['/me', '/validate_token', '/2fa/methods']) {
      expect((await call(test, 'GET', path, undefined, pre2fa)).status, path).toBe(200)
    }
    for (const path of [
      '/me/sessions',
      '/me/devices',
      '/me/notifications',
      '/2fa/recovery-codes',
      '/dashboard',
    ]) {
      expect((await call(test, 'GET', path, undefined, pre2fa)).body, path).toMatchObject({
        code: 'two_step_required',
      })
    }
    const password = { password: member.password, newPassword: 'a door that nobody paints' }
    expect((await call(test, 'PUT', '/password', password, pre2fa)).status).toBe(403)
  })
  it.each([
    ['a board’s screen', { entries: ['Device', 'Guest'] }, 200],
    ['staff', { entries: ['Device', 'Staff'] }, 403],
    ['a manager of an archived site', { entries: ['Device', 'Manager'], isArchived: true }, 403],
    ['an admin', { flags: { admin: true } }, 403],
    ['staff whose client allows it', { entries: ['Staff'], isAllowed: true }, 200],
    ['an admin whose client allows it', { flags: { admin: true }, isAllowed: true }, 200],
    ['a site_admin whose client allows it', { flags: { siteAdmin: true }, isAllowed: true }, 403],
  ] as const)('of %s: the board', async (_, who, status) => {
    const { entries, isArchived, isAllowed, flags } = {
      entries: [],
      isArchived: false,
      isAllowed: false,
      flags: {},
      ...who,
    }
    const { db } = test.database
    const { id } = await makeClient(db, { boardWithoutTwoStep: isAllowed })
    const sites = []
    for (const userType of entries) sites.push({ siteId: (await makeSite(db, id)).id, userType })
    const person = await makeMember(test, id, { access: sites, ...flags })
    await enrol(test, (await signIn(test, person)).token)
    if (isArchived) await sql`update sites set status = 'archived' where id = ${sites.at(-1)?.siteId ?? ''}`
    const pre2fa = await signIn(test, person)
    expect(pre2fa.authenticated).toBe(false)
    expect((await call(test, 'GET', '/board/sites', undefined, pre2fa)).status).toBe(status)
    expect((await call(test, 'GET', '/client/me', undefined, pre2fa)).status).toBe(403)
  })
  it('cannot change the second factor that it has not passed', async () => {
    const { enrolment } = await enrolled()
    const { token } = await signIn(test, member)
    const { totpId, codesId } = enrolment
    const rejected = [
      await post(token, '/2fa/new-totp-method'),
      await post(token, '/2fa/new-recovery-codes'),
      await post(token, '/2fa/confirm-totp-method', { id: totpId, code: codeNow(enrolment) }),
      await post(token, '/2fa/enable', { methods: [{ id: totpId, type: 'totp', code: codeNow(enrolment) }] }),
      await post(token, '/2fa/cancel', { methods: [totpId, codesId] }),
    ]
    for (const { status, body } of rejected) {
      expect(status).toBe(403)
      expect(body).toMatchObject({ code: 'two_step_required' })
    }
    expect(await verify(test, token, codeNow(enrolment))).toMatchObject({ body: { valid: true } })
  })
  it('is the same token afterwards, and everything is open to it', async () => {
    const { enrolment } = await enrolled()
    const { token } = await signIn(test, member)
    expect((await verify(test, token, codeNow(enrolment))).body).toEqual({
      valid: true,
      newMethods: [
        { id: enrolment.totpId, type: 'totp' },
        { id: enrolment.codesId, type: 'recovery-codes' },
      ],
    })
    expect((await call(test, 'GET', '/me/sessions', undefined, { token })).status).toBe(200)
    expect((await call(test, 'GET', '/validate_token', undefined, { token })).body).toMatchObject({
      authenticated: true,
    })
  })
  it.each([
    [{}],
    [{ type: 'sms', code: '123456' }],
    [{ type: 'totp', code: '' }],
    [{ type: 'totp', code: 123_456 }],
    [{ type: 'totp', code: '12345678901234' }],
    [{ type: 'totp', code: '123456', remember: 'yes' }],
    [{ type: 'totp', code: '12345\u0000' }],
  ])('gets 400 for %j', async (body) => {
    const { token } = await signIn(test, member)
    expect((await post(token, '/2fa/verify', body)).status).toBe(400)
  })
  it('gets valid: false for what can be no code, or is one of the other kind', async () => {
    const { enrolment } = await enrolled()
    const { token } = await signIn(test, member)
    for (const [type, code] of [
      ['totp', '12345'],
      ['totp', '１２３４５６'],
      ['totp', enrolment.recoveryCodes[0]],
      ['recovery-codes', codeNow(enrolment)],
    ]) {
      expect((await post(token, '/2fa/verify', { type, code })).body, code).toEqual({ valid: false })
    }
  })
})

describe('a code of the authenticator', () => {
  it('is good once: of twenty at once on two nodes one passes', async () => {
    const { enrolment } = await enrolled()
    const sessions = await signInTimes(20)
    const code = codeNow(enrolment)
    const responses = await twenty((app, index) =>
      untilTried(() => verify(test, sessions[index]?.token ?? '', code, {}, { app })),
    )
    expect(responses.filter(({ body }) => body['valid'] === true)).toHaveLength(1)
    // The first one passes and uses up the code. Ten wrong ones then lock the account for the
    // others.
    const tried = 1 + limits.wrongCodes.perAccount
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(tried)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(responses.length - tried)
    const passed =
      await sql`select count(*)::int as n from sessions where user_id = ${member.id} and authenticated
      and id <> (select min(id::text)::uuid from sessions where user_id = ${member.id})`
    expect(passed[0]?.['n']).toBe(1)
  })
  it('is good one step early and one late, and an earlier one ends with a later one', async () => {
    const { enrolment } = await enrolled()
    const { token } = await signIn(test, member)
    const [before, now, after] = [-1, 0, 1].map((steps) =>
      totpCode(enrolment.secret, new Date(test.clock.now.getTime() + steps * 30_000)),
    )
    expect((await verify(test, token, after ?? '')).body).toMatchObject({ valid: true })
    expect((await verify(test, token, now ?? '')).body).toEqual({ valid: false })
    expect((await verify(test, token, before ?? '')).body).toEqual({ valid: false })
  })
  it('that confirmed the set-up cannot be the first to log in with', async () => {
    const { token } = await signIn(test, member)
    const totp = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
    const code = codeNow(totp)
    expect((await post(token, '/2fa/confirm-totp-method', { id: totp.id, code })).body).toEqual({
      valid: true,
    })
    expect((await post(token, '/2fa/confirm-totp-method', { id: totp.id, code })).body).toEqual({
      valid: false,
    })
    await post(token, '/2fa/enable', { methods: [{ id: totp.id, type: 'totp' }] })
    const pre2fa = await signIn(test, member)
    expect((await verify(test, pre2fa.token, code)).body).toEqual({ valid: false })
    nextStep(test)
    expect((await verify(test, pre2fa.token, codeNow(totp))).body).toMatchObject({ valid: true })
  })
})

describe('guessing', () => {
  it('ends after five wrong codes of a session, also when they come at once', async () => {
    const { enrolment } = await enrolled()
    const { token } = await signIn(test, member)
    const responses = await twenty((app) => verify(test, token, wrongCode(enrolment), {}, { app }))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(limits.wrongCodes.perSession)
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(15)
    expect(new Set(refused.map(({ body }) => body['code']))).toEqual(new Set(['second_factor_spent']))
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await verify(test, token, codeNow(enrolment))).status).toBe(429)
    expect((await verify(test, token, enrolment.recoveryCodes[0] ?? '')).status).toBe(429)
  })
  it('locks the account for a quarter of an hour after ten in a row, over all its sessions', async () => {
    const { enrolment } = await enrolled()
    const sessions = await Promise.all(Array.from({ length: 3 }, () => signIn(test, member)))
    const tries = sessions.flatMap(({ token }) => Array.from({ length: 4 }, () => token))
    const responses = await Promise.all(tries.map((token) => verify(test, token, wrongCode(enrolment))))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(limits.wrongCodes.perAccount)
    const login = await call(test, 'POST', '/login', { email: member.email, password: member.password })
    expect(login.status).toBe(403)
    expect(login.text).toMatch(/"message":"Account is locked/)
    later(limits.wrongCodes.lockMinutes)
    const { token } = await signIn(test, member)
    expect((await verify(test, token, codeNow(enrolment))).body).toMatchObject({ valid: true })
  })
  it('gets 429 and a code of its own by a session without tries and by a locked account', async () => {
    const { enrolment } = await enrolled()
    const sessions = await signInTimes(3)
    const rejected: { code: unknown; wait: number }[] = []
    for (const { token } of sessions) {
      for (let time = 0; time < limits.wrongCodes.perSession; time += 1)
        await verify(test, token, wrongCode(enrolment))
      const refused = await verify(test, token, codeNow(enrolment))
      expect(refused.status).toBe(429)
      rejected.push({ code: refused.body['code'], wait: Number(refused.headers['retry-after']) })
    }
    const lock = limits.wrongCodes.lockMinutes * 60
    expect(rejected[0]).toEqual({ code: 'second_factor_spent', wait: serverLimits.boardSessionDays * 86_400 })
    expect(rejected[1]).toEqual({ code: 'second_factor_locked', wait: lock })
    const locked = await call(test, 'POST', '/login', { email: member.email, password: member.password })
    expect(locked.body).toMatchObject({
      statusCode: 403,
      code: 'account_locked',
      message: expect.stringMatching(/^Account/),
    })
    expect(locked.body).not.toHaveProperty('account_status')
    expect(Number(locked.headers['retry-after'])).toBe(lock)
    // Also where the session ends before such a lock would.
    later(serverLimits.boardSessionDays * 24 * 60 - 5)
    const fresh = sessions[0]?.token ?? ''
    await sql`update sessions set last_seen_at = ${test.clock.now} where user_id = ${member.id}`
    const late = await verify(test, fresh, codeNow(enrolment))
    expect(late.body).toMatchObject({ statusCode: 429, code: 'second_factor_spent' })
    expect(Number(late.headers['retry-after'])).toBe(5 * 60)
  })
  it('counts in a row: a right code in between begins anew', async () => {
    const { enrolment } = await enrolled()
    for (let round = 0; round < 4; round += 1) {
      const { token } = await signIn(test, member)
      for (let time = 0; time < 4; time += 1) await verify(test, token, wrongCode(enrolment))
      nextStep(test)
      expect((await verify(test, token, codeNow(enrolment))).body).toMatchObject({ valid: true })
    }
  })
  it('leaves an audit row for each try, without the code', async () => {
    const { enrolment } = await enrolled()
    const { token } = await signIn(test, member)
    const wrong = wrongCode(enrolment)
    await verify(test, token, wrong)
    const rows = await sql`select * from audit_entries where actor_id = ${member.id} order by id`
    const text = JSON.stringify(rows)
    expect(text).toContain('session.second_step_refused')
    for (const secret of [wrong, enrolment.secret, ...enrolment.recoveryCodes, member.password, token]) {
      expect(text).not.toContain(`"${secret}"`)
    }
  })
})

describe('recovery codes', () => {
  it('are valid once each: of twenty uses at once on two nodes one passes', async () => {
    const { enrolment } = await enrolled()
    const sessions = await signInTimes(20)
    const [code = ''] = enrolment.recoveryCodes
    const responses = await twenty((app, index) =>
      verify(test, sessions[index]?.token ?? '', code, {}, { app }),
    )
    expect(responses.filter(({ body }) => body['valid'] === true)).toHaveLength(1)
  })
  it('are shown in clear while they are prepared, to the session that prepares them', async () => {
    const { token } = await signIn(test, member)
    const other = await signIn(test, member)
    const made = await post(token, '/2fa/new-recovery-codes')
    const again = await post(token, '/2fa/new-recovery-codes')
    expect(again.text).toBe(made.text)
    const codes = made.body['recoveryCodes'] as string[]
    expect(codes).toHaveLength(10)
    expect((await call(test, 'GET', '/2fa/recovery-codes', undefined, { token })).body).toEqual({
      id: made.body['id'],
      type: 'recovery-codes',
      pending: true,
      recoveryCodes: codes,
      used: codes.map(() => false),
      remaining: 10,
    })
    expect((await call(test, 'GET', '/2fa/recovery-codes', undefined, other)).status).toBe(404)
    const enable = { methods: [{ id: made.body['id'], type: 'recovery-codes' }] }
    expect((await post(other.token, '/2fa/enable', enable)).body).toEqual({ valid: false })
  })
  it('are masked once in force, the used ones marked', async () => {
    const { enrolment, token } = await enrolled()
    const pre2fa = await signIn(test, member)
    const third = enrolment.recoveryCodes[2] ?? ''
    expect((await verify(test, pre2fa.token, third.replace('-', ' '))).body).toMatchObject({ valid: true })
    const shown = await call(test, 'GET', '/2fa/recovery-codes', undefined, { token })
    expect(shown.body).toEqual({
      id: enrolment.codesId,
      type: 'recovery-codes',
      pending: false,
      recoveryCodes: enrolment.recoveryCodes.map((code) => `••••••-••••${code.slice(-2)}`),
      used: enrolment.recoveryCodes.map((_, index) => index === 2),
      remaining: 9,
    })
  })
  it('are kept neither in clear nor by a hash that can be tried without the key', async () => {
    const { enrolment } = await enrolled()
    const { createHash } = await import('node:crypto')
    const kept = await sql<{ row: string }[]>`
      select to_jsonb(c)::text as row from recovery_codes c union all select to_jsonb(s)::text from recovery_code_sets s
      union all select to_jsonb(t)::text from totp_methods t`
    const text = kept.map(({ row }) => row).join()
    for (const code of enrolment.recoveryCodes) {
      expect(text).not.toContain(code)
      expect(text).not.toContain(Buffer.from(code).toString('hex'))
      expect(text).not.toContain(createHash('sha256').update(code).digest('hex'))
    }
    expect(text).not.toContain(enrolment.secret)
  })
  it('of an earlier set end with a new one, and a prepared one changes nothing yet', async () => {
    const { enrolment, token } = await enrolled()
    const made = await post(token, '/2fa/new-recovery-codes')
    const fresh = made.body['recoveryCodes'] as string[]
    const first = await signIn(test, member)
    expect((await verify(test, first.token, fresh[0] ?? '')).body).toEqual({ valid: false })
    expect((await verify(test, first.token, enrolment.recoveryCodes[0] ?? '')).body).toMatchObject({
      valid: true,
    })
    const enable = { methods: [{ id: made.body['id'], type: 'recovery-codes' }] }
    expect((await post(token, '/2fa/enable', enable)).body).toEqual({ valid: true })
    const next = await signIn(test, member)
    expect((await verify(test, next.token, enrolment.recoveryCodes[1] ?? '')).body).toEqual({ valid: false })
    expect((await verify(test, next.token, fresh[0] ?? '')).body).toMatchObject({ valid: true })
  })
})

describe('enabling', () => {
  it('takes all or none', async () => {
    const { token } = await signIn(test, member)
    const totp = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
    const codes = (await post(token, '/2fa/new-recovery-codes')).body as { id: string }
    const app = { id: totp.id, type: 'totp' }
    const set = { id: codes.id, type: 'recovery-codes' }
    const right = codeNow(totp)
    const unknown = crypto.randomUUID()
    for (const methods of [
      [app],
      [set],
      [app, set],
      [{ ...app, code: right === '000000' ? '111111' : '000000' }, set],
      [
        { ...app, code: right },
        { ...set, id: unknown },
      ],
      [
        { ...app, code: right },
        { ...set, code: 'abcdef-abcdef' },
      ],
      [{ ...app, id: unknown, code: right }, set],
      [{ ...app, id: set.id, code: right }],
      [
        { ...app, code: right },
        { ...app, code: right },
      ],
      [{ ...app, id: "' or 1=1", code: right }],
    ]) {
      expect((await post(token, '/2fa/enable', { methods })).body, JSON.stringify(methods)).toEqual({
        valid: false,
      })
      expect((await call(test, 'GET', '/2fa/methods', undefined, { token })).body).toEqual([])
    }
    expect((await post(token, '/2fa/enable', { methods: [{ ...app, code: right }, set] })).body).toEqual({
      valid: true,
    })
  })
  it('accepts only methods of the owner', async () => {
    const other = await signIn(test, await makeMember(test, clientId))
    const { token } = await signIn(test, member)
    const totp = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
    const code = codeNow(totp)
    expect((await post(other.token, '/2fa/confirm-totp-method', { id: totp.id, code })).body).toEqual({
      valid: false,
    })
    const enable = { methods: [{ id: totp.id, type: 'totp', code }] }
    expect((await post(other.token, '/2fa/enable', enable)).body).toEqual({ valid: false })
    expect((await post(other.token, '/2fa/cancel', { methods: [totp.id] })).status).toBe(204)
    expect((await post(token, '/2fa/confirm-totp-method', { id: totp.id, code })).body).toEqual({
      valid: true,
    })
  })
  it('makes the other sessions pass the second factor again, and tells the owner', async () => {
    const earlier = await signIn(test, member)
    await enrolled()
    expect((await call(test, 'GET', '/me/sessions', undefined, earlier)).body).toMatchObject({
      code: 'two_step_required',
    })
    await test.deliver()
    expect(test.mails.findLast(({ to }) => to.address === member.email)?.subject).toBe(
      'Two-step authentication is on',
    )
  })
  it('forgets a prepared method after a day', async () => {
    const { token } = await signIn(test, member)
    const totp = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
    await sql`update totp_methods set created_at = created_at - interval '25 hours' where id = ${totp.id}`
    const enable = { methods: [{ id: totp.id, type: 'totp', code: codeNow(totp) }] }
    expect((await post(token, '/2fa/enable', enable)).body).toEqual({ valid: false })
  })
})

describe('adding to a second factor', () => {
  /** An authenticator in force without recovery codes. */
  async function authenticatorAlone() {
    const { token } = await signIn(test, member)
    const { id, secret } = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
    const code = codeNow({ secret })
    expect((await post(token, '/2fa/confirm-totp-method', { id, code })).body).toEqual({ valid: true })
    return { token, id, secret }
  }
  const enable = (token: string, id: string, type = 'totp') =>
    post(token, '/2fa/enable', { methods: [{ id, type }] })
  const stepUp = { statusCode: 403, code: 'step_up_required' }

  it('the first recovery codes ask for a code too, and the one that confirmed the app is one', async () => {
    const { token, id, secret } = await authenticatorAlone()
    expect((await enable(token, id)).body).toEqual({ valid: true })
    later(serverLimits.stepUpMinutes - 0.1)
    const soon = await post(token, '/2fa/new-recovery-codes')
    expect(soon.status).toBe(200)
    await post(token, '/2fa/cancel', { methods: [soon.body['id']] })
    later(0.2)
    expect((await post(token, '/2fa/new-recovery-codes')).body).toMatchObject(stepUp)
    await verify(test, token, codeNow({ secret }))
    expect((await post(token, '/2fa/new-recovery-codes')).status).toBe(200)
  })
  it('what was prepared in time asks again where it is enabled too late', async () => {
    const { token, id, secret } = await authenticatorAlone()
    await enable(token, id)
    const codes = (await post(token, '/2fa/new-recovery-codes')).body as { id: string }
    const next = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
    later(serverLimits.stepUpMinutes)
    const app = { methods: [{ id: next.id, type: 'totp', code: codeNow(next) }] }
    expect((await enable(token, codes.id, 'recovery-codes')).body).toMatchObject(stepUp)
    expect((await post(token, '/2fa/enable', app)).body).toMatchObject(stepUp)
    await verify(test, token, codeNow({ secret }))
    expect((await enable(token, codes.id, 'recovery-codes')).body).toEqual({ valid: true })
    expect((await post(token, '/2fa/enable', app)).body).toEqual({ valid: true })
  })
  it('a password that was just entered is not a second factor', async () => {
    const { token, id } = await authenticatorAlone()
    later(serverLimits.stepUpMinutes)
    const { token: fresh } = await signIn(test, member)
    expect((await enable(token, id)).body).toEqual({ valid: true })
    // Confirmed a quarter of an hour ago, enabled now: the proof is as old as its code.
    expect((await post(token, '/2fa/new-recovery-codes')).body).toMatchObject(stepUp)
    expect((await post(fresh, '/2fa/new-recovery-codes')).body).toMatchObject({ code: 'two_step_required' })
  })
  it('a remembered device is not a second factor either', async () => {
    const { token, id, secret } = await authenticatorAlone()
    await enable(token, id)
    nextStep(test)
    const pre2fa = await signIn(test, member)
    const { body } = await verify(test, pre2fa.token, codeNow({ secret }), { remember: true })
    const remembered = await signIn(test, member, { twoFARememberToken: body['rememberToken'] })
    expect(remembered.authenticated).toBe(true)
    expect((await post(remembered.token, '/2fa/new-recovery-codes')).body).toMatchObject(stepUp)
    expect((await post(remembered.token, '/2fa/new-totp-method')).body).toMatchObject(stepUp)
    nextStep(test)
    await verify(test, remembered.token, codeNow({ secret }))
    expect((await post(remembered.token, '/2fa/new-recovery-codes')).status).toBe(200)
  })
  it('somebody who has none is asked for nothing, and the whole set-up asks once', async () => {
    const { token } = await signIn(test, member)
    later(serverLimits.stepUpMinutes + 1)
    expect((await enrol(test, token)).recoveryCodes).toHaveLength(serverLimits.recoveryCodes)
    expect((await post(token, '/2fa/new-recovery-codes')).status).toBe(200)
  })
})

describe('removing or renewing', () => {
  it('asks for a code again once the last one is a quarter of an hour old', async () => {
    const { enrolment, token } = await enrolled()
    later(serverLimits.stepUpMinutes + 1)
    for (const [path, body] of [
      ['/2fa/new-totp-method', undefined],
      ['/2fa/new-recovery-codes', undefined],
      ['/2fa/cancel', { methods: [enrolment.totpId] }],
    ] as const) {
      expect((await post(token, path, body)).body, path).toMatchObject({
        statusCode: 403,
        code: 'step_up_required',
      })
    }
    await verify(test, token, codeNow(enrolment))
    expect((await post(token, '/2fa/cancel', { methods: [enrolment.totpId] })).status).toBe(204)
    expect((await call(test, 'GET', '/2fa/methods', undefined, { token })).body).toEqual([])
    expect((await signIn(test, member)).authenticated).toBe(true)
  })
  it('is not open to a session on a remembered device that has not given a code', async () => {
    const { enrolment } = await enrolled()
    const pre2fa = await signIn(test, member)
    const { body } = await verify(test, pre2fa.token, codeNow(enrolment), { remember: true })
    const remembered = await signIn(test, member, { twoFARememberToken: body['rememberToken'] })
    expect(remembered.authenticated).toBe(true)
    expect((await post(remembered.token, '/2fa/cancel', { methods: [enrolment.totpId] })).body).toMatchObject(
      {
        code: 'step_up_required',
      },
    )
  })
  it('replaces the authenticator: the earlier one ends only when the new one is in force', async () => {
    const { enrolment, token } = await enrolled()
    const totp = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
    const pre2fa = await signIn(test, member)
    expect((await verify(test, pre2fa.token, codeNow(enrolment))).body).toMatchObject({ valid: true })
    const enable = { methods: [{ id: totp.id, type: 'totp', code: codeNow(totp) }] }
    expect((await post(token, '/2fa/enable', enable)).body).toEqual({ valid: true })
    nextStep(test)
    const next = await signIn(test, member)
    expect((await verify(test, next.token, codeNow(enrolment))).body).toEqual({ valid: false })
    expect((await verify(test, next.token, codeNow(totp))).body).toMatchObject({ valid: true })
  })
})

describe('a remembered device', () => {
  async function remembered() {
    const { enrolment, token } = await enrolled()
    const pre2fa = await signIn(test, member)
    const { body } = await verify(test, pre2fa.token, codeNow(enrolment), { remember: true })
    return { enrolment, token, rememberToken: body['rememberToken'] as string }
  }
  const isRemembered = async (rememberToken: string, who: Member = member) =>
    (await signIn(test, who, { twoFARememberToken: rememberToken })).authenticated

  it('needs no second factor for thirty days, and uses do not prolong that', async () => {
    const { rememberToken } = await remembered()
    expect(Buffer.from(rememberToken, 'base64url')).toHaveLength(32)
    const start = test.clock.now
    for (const day of [0, 10, 29.9]) {
      test.clock.now = new Date(start.getTime() + day * DAY_MS)
      expect(await isRemembered(rememberToken), `day ${day}`).toBe(true)
    }
    test.clock.now = new Date(start.getTime() + 30 * DAY_MS)
    expect(await isRemembered(rememberToken)).toBe(false)
  })
  it('is its owner’s only, and no forged or cut token is one', async () => {
    const { rememberToken } = await remembered()
    const other = await makeMember(test, clientId)
    await enrol(test, (await signIn(test, other)).token)
    expect(await isRemembered(rememberToken, other)).toBe(false)
    for (const forged of [
      '',
      'x',
      rememberToken.slice(1),
      `${rememberToken}x`,
      rememberToken.toLowerCase(),
    ]) {
      expect(await isRemembered(forged), forged).toBe(false)
    }
    expect(await isRemembered(rememberToken)).toBe(true)
  })
  it('is kept as a hash', async () => {
    const { rememberToken } = await remembered()
    const rows =
      await sql`select to_jsonb(d)::text as row from remembered_devices d where user_id = ${member.id}`
    expect(JSON.stringify(rows)).not.toContain(rememberToken)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(rememberToken, 'base64url').toString('hex'))
  })
  it.each([
    [
      'a changed password',
      (token: string) =>
        call(
          test,
          'PUT',
          '/password',
          { password: member.password, newPassword: 'a door that nobody paints' },
          { token },
        ),
      'a door that nobody paints',
    ],
    [
      'logging out everywhere',
      (token: string) => call(test, 'DELETE', '/me/sessions', undefined, { token }),
      undefined,
    ],
  ] as const)('ends with %s', async (_, end, password) => {
    const { token, rememberToken } = await remembered()
    expect((await end(token)).status).toBe(204)
    expect(await isRemembered(rememberToken, password ? { ...member, password } : member)).toBe(false)
  })
  it('ends with a renewed authenticator', async () => {
    const { token, rememberToken } = await remembered()
    const totp = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
    await post(token, '/2fa/enable', { methods: [{ id: totp.id, type: 'totp', code: codeNow(totp) }] })
    expect(await isRemembered(rememberToken)).toBe(false)
  })
  it('is not created by a recovery code', async () => {
    const { enrolment } = await enrolled()
    const { token } = await signIn(test, member)
    const [code = ''] = enrolment.recoveryCodes
    const response = await verify(test, token, code, { remember: true })
    expect(response.body).not.toHaveProperty('rememberToken')
  })
})

describe('where the client’s policy demands it', () => {
  let forced: { id: string }
  beforeAll(async () => {
    forced = await makeClient(test.database.db, { twoStepRequiredFor: ['admin', 'Staff'] })
  })

  it('an admin without one gets a pre-2FA session with no methods, sets one up and passes it', async () => {
    const admin = await makeMember(test, forced.id, { admin: true })
    const pre2fa = await signIn(test, admin)
    expect(pre2fa).toMatchObject({ authenticated: false, methods: [] })
    expect((await call(test, 'GET', '/client/me', undefined, pre2fa)).body).toMatchObject({
      code: 'two_step_required',
    })
    const enrolment = await enrol(test, pre2fa.token)
    expect((await call(test, 'GET', '/client/me', undefined, pre2fa)).body).toMatchObject({
      code: 'two_step_required',
    })
    expect((await verify(test, pre2fa.token, codeNow(enrolment))).body).toMatchObject({ valid: true })
    expect((await call(test, 'GET', '/client/me', undefined, pre2fa)).status).toBe(200)
    expect((await post(pre2fa.token, '/2fa/cancel', { methods: [enrolment.totpId] })).body).toMatchObject({
      statusCode: 422,
      code: 'two_step_forced',
    })
  })
  it('makes earlier sessions pre-2FA sessions once the policy or new rights require it', async () => {
    const client = await makeClient(test.database.db)
    const admin = await makeMember(test, client.id, { admin: true })
    const { token } = await signIn(test, admin)
    const enrolledBefore = await signIn(test, admin)
    const colleague = await makeMember(test, client.id)
    const other = await signIn(test, colleague)
    const sites = (who: string) => call(test, 'GET', '/client/me', undefined, { token: who })
    expect((await sites(token)).status).toBe(200)
    await sql`update clients set two_step_required_for = '{admin}' where id = ${client.id}`
    expect((await sites(token)).body).toMatchObject({ code: 'two_step_required' })
    const enrolment = await enrol(test, enrolledBefore.token)
    expect((await verify(test, enrolledBefore.token, codeNow(enrolment))).body).toMatchObject({ valid: true })
    expect((await sites(enrolledBefore.token)).status).toBe(200)
    expect((await sites(token)).body).toMatchObject({ code: 'two_step_required' })
    expect((await call(test, 'GET', '/validate_token', undefined, other)).body).toMatchObject({
      authenticated: true,
    })
    await sql`update users set admin = true where id = ${colleague.id}`
    expect((await call(test, 'GET', '/validate_token', undefined, other)).body).toMatchObject({
      authenticated: false,
    })
  })
  it('somebody who has just come under it cannot turn it off', async () => {
    const client = await makeClient(test.database.db)
    const person = await makeMember(test, client.id)
    const { token } = await signIn(test, person)
    const { totpId } = await enrol(test, token)
    await sql`update users set admin = true where id = ${person.id}`
    await sql`update clients set two_step_required_for = '{admin}' where id = ${client.id}`
    expect((await post(token, '/2fa/cancel', { methods: [totpId] })).body).toMatchObject({
      code: 'two_step_forced',
    })
  })
  it('others are not asked', async () => {
    const site = await makeSite(test.database.db, forced.id)
    const manager = await makeMember(test, forced.id, { access: [{ siteId: site.id, userType: 'Manager' }] })
    expect((await signIn(test, manager)).authenticated).toBe(true)
    const staff = await makeMember(test, forced.id, { access: [{ siteId: site.id, userType: 'Staff' }] })
    expect((await signIn(test, staff)).authenticated).toBe(false)
  })
})

describe('under another data key than the one of the set-up', () => {
  const withOtherKey = () =>
    buildSecondNode({ ...test, keys: createKeys(randomBytes(32).toString('base64url')) })
  it('a code is 503 and not 500, no more often than a session has tries, and locks nobody', async () => {
    const { enrolment } = await enrolled()
    const node = await withOtherKey()
    const { token } = await signIn(test, member)
    const statuses = []
    for (let time = 0; time < 8; time += 1)
      statuses.push((await verify(test, token, codeNow(enrolment), {}, { app: node.app })).status)
    expect(statuses).toEqual([503, 503, 503, 503, 503, 429, 429, 429])
    // The key is put right: the seed opens again, and nothing was lost.
    const next = await signIn(test, member)
    expect((await verify(test, next.token, codeNow(enrolment))).body).toMatchObject({ valid: true })
    await node.close()
  })
  it('what was being prepared is begun again', async () => {
    const { token } = await signIn(test, member)
    const totp = (await post(token, '/2fa/new-totp-method')).body as { id: string; secret: string }
    const codes = (await post(token, '/2fa/new-recovery-codes')).body
    const node = await withOtherKey()
    const confirmed = await post(
      token,
      '/2fa/confirm-totp-method',
      { id: totp.id, code: codeNow(totp) },
      node.app,
    )
    expect(confirmed.body).toEqual({ valid: false })
    const again = await post(token, '/2fa/new-recovery-codes', undefined, node.app)
    expect(again.status).toBe(200)
    expect(again.body['id']).not.toBe(codes['id'])
    await node.close()
  })
})
