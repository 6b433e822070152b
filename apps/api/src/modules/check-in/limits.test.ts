import { randomBytes } from 'node:crypto'
import { limits, rateRules } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { leaveTokens } from '../../../test/leave-tokens.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { openSession } from '../../../test/world.ts'
import { newId } from '../../lib/ids.ts'
import { createSessionTokens } from '../auth/session-tokens.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let client: { id: string }
let site: { id: string }
let method: { id: string; key: string }
beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  client = await makeClient(test.database.db)
  site = await makeSite(test.database.db, client.id)
  method = await makeMethod(test.database.db, client.id, site.id)
})
afterAll(() => test.close())

const comeIn = (number: number, remoteAddress: string, machineId = method.id, draft?: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/checkin',
    remoteAddress,
    payload: { firstName: `Guest ${number}`, lastName: 'Queue', mobile: '0491570156', machineId, draft },
  })
/**
 * All requests of a phone's sign-in: the page's data, the clock, the visitor's form, the sign-in.
 */
async function walkIn(number: number, remoteAddress: string) {
  const { app } = test
  const person = { firstName: `Guest ${number}`, lastName: 'Queue', mobile: '0491570156' }
  const before = [
    app.inject({ url: `/api/checkin/machine-data?method=${method.key}`, remoteAddress }),
    ...Array.from({ length: limits.clock.samples }, () =>
      app.inject({ url: '/api/checkin/time', remoteAddress }),
    ),
    app.inject({
      method: 'POST',
      url: '/api/checkin/user-data',
      payload: { id: method.id, ...person },
      remoteAddress,
    }),
  ]
  for (const { statusCode, body } of await Promise.all(before)) expect(statusCode, body).toBe(200)
  return comeIn(number, remoteAddress)
}

/** Sends them as a crowd would, ten at a time, and returns how often each status came. */
async function crowd<T>(count: number, send: (number: number) => Promise<{ statusCode: number } & T>) {
  const responses: ({ statusCode: number } & T)[] = []
  for (let from = 0; from < count; from += 10) {
    const size = Math.min(10, count - from)
    responses.push(...(await Promise.all(Array.from({ length: size }, (_, index) => send(from + index)))))
  }
  return Map.groupBy(responses, ({ statusCode }) => statusCode)
}
async function openPage(remoteAddress: string): Promise<string> {
  const page = { url: `/api/checkin/machine-data?method=${method.key}`, remoteAddress }
  return (await test.app.inject(page)).json<{ draft: string }>().draft
}
const forward = (seconds: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
}

type CheckInRule = 'checkIn' | 'userData'
/** As many as a node grants an address at a method by itself. What is left of the limit follows. */
async function useNodeShare(rule: CheckInRule, send: (number: number) => Promise<{ statusCode: number }>) {
  const { perNode = 0 } = rateRules[rule]
  expect((await crowd(perNode, send)).get(200)).toHaveLength(perNode)
}
const leave = (rule: CheckInRule, address: string, tokens: number, page = ' without a draft') =>
  leaveTokens(test, rule, `${address} ${method.id}${page}`, tokens)

it('an address signs in 200 people at once, and the next one a second later', async () => {
  const ip = '10.4.0.1'
  expect(rateRules.checkIn).toMatchObject({ burst: 200, amount: 60, minutes: 1 })
  await useNodeShare('checkIn', (number) => comeIn(number, ip))
  await leave('checkIn', ip, 5)
  const responses = await crowd(5, (number) => walkIn(1000 + number, ip))
  expect([...responses].map(([status, all]) => [status, all.length])).toEqual([[200, 5]])
  const before = await sql`select from presence where site_id = ${site.id}`
  const next = await comeIn(200, ip)
  expect(next.statusCode).toBe(429)
  expect(next.json()).toMatchObject({ code: 'too_many_requests' })
  expect(next.headers['retry-after']).toBe('1')
  expect(await sql`select from presence where site_id = ${site.id}`).toHaveLength(before.length)
  forward(Number(next.headers['retry-after']))
  expect((await comeIn(200, ip)).statusCode).toBe(200)
})

it('a page has look-ups of its own, whatever others at its address do', async () => {
  const ip = '10.4.9.1'
  const ask = (draft?: string) =>
    test.app.inject({
      method: 'POST',
      url: '/api/checkin/user-data',
      payload: { id: method.id, firstName: 'Ana', lastName: 'Silva', mobile: '0491570156', draft },
      remoteAddress: ip,
    })
  const draft = await openPage(ip)
  await useNodeShare('userData', () => ask())
  await leave('userData', ip, 1, '')
  expect((await ask()).statusCode).toBe(200)
  expect((await ask()).statusCode).toBe(429)
  expect((await ask('forged')).statusCode).toBe(429)
  const own = await crowd(rateRules.userDataPerDraft.burst + 1, () => ask(draft))
  expect([...own].map(([status, all]) => [status, all.length])).toEqual([
    [200, rateRules.userDataPerDraft.burst],
    [429, 1],
  ])
})

it('a flood from one address on one method shrinks that share alone', async () => {
  const ip = '10.4.1.1'
  await useNodeShare('checkIn', (number) => comeIn(number, ip))
  await leave('checkIn', ip, 0)
  expect((await comeIn(499, ip)).statusCode).toBe(429)
  const second = await makeMethod(test.database.db, client.id, site.id)
  expect((await comeIn(500, ip, second.id)).statusCode).toBe(200)
  expect((await comeIn(501, '10.4.1.2')).statusCode).toBe(200)
  expect((await comeIn(502, '2001:db8::1')).statusCode).toBe(200)
  forward(5)
  const later = await crowd(10, (number) => comeIn(600 + number, ip))
  expect(later.get(200)).toHaveLength(5)
})

/**
 * The node counts calls in memory, so the limit has to be used up by calls. These are cheap,
 * because they are refused for their content type.
 */
async function floodCalls(
  url: string,
  rule: 'general' | 'guestRequests',
  remoteAddress: string,
  token?: string,
) {
  const headers = {
    'content-type': 'text/plain',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const flood = await crowd(rateRules[rule].burst + 1, () =>
    test.app.inject({ method: 'POST', url, headers, payload: 'x', remoteAddress }),
  )
  expect(flood.get(415)).toHaveLength(rateRules[rule].burst)
  const [refused] = flood.get(429) ?? []
  expect(refused?.headers['retry-after']).toBe('1')
  expect(refused?.json()).toMatchObject({ code: 'too_many_requests' })
}

it('a flood of calls from one address is refused, and blocks nobody, not even at that address', async () => {
  const ip = '10.4.3.1'
  await floodCalls('/api/login', 'general', ip)
  expect((await walkIn(0, '10.4.3.2')).statusCode).toBe(200)
  expect((await comeIn(1, ip)).statusCode).toBe(200)
  forward(1)
  expect((await walkIn(1, ip)).statusCode).toBe(200)
})

it('a flood of calls on the way in from one address is refused, and over within 30 s', async () => {
  const ip = '10.4.4.1'
  await floodCalls('/api/checkin/user-data', 'guestRequests', ip)
  expect((await walkIn(2, '10.4.4.2')).statusCode).toBe(200)
  expect((await comeIn(3, ip)).statusCode).toBe(429)
  forward(30)
  expect((await walkIn(3, ip)).statusCode).toBe(200)
})

it('a flood from one address keeps no session out there, and no forged or expired token lets in', async () => {
  const [ip, another] = ['10.4.6.1', '10.4.6.2']
  const { db } = test.database
  const access = [{ siteId: site.id, userType: 'Staff' as const }]
  const { id: userId } = await makeUser(db, test.passwords, client.id, { access })
  const open = () => openSession(test, { clientId: client.id, userId })
  const [token, other] = [await open(), await open()]
  const tokenBy = (tokens: typeof test.tokens, seconds: number) =>
    tokens.sign({
      userId,
      sessionId: newId(),
      clientId: client.id,
      admin: true,
      siteAdmin: true,
      siteAccess: [],
      changePassword: false,
      issuedAt: test.clock.now,
      expiresAt: new Date(test.clock.now.getTime() + seconds * 1000),
    })
  const stranger = createSessionTokens({ initial: [randomBytes(32).toString('base64url')] })
  const worthless = [
    undefined,
    `${token.slice(0, -6)}AAAAAA`,
    await tokenBy(stranger, 60),
    await tokenBy(test.tokens, -1),
    `gh_${'A'.repeat(86)}`,
  ]
  await floodCalls('/api/login', 'general', ip)
  const board = async (bearer: string | undefined, remoteAddress = ip) => {
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    const response = await test.app.inject({ url: `/api/board/${site.id}`, headers, remoteAddress })
    return response.statusCode
  }
  for (const bearer of worthless) expect(await board(bearer)).toBe(429)
  // A session that floods stops itself at its address, and nobody else.
  await floodCalls('/api/login', 'general', ip, token)
  expect([await board(token), await board(other), await board(token, another)]).toEqual([429, 200, 200])
})

it('a flood from one address keeps no pass out there, and a pass has a limit of its own', async () => {
  const ip = '10.4.7.1'
  const { checkOutToken } = (await comeIn(1, '10.4.7.2')).json<{ checkOutToken: string }>()
  const { checkOutToken: other } = (await comeIn(2, '10.4.7.2')).json<{ checkOutToken: string }>()
  const ask = async (token: unknown, path = 'checkin/muster') => {
    const payload = { checkOutToken: token }
    return (await test.app.inject({ method: 'POST', url: `/api/${path}`, payload, remoteAddress: ip }))
      .statusCode
  }
  await floodCalls('/api/checkin/user-data', 'guestRequests', ip)
  for (const forged of [undefined, 1, '', `${checkOutToken.slice(0, -6)}AAAAAA`])
    expect(await ask(forged)).toBe(429)
  expect(await ask(checkOutToken, 'checkin/user-data')).toBe(429)
  const own = await crowd(rateRules.pass.burst + 1, async () => ({ statusCode: await ask(checkOutToken) }))
  expect([own.get(200)?.length, own.get(429)?.length]).toEqual([rateRules.pass.burst, 1])
  expect(await ask(other, 'checkin/stay')).toBe(200)
})

it('a flood from one address keeps no warden out whose phone hands in its marks', async () => {
  const ip = '10.4.8.1'
  const warden = { clientId: client.id, musterId: newId(), userId: newId(), sessionId: newId() }
  const token = test.keys.handInTokens.of(warden)
  const handIn = async (given: string) => {
    const payload = { token: given, marks: [] }
    const url = '/api/musters/hand-in'
    return (await test.app.inject({ method: 'POST', url, payload, remoteAddress: ip })).statusCode
  }
  await floodCalls('/api/login', 'general', ip)
  expect(await handIn(`${token.slice(0, -6)}AAAAAA`)).toBe(429)
  // There is no such muster.
  expect(await handIn(token)).toBe(404)
})

it('sign-ins with one draft, or without any, use up nothing of what others at the address have', async () => {
  const address = '10.4.5.1'
  const draft = await openPage(address)
  const withDraft = await crowd(15, (number) => comeIn(number, address, method.id, draft))
  expect(withDraft.get(200)).toHaveLength(10)
  await useNodeShare('checkIn', (number) => comeIn(1000 + number, address))
  await leave('checkIn', address, 0)
  expect((await comeIn(1100, address)).statusCode).toBe(429)
  // Of the others the draft has used those that came after its first ones.
  await leave('checkIn', address, 1, '')
  const { burst: first } = rateRules.firstCheckInsPerDraft
  const { perNode = 0 } = rateRules.checkIn
  const own = await openPage(address)
  for (let number = 0; number < first; number += 1)
    expect((await comeIn(2000 + number, address, method.id, own)).statusCode).toBe(200)
  const left = perNode - (10 - first) + 1
  let others = 0
  for (let page = 0; page * (10 - first) < left; page += 1) {
    const pages = await openPage(address)
    const all = await crowd(10, (number) => comeIn(3000 + page * 10 + number, address, method.id, pages))
    others += (all.get(200)?.length ?? 0) - first
  }
  expect(others).toBe(left)
})

it('a page of its own signs in where strangers have used up the limit of the address with theirs', async () => {
  const address = '10.4.5.2'
  const pages = await Promise.all(Array.from({ length: 24 }, () => openPage(address)))
  const mine = await openPage(address)
  const flood = await crowd(240, (number) => comeIn(number, address, method.id, pages[number % 24]))
  expect(flood.get(429)).toBeUndefined()
  await leave('checkIn', address, 0, '')
  expect((await comeIn(300, address, method.id, pages[0])).statusCode).toBe(429)
  const { burst } = rateRules.firstCheckInsPerDraft
  for (const draft of [mine, await openPage(address)])
    for (let number = 0; number < burst; number += 1)
      expect((await comeIn(400 + number, address, method.id, draft)).statusCode).toBe(200)
  expect((await comeIn(500, address, method.id, mine)).statusCode).toBe(429)
})

it('many pages with one name, each with another mobile, take of the limit of the address', async () => {
  const [address, another] = ['10.4.5.3', '10.4.5.4']
  await useNodeShare('checkIn', (number) => comeIn(number, address))
  const { perNode = 0 } = rateRules.checkIn
  const same = async (number: number, from = address) =>
    comeIn(7777, from, method.id, await openPage(address)).then(({ statusCode }) => [number, statusCode])
  const { burst } = rateRules.firstCheckInsPerName
  for (let number = 0; number < burst + perNode; number += 1)
    expect(await same(number)).toEqual([number, 200])
  await leave('checkIn', address, 0, '')
  expect(await same(0)).toEqual([0, 429])
  // Neither others there, nor the same name elsewhere.
  expect((await comeIn(7778, address, method.id, await openPage(address))).statusCode).toBe(200)
  expect(await same(1, another)).toEqual([1, 200])
})

it('counts a whole IPv6 network as one address', async () => {
  const host = (number: number) => `2001:db8:1:2::${(number + 1).toString(16)}`
  await useNodeShare('checkIn', (number) => comeIn(number, host(number)))
  await leave('checkIn', '2001:db8:1:2::/64', 1)
  expect((await comeIn(0, host(100))).statusCode).toBe(200)
  expect((await comeIn(0, host(101))).statusCode).toBe(429)
  expect((await comeIn(0, '2001:db8:1:3::1')).statusCode).toBe(200)
})
