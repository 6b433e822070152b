import { rateRules, serverLimits } from '@gatehouse/validation/limits'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { createSecretKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeSite, makeUser, type NewUser } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'

const password = 'correct horse battery'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let client: { id: string }
let site: { id: string }
let user: { id: string; email: string }
let calls = 0

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  client = await makeClient(test.database.db, { look: 'pulse', language: 'es', region: 'NZ' })
  site = await makeSite(test.database.db, client.id)
  user = await makeUser(test.database.db, test.passwords, client.id, {
    email: 'Robin@Test.Example',
    password,
    access: [{ siteId: site.id, userType: 'Staff' }],
  })
})
beforeEach(() => {
  calls += 1
})
afterAll(() => test.close())

/** Each test uses its own IP address, so that tests do not share limits. */
function logIn(body: object, headers: Record<string, string> = {}) {
  const remoteAddress = `10.0.${Math.floor(calls / 250)}.${calls % 250}`
  return test.app.inject({ method: 'POST', url: '/api/login', payload: body, headers, remoteAddress })
}
function get(url: string, token: string, headers: Record<string, string> = {}) {
  return test.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}`, ...headers } })
}
const tokenOf = async (headers: Record<string, string> = {}) => {
  const response = await logIn({ email: user.email, password }, headers)
  expect(response.statusCode, response.body).toBe(200)
  return { token: response.json().token as string, cookies: response.cookies }
}

describe('POST /login', () => {
  it('lets somebody with access to 300 sites in, whose token names the first ones', async () => {
    const access = []
    for (let count = 0; count < 300; count += 1) {
      const { id } = await makeSite(test.database.db, client.id)
      access.push({ siteId: id, userType: 'Manager' as const })
    }
    const { email } = await makeUser(test.database.db, test.passwords, client.id, { password, access })
    const response = await logIn({ email, password })
    expect(response.statusCode, response.body).toBe(200)
    const { token } = response.json<{ token: string }>()
    expect(decodeJwt(token)['site_access']).toHaveLength(serverLimits.tokenSites)
    const me = await get('/me', token)
    expect(me.statusCode, me.body).toBe(200)
    expect(me.json<{ access: unknown[] }>().access).toHaveLength(300)
  })

  it.each([
    [{}, 'email'],
    [{ email: 'robin', password }, 'email'],
    [{ email: 5, password }, 'email'],
    [{ email: 'robin@test.example', password: '' }, 'password'],
    [{ email: 'robin@test.example', password: ['x'] }, 'password'],
    [{ email: 'robin@test.example', password: 'x'.repeat(1025) }, 'password'],
    [{ email: 'robin@test.example', password: 'a\u0000' }, 'password'],
    [{ email: 'robin@test.example', password, admin: true }, 'admin'],
  ])('responds with 400 to %j', async (body, field) => {
    const response = await logIn(body)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toHaveProperty(field)
  })
  it('responds alike to a wrong password and an unknown email', async () => {
    const wrong = await logIn({ email: user.email, password: 'wrong' })
    const unknown = await logIn({ email: 'nobody@test.example', password: 'wrong' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toMatchObject({
      code: 'unauthenticated',
      message: 'Email or password was incorrect.',
    })
    expect(unknown.body).toBe(wrong.body)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
  })
  it.each([
    ['pending', { status: 'pending' as const }],
    ['archived', { status: 'archived' as const }],
    ['rejected', { status: 'rejected' as const }],
  ])('tells the owner of an account that is %s, and nobody else', async (_, fields) => {
    const one = await makeUser(test.database.db, test.passwords, client.id, { password, ...fields })
    const right = await logIn({ email: one.email, password })
    expect(right.statusCode).toBe(403)
    expect(right.json()).toMatchObject({
      code: 'account_unavailable',
      account_status: fields.status,
      message: expect.stringMatching(/^Account /),
    })
    expect((await logIn({ email: one.email, password: 'wrong' })).statusCode).toBe(401)
  })
  it('tells a user of a disabled client', async () => {
    const closed = await makeClient(test.database.db, { enabled: false })
    const one = await makeUser(test.database.db, test.passwords, closed.id, { password })
    expect((await logIn({ email: one.email, password })).json()).toMatchObject({
      statusCode: 403,
      code: 'account_unavailable',
      account_status: 'disabled',
    })
  })
  it('refuses an account that has no password yet', async () => {
    const one = await makeUser(test.database.db, test.passwords, client.id)
    expect((await logIn({ email: one.email, password: 'nobody has this password' })).statusCode).toBe(401)
  })
  it('knows an email in any case, and returns token, methods and configuration', async () => {
    const response = await logIn({ email: '  ROBIN@test.EXAMPLE ', password, twoFARememberToken: null })
    expect(response.json()).toEqual({
      token: expect.any(String),
      twoFAMethods: [],
      authenticated: true,
      config: { look: 'pulse', isPulse: true, isBatbooth: false, language: 'es', region: 'NZ' },
    })
    expect(response.cookies).toEqual([])
  })
  it('writes a token whose flags are for the screen, signed with EdDSA', async () => {
    const { token } = await tokenOf()
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', kid: expect.any(String) })
    expect(decodeJwt(token)).toMatchObject({
      sub: user.id,
      sid: expect.any(String),
      admin: false,
      site_admin: false,
      site_access: [site.id],
      change_password: false,
      exp: Math.floor(test.clock.now.getTime() / 1000) + 24 * 3600,
    })
  })
  it('stops guessing at one email after ten wrong passwords from any IP addresses', async () => {
    const one = await makeUser(test.database.db, test.passwords, client.id, { password })
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        calls += 1
        return logIn({ email: one.email, password: `wrong ${index}` })
      }),
    )
    const statuses = tries.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(rateRules.loginPerAddress.burst)
    const refused = tries.find(({ statusCode }) => statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(60)
    expect((await logIn({ email: one.email, password })).statusCode).toBe(429)
    test.clock.now = new Date(test.clock.now.getTime() + 2 * 60_000)
    expect((await logIn({ email: one.email, password })).statusCode).toBe(200)
  })
  it('does not count right passwords', async () => {
    for (let time = 0; time < 12; time += 1) await tokenOf()
  })
})

describe('a session', () => {
  it('ends everywhere with a logout', async () => {
    const { token } = await tokenOf()
    expect((await get('/validate_token', token)).json()).toMatchObject({
      validated: true,
      authenticated: true,
    })
    const out = await test.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(out.statusCode).toBe(204)
    expect((await get('/validate_token', token)).statusCode).toBe(401)
  })
  it.each([
    ['archived', () => sql`update users set status = 'archived' where id = ${user.id}`],
    ['of a disabled client', () => sql`update clients set enabled = false where id = ${client.id}`],
  ])('is dead at once when its user is %s', async (_, change) => {
    const { token } = await tokenOf()
    await change()
    expect((await get('/me', token)).statusCode).toBe(401)
    await sql`update users set status = 'active' where id = ${user.id}`
    await sql`update clients set enabled = true where id = ${client.id}`
    // It does not come back with its user or client.
    expect((await get('/me', token)).statusCode).toBe(401)
  })
  it('of staff idles out after 12 hours, and not while somebody works with it', async () => {
    const start = test.clock.now
    const { token } = await tokenOf()
    test.clock.now = new Date(start.getTime() + 11 * 3_600_000)
    expect((await get('/me', token)).statusCode).toBe(200)
    test.clock.now = new Date(start.getTime() + 22 * 3_600_000)
    expect((await get('/me', token)).statusCode).toBe(200)
    test.clock.now = new Date(start.getTime() + 25 * 3_600_000)
    expect((await get('/me', token)).statusCode).toBe(401)
  })
  describe('lives by the rights that its person has now', () => {
    const start = Date.now()
    const at = (hours: number) => {
      test.clock.now = new Date(start + hours * 3_600_000)
    }
    const sessionOf = async (fields: NewUser) => {
      at(0)
      const one = await makeUser(test.database.db, test.passwords, client.id, { password, ...fields })
      const token = (await logIn({ email: one.email, password })).json().token as string
      return { id: one.id, status: async () => (await get('/me', token)).statusCode, token }
    }
    const board = () => ({ access: [{ siteId: site.id, userType: 'Device' as const }] })
    const staff = () => ({ access: [{ siteId: site.id, userType: 'Staff' as const }] })
    const setType = (id: string, type: string) =>
      sql`update access_entries set user_type = ${type} where user_id = ${id}`

    it('idle for an hour once staff has become an admin', async () => {
      const { id, status } = await sessionOf(staff())
      at(2)
      await sql`update users set admin = true where id = ${id}`
      expect(await status()).toBe(401)
      await sql`update users set admin = false where id = ${id}`
      expect(await status()).toBe(200)
    })
    it('idle for twelve hours once an admin is staff', async () => {
      const { id, status } = await sessionOf({ ...staff(), admin: true })
      at(11)
      expect(await status()).toBe(401)
      await sql`update users set admin = false where id = ${id}`
      expect(await status()).toBe(200)
    })
    it('idle for twelve hours once a board screen belongs to staff', async () => {
      const { id, status } = await sessionOf(board())
      at(13)
      await setType(id, 'Staff')
      expect(await status()).toBe(401)
      await setType(id, 'Device')
      expect(await status()).toBe(200)
    })
    it('for a day in all once a board screen belongs to staff, and the list of sessions says so', async () => {
      const { id, status, token } = await sessionOf(board())
      at(23)
      expect(await status()).toBe(200)
      await setType(id, 'Staff')
      const { items } = (await get('/me/sessions', token)).json()
      expect(items).toMatchObject([{ expires_at: new Date(start + 24 * 3_600_000).toISOString() }])
      at(25)
      expect(await status()).toBe(401)
    })
    it('no longer than it was to live where it began with more', async () => {
      const { id, status } = await sessionOf(staff())
      await setType(id, 'Device')
      at(23)
      expect(await status()).toBe(200)
      at(24)
      expect(await status()).toBe(401)
    })
  })
  it('is not kept alive by polling', async () => {
    const start = test.clock.now
    const { token } = await tokenOf()
    for (let hour = 1; hour <= 11; hour += 1) {
      test.clock.now = new Date(start.getTime() + hour * 3_600_000)
      expect((await get('/board/sites', token)).statusCode).toBe(200)
    }
    test.clock.now = new Date(start.getTime() + 12 * 3_600_000)
    expect((await get('/board/sites', token)).statusCode).toBe(401)
  })
  it('is kept alive by somebody who pages through what is polled', async () => {
    const start = test.clock.now
    const { token } = await tokenOf()
    const ask = (userActive: string) =>
      test.app.inject({
        url: '/api/board/sites',
        headers: { authorization: `Bearer ${token}`, 'x-user-active': userActive },
      })
    for (let hour = 1; hour <= 20; hour += 1) {
      test.clock.now = new Date(start.getTime() + hour * 3_600_000)
      expect((await ask(hour < 9 ? '1' : '0')).statusCode).toBe(hour < 20 ? 200 : 401)
    }
  })
  it('cannot be made from a token of another kind, key or claim', async () => {
    const { token } = await tokenOf()
    const [head = '', body = '', signature = ''] = token.split('.')
    const claims = decodeJwt(token)
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: decodeProtectedHeader(token).kid })).toString(
      'base64url',
    )
    const byHmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(createSecretKey(Buffer.from(test.config.secrets.sessionKeys[0] ?? '', 'base64url')))
    const forged = [
      '',
      'x',
      'a.b.c',
      `${head}.${body}.`,
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${head}.${Buffer.from(JSON.stringify({ ...claims, site_admin: true })).toString('base64url')}.${signature}`,
      token.slice(0, -2),
      byHmac,
      `${token}.${token}`,
      'a'.repeat(20_000),
    ]
    for (const one of forged) expect((await get('/me', one)).statusCode, one.slice(0, 40)).toBe(401)
    expect((await test.app.inject('/api/me')).statusCode).toBe(401)
    expect(
      (await test.app.inject({ url: '/api/me', headers: { authorization: `Basic ${token}` } })).statusCode,
    ).toBe(401)
  })
})

describe('a browser’s session', () => {
  const browser = {
    'sec-fetch-site': 'same-origin',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
  }

  it('works only together with its session-binding cookie', async () => {
    const { token, cookies } = await tokenOf(browser)
    expect(cookies).toContainEqual(
      expect.objectContaining({
        name: '__Host-gatehouse',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
        path: '/',
      }),
    )
    const binding = cookies.find(({ name }) => name === '__Host-gatehouse')?.value ?? ''
    expect((await get('/me', token)).statusCode).toBe(401)
    expect((await get('/me', token, { cookie: '__Host-gatehouse=stolen' })).statusCode).toBe(401)
    expect((await get('/me', token, { cookie: `__Host-gatehouse=${binding}` })).statusCode).toBe(200)
    const other = await tokenOf(browser)
    expect((await get('/me', other.token, { cookie: `__Host-gatehouse=${binding}` })).statusCode).toBe(401)
  })
  it('stores neither the token nor the cookie, and names the program', async () => {
    const { token, cookies } = await tokenOf(browser)
    const [row] = await sql`select * from sessions where id = ${String(decodeJwt(token)['sid'])}`
    expect(row).toMatchObject({ browser: 'Firefox', system: 'Linux' })
    expect(JSON.stringify(row)).not.toContain(cookies[0]?.value)
    expect(JSON.stringify(row)).not.toContain(token)
  })
})

describe('POST /board/renew_token', () => {
  const browser = { 'sec-fetch-site': 'same-origin' }
  const start = Date.now()
  const at = (days: number) => {
    test.clock.now = new Date(start + days * 86_400_000)
  }
  const board = () => ({ access: [{ siteId: site.id, userType: 'Device' as const }] })
  const sessionOf = async (fields: NewUser, headers: Record<string, string> = {}) => {
    at(0)
    const one = await makeUser(test.database.db, test.passwords, client.id, { password, ...fields })
    const login = await logIn({ email: one.email, password }, headers)
    return { id: one.id, token: login.json().token as string, cookies: login.cookies }
  }
  const renew = (token: string, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/board/renew_token',
      headers: { authorization: `Bearer ${token}`, ...headers },
    })

  it('is refused for everybody but board accounts, and leaves their session as it was', async () => {
    const { token } = await sessionOf({ access: [{ siteId: site.id, userType: 'Staff' }] })
    const refused = await renew(token)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden'])
    at(1.01)
    expect((await get('/me', token)).statusCode).toBe(401)
  })
  it('is refused after the session has ended', async () => {
    const { token } = await sessionOf(board())
    at(31)
    expect((await renew(token)).statusCode).toBe(401)
    const other = await sessionOf(board())
    await sql`update sessions set revoked_at = now() where user_id = ${other.id}`
    expect((await renew(other.token)).statusCode).toBe(401)
  })
  it('gives the same session another 30 days, again and again', async () => {
    let { token } = await sessionOf(board())
    const session = decodeJwt(token)['sid']
    for (const day of [20, 40, 60]) {
      at(day)
      const renewed = await renew(token)
      expect(renewed.statusCode, renewed.body).toBe(200)
      token = renewed.json().token as string
    }
    expect(decodeJwt(token)['sid']).toBe(session)
    at(89)
    expect((await get('/board/sites', token)).statusCode).toBe(200)
    at(90.01)
    expect((await get('/board/sites', token)).statusCode).toBe(401)
  })
  it('gives nothing to somebody who is staff by now', async () => {
    const { id, token } = await sessionOf(board())
    at(20)
    const renewed = (await renew(token)).json().token as string
    await sql`update access_entries set user_type = 'Staff' where user_id = ${id}`
    expect((await get('/board/sites', renewed)).statusCode).toBe(401)
  })
  it('keeps the cookie of a browser for 30 days, as its login did', async () => {
    const { token, cookies } = await sessionOf(board(), browser)
    const kept = { name: '__Host-gatehouse', maxAge: 30 * 86_400 }
    expect(cookies).toContainEqual(expect.objectContaining(kept))
    const { value = '' } = cookies.find(({ name }) => name === kept.name) ?? {}
    expect((await renew(token, browser)).statusCode).toBe(401)
    const stolen = `gatehouse=stolen; __Host-gatehouse=${value}`
    const renewed = await renew(token, { ...browser, cookie: stolen })
    expect(renewed.cookies).toContainEqual(expect.objectContaining({ ...kept, value }))
    expect(JSON.stringify(renewed.cookies)).not.toContain('stolen')
  })
})

describe('GET /me', () => {
  it('returns the person with flags and access', async () => {
    const { token } = await tokenOf()
    expect((await get('/me', token)).json()).toEqual({
      id: user.id,
      first_name: 'Robin',
      last_name: 'Tester',
      email: 'Robin@Test.Example',
      pending_email: null,
      mobile: null,
      language: 'es',
      client_id: client.id,
      client_name: expect.any(String),
      admin: false,
      site_admin: false,
      approval_access: false,
      change_password: false,
      access: [{ site_id: site.id, site_name: expect.any(String), user_type: 'Staff' }],
      last_modified: expect.any(String),
    })
  })

  it('returns the highest types of access first, and none for a site admin', async () => {
    const other = await makeSite(test.database.db, client.id, { name: 'A site before the others' })
    const access = [
      { siteId: other.id, userType: 'Staff' as const },
      { siteId: site.id, userType: 'Manager' as const },
    ]
    const accessOf = async (flags: { siteAdmin?: boolean }) => {
      const fields = { password, access, ...flags }
      const { email } = await makeUser(test.database.db, test.passwords, client.id, fields)
      const { token } = (await logIn({ email, password })).json<{ token: string }>()
      return (await get('/me', token)).json<{ access: { user_type: string }[] }>().access
    }
    expect((await accessOf({})).map(({ user_type }) => user_type)).toEqual(['Manager', 'Staff'])
    expect(await accessOf({ siteAdmin: true })).toEqual([])
  })
})
