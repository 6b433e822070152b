import { rateRules, serverLimits } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { countQueries } from '../../../test/count-queries.ts'
import { makeClient } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import {
  call,
  type Called,
  enrol,
  freshIp,
  makeMember,
  type Member,
  otherPassword,
  signIn,
  tokenInMail,
  verify,
  statusesOf,
} from '../../../test/staff.ts'
import { totpCode } from '../../../test/totp-generator.ts'
import { DAY_MS } from '../../lib/durations.ts'

const browser = { 'sec-fetch-site': 'same-origin' }

let test: TestApp
let second: { app: FastifyInstance; close(): Promise<void> }
let clientId: string
let member: Member
let look: ReturnType<typeof openSuperuserConnection>

beforeAll(async () => {
  test = await buildTestApp()
  second = await buildSecondNode(test)
  look = openSuperuserConnection(test.database)
  clientId = (await makeClient(test.database.db)).id
})
beforeEach(async () => {
  member = await makeMember(test, clientId)
})
afterAll(async () => {
  await second.close()
  await test.close()
})

const tryLogin = (
  { email, password }: Pick<Member, 'email' | 'password'>,
  options: Parameters<typeof call>[4] = {},
) => call(test, 'POST', '/login', { email, password }, options)
/** Twenty at once from everywhere, on both nodes, until the account's bucket is empty. */
const attack = ({ email }: Member) =>
  Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      tryLogin({ email, password: `guess ${index}` }, { app: index % 2 ? second.app : test.app }),
    ),
  )
const later = (minutes: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
}
const deviceOf = ({ cookies }: Called) =>
  cookies.find(({ name }) => name === '__Host-gatehouse-device')?.value ?? ''
const from = (device: string) => ({ ...browser, cookie: `__Host-gatehouse-device=${device}` })

describe('an account under attack', () => {
  it('allows ten wrong passwords in all, on several nodes too', async () => {
    const statuses = (await attack(member)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(rateRules.loginPerAddress.burst)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })
  it('and an unknown email are limited alike', async () => {
    const unknown = { ...member, email: 'nobody-under-attack@test.example' }
    const [known, nobody] = [await attack(member), await attack(unknown)]
    const shapes = (responses: Called[]) =>
      responses.map(({ status, text }) => `${status} ${text}`).toSorted()
    expect(shapes(nobody)).toEqual(shapes(known))
  })
  it('and an unknown email cost the same statements, also with a device cookie of another account', async () => {
    const counted = countQueries(test.database.db)
    const node = await buildSecondNode(test, { ...counted.db, close: async () => {} })
    const statementsFor = async (email: string, cookie: string) => {
      counted.statements.length = 0
      const twoFARememberToken = 'x'.repeat(43)
      const body = { email, password: 'guess', twoFARememberToken }
      const headers = cookie === '' ? browser : from(cookie)
      expect((await call(test, 'POST', '/login', body, { headers, app: node.app })).status).toBe(401)
      return [...counted.statements]
    }
    const other = deviceOf(await tryLogin(await makeMember(test, clientId), { headers: browser }))
    for (const cookie of ['', 'a.b', other]) {
      const known = await statementsFor(member.email, cookie)
      expect(await statementsFor('nobody-here@test.example', cookie), cookie).toEqual(known)
    }
    await node.close()
  })
  it('lets its owner in twenty times of twenty on a browser that signed in before', async () => {
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    await attack(member)
    expect((await tryLogin(member, { headers: browser })).status).toBe(429)
    for (let time = 0; time < 20; time += 1) {
      const options = { headers: from(device), app: time % 2 ? second.app : test.app }
      expect((await tryLogin(member, options)).status, `time ${time}`).toBe(200)
      if (time % 5 === 0) await attack(member)
    }
  })
  it('lets its owner in where the second factor is remembered, without any cookie', async () => {
    const { token } = await signIn(test, member)
    const { secret } = await enrol(test, token)
    const pre2fa = await signIn(test, member)
    const { body } = await verify(test, pre2fa.token, totpCode(secret, test.clock.now), {
      remember: true,
    })
    await attack(member)
    const { rememberToken } = body
    expect((await signIn(test, member, { twoFARememberToken: rememberToken })).authenticated).toBe(true)
    expect((await tryLogin(member)).status).toBe(429)
  })
  it('lets its owner in after a reset by mail', async () => {
    await attack(member)
    await call(test, 'POST', '/password/forgot', { email: member.email })
    await test.deliver()
    const path = `/password/reset/${tokenInMail(test, '/reset_password')}`
    const reset = await call(test, 'POST', path, { password: otherPassword }, { headers: browser })
    const again = { ...member, password: otherPassword }
    expect((await tryLogin(again)).status).toBe(429)
    expect((await tryLogin(again, { headers: from(deviceOf(reset)) })).status).toBe(200)
  })
})

describe('a browser with a device cookie', () => {
  it('has ten wrong passwords of its own', async () => {
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    const wrong = { ...member, password: 'guess' }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => tryLogin(wrong, { headers: from(device) })),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(
      rateRules.loginWithDeviceToken.burst,
    )
    expect((await tryLogin(member, { headers: from(device) })).status).toBe(429)
    expect((await tryLogin(member, { headers: browser })).status).toBe(200)
  })
  it('and all others of the account have ten together, beside the ten of everybody else', async () => {
    const devices: string[] = []
    for (let time = 0; time < serverLimits.deviceCookies.perAccount; time += 1)
      devices.push(deviceOf(await tryLogin(member, { headers: browser })))
    const { token } = await signIn(test, member)
    const { secret } = await enrol(test, token)
    const pre2fa = await signIn(test, member)
    const { body } = await verify(test, pre2fa.token, totpCode(secret, test.clock.now), {
      remember: true,
    })
    const { rememberToken: twoFARememberToken } = body
    const wrong = { email: member.email, password: 'guess' }
    const trusted = []
    const unknown = []
    for (let round = 0; round < 4; round += 1) {
      for (const device of devices) trusted.push(await tryLogin(wrong, { headers: from(device) }))
      trusted.push(await call(test, 'POST', '/login', { ...wrong, twoFARememberToken }))
      unknown.push(await tryLogin(wrong, { headers: browser }), await tryLogin(wrong))
    }
    unknown.push(...(await attack(member)))
    const { loginWithDeviceToken, loginPerAddress } = rateRules
    const firstOf = (burst: number, { length }: unknown[]) =>
      Array.from({ length }, (_, at) => (at < burst ? 401 : 429))
    expect(statusesOf(trusted)).toEqual(firstOf(loginWithDeviceToken.burst, trusted))
    expect(statusesOf(unknown)).toEqual(firstOf(loginPerAddress.burst, unknown))
  })
  it('logs in at an address whose tries are used up, and uses up none of them', async () => {
    const ip = freshIp()
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    for (let time = 0; time < rateRules.loginPerNetwork.burst; time += 1)
      await tryLogin({ email: `spray-${time}@test.example`, password: 'guess' }, { ip })
    expect((await tryLogin(await makeMember(test, clientId), { ip })).status).toBe(429)
    expect((await tryLogin(member, { headers: from(device), ip })).status).toBe(200)
    const fresh = freshIp()
    const wrong = { ...member, password: 'guess' }
    expect((await tryLogin(wrong, { headers: from(device), ip: fresh })).status).toBe(401)
    const statuses = []
    for (let time = 0; time < rateRules.loginPerNetwork.burst; time += 1)
      statuses.push(
        (await tryLogin({ email: `at-${time}@test.example`, password: 'guess' }, { ip: fresh })).status,
      )
    expect(new Set(statuses)).toEqual(new Set([401]))
  })
  it('is known for its accounts only, several of them', async () => {
    const other = await makeMember(test, clientId)
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    await attack(other)
    expect((await tryLogin(other, { headers: from(device) })).status).toBe(429)
    test.clock.now = new Date(test.clock.now.getTime() + 15 * 60_000)
    const both = deviceOf(await tryLogin(other, { headers: from(device) }))
    await attack(other)
    await attack(member)
    expect((await tryLogin(other, { headers: from(both) })).status).toBe(200)
    expect((await tryLogin(member, { headers: from(both) })).status).toBe(200)
  })
  it('is one of ten at most: the oldest is forgotten', async () => {
    const devices: string[] = []
    for (let time = 0; time <= serverLimits.deviceCookies.perAccount; time += 1)
      devices.push(deviceOf(await tryLogin(member, { headers: browser })))
    await attack(member)
    const statuses = []
    for (const device of devices) statuses.push((await tryLogin(member, { headers: from(device) })).status)
    expect(statuses).toEqual([429, ...Array.from({ length: 10 }, () => 200)])
  })
  it('is one of ten at most, also when many sign in at once', async () => {
    for (let time = 0; time < 3; time += 1)
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          tryLogin(member, { headers: browser, app: index % 2 ? second.app : test.app }),
        ),
      )
    const rows = await look`select from device_cookies where user_id = ${member.id}`
    expect(rows).toHaveLength(serverLimits.deviceCookies.perAccount)
  })
  it('is forgotten with a changed password, by a reset too', async () => {
    const first = deviceOf(await tryLogin(member, { headers: browser }))
    const { token } = await signIn(test, member)
    const change = { password: member.password, newPassword: otherPassword }
    expect((await call(test, 'PUT', '/password', change, { token })).status).toBe(204)
    const changed = { ...member, password: otherPassword }
    await attack(member)
    expect((await tryLogin(changed, { headers: from(first) })).status).toBe(429)
    later(15)
    const next = deviceOf(await tryLogin(changed, { headers: from(first) }))
    await call(test, 'POST', '/password/forgot', { email: member.email })
    await test.deliver()
    const path = `/password/reset/${tokenInMail(test, '/reset_password')}`
    expect((await call(test, 'POST', path, { password: member.password })).status).toBe(204)
    await attack(member)
    expect((await tryLogin(member, { headers: from(next) })).status).toBe(429)
  })
  it('stays known where its person changes the password in it', async () => {
    const login = await tryLogin(member, { headers: browser })
    const binding = login.cookies.find(({ name }) => name === '__Host-gatehouse')?.value ?? ''
    const headers = {
      ...browser,
      cookie: `__Host-gatehouse=${binding}; __Host-gatehouse-device=${deviceOf(login)}`,
    }
    const change = { password: member.password, newPassword: otherPassword }
    const token = String(login.body['token'])
    const changed = await call(test, 'PUT', '/password', change, { token, headers })
    expect(changed.status).toBe(204)
    await attack(member)
    const device = deviceOf(changed)
    expect(device.split('~')).toHaveLength(1)
    const again = { ...member, password: otherPassword }
    expect((await tryLogin(again, { headers: from(device) })).status).toBe(200)
  })
  it('mints no other by signing in again', async () => {
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    for (let time = 0; time < 5; time += 1)
      expect(deviceOf(await tryLogin(member, { headers: from(device) }))).toBe(device)
    expect(await look`select from device_cookies where user_id = ${member.id}`).toHaveLength(1)
  })
  it('is kept as a keyed hash', async () => {
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    const rows = await look`select to_jsonb(d)::text as row from device_cookies d`
    const [, token = ''] = device.split('.')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })
  it('keeps its name, so that signing in again brings no fresh bucket', async () => {
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    const wrong = { ...member, password: 'guess' }
    for (let time = 0; time < 9; time += 1) await tryLogin(wrong, { headers: from(device) })
    const again = deviceOf(await tryLogin(member, { headers: from(device) }))
    expect((await tryLogin(wrong, { headers: from(again) })).status).toBe(401)
    expect((await tryLogin(wrong, { headers: from(again) })).status).toBe(429)
  })
  it('is not forged, cut, or another account’s', async () => {
    const other = deviceOf(await tryLogin(await makeMember(test, clientId), { headers: browser }))
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    await attack(member)
    const [tag = '', token = ''] = device.split('.')
    const [otherTag = '', otherToken = ''] = other.split('.')
    for (const forged of [
      '',
      'x',
      '..',
      '~~~',
      other,
      `${tag}.`,
      `${tag}.${otherToken}`,
      `${otherTag}.${token}`,
      `${tag}.zzz.${token}`,
      `x${device}`,
      device.slice(0, -1),
      `${tag}.${Buffer.alloc(32).toString('base64url')}`,
      `${'~'.repeat(50)}${'a.b.c~'.repeat(200)}${device}`,
    ]) {
      expect((await tryLogin(member, { headers: from(forged) })).status, forged.slice(0, 60)).toBe(429)
    }
    expect((await tryLogin(member, { headers: from(device) })).status).toBe(200)
  })
  it('is forgotten after four hundred days', async () => {
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    const start = test.clock.now
    test.clock.now = new Date(start.getTime() + 401 * DAY_MS)
    await attack(member)
    expect((await tryLogin(member, { headers: from(device) })).status).toBe(429)
    test.clock.now = start
  })
  it('stores a cookie that no script and no other site gets', async () => {
    const { cookies } = await tryLogin(member, { headers: { ...browser, host: 'localhost:50000' } })
    expect(cookies).toContainEqual(
      expect.objectContaining({
        name: '__Host-gatehouse-device',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
        path: '/',
      }),
    )
    expect((await tryLogin(member)).cookies).toEqual([])
  })
  it('is not read from a cookie that another host could have set', async () => {
    const device = deviceOf(await tryLogin(member, { headers: browser }))
    await attack(member)
    const planted = { ...browser, cookie: `gatehouse-device=${device}` }
    expect((await tryLogin(member, { headers: planted })).status).toBe(429)
    expect((await tryLogin(member, { headers: from(device) })).status).toBe(200)
  })
})

it('an IP address gets fifty wrong passwords, and so does the /64 of an IPv6 subscriber', async () => {
  const guess = (index: number, ip: string) =>
    tryLogin({ email: `spray-${index}@test.example`, password: 'guess' }, { ip })
  const v4 = freshIp()
  const responses = []
  for (let index = 0; index < 52; index += 1) responses.push(await guess(index, v4))
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(rateRules.loginPerNetwork.burst)
  const v6 = []
  for (let index = 0; index < 52; index += 1) v6.push(await guess(100 + index, `2001:db8:1:2::${index + 1}`))
  expect(v6.filter(({ status }) => status === 401)).toHaveLength(rateRules.loginPerNetwork.burst)
})

it('all networks of an IPv6 site together get two hundred', async () => {
  const guess = (network: number) =>
    tryLogin(
      { email: `site-${network}@test.example`, password: 'guess' },
      { ip: `2001:db8:9:${network.toString(16)}::1` },
    )
  const { burst } = rateRules.loginPerIpv6Prefix
  const statuses = []
  for (let network = 0; network < burst + 2; network += 1) statuses.push((await guess(network)).status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(burst)
  expect((await tryLogin(member, { ip: '2001:db8:a:1::1' })).status).toBe(200)
})
