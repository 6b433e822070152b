import { limits, rateRules } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'

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
/** All that a phone asks for on the way in: the page's data, the clock, what is known of the visitor, the sign-in. */
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
const forward = (seconds: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
}

it('200 honest guests behind one address get in within a minute, and the 201st a second later', async () => {
  const responses = await crowd(200, (number) => walkIn(number, '10.4.0.1'))
  expect([...responses].map(([status, all]) => [status, all.length])).toEqual([[200, 200]])
  expect(await sql`select from presence where site_id = ${site.id}`).toHaveLength(200)
  const next = await comeIn(200, '10.4.0.1')
  expect(next.statusCode).toBe(429)
  expect(next.json()).toMatchObject({ code: 'too_many_requests' })
  expect(next.headers['retry-after']).toBe('1')
  expect(await sql`select from presence where site_id = ${site.id}`).toHaveLength(200)
  forward(Number(next.headers['retry-after']))
  expect((await comeIn(200, '10.4.0.1')).statusCode).toBe(200)
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
  const page = await test.app.inject({
    url: `/api/checkin/machine-data?method=${method.key}`,
    remoteAddress: ip,
  })
  const { draft } = page.json<{ draft: string }>()
  const flood = await crowd(rateRules.userData.burst + 10, () => ask())
  expect(flood.get(200)).toHaveLength(rateRules.userData.burst)
  expect((await ask('forged')).statusCode).toBe(429)
  const own = await crowd(rateRules.userDataPerDraft.burst + 1, () => ask(draft))
  expect([...own].map(([status, all]) => [status, all.length])).toEqual([
    [200, rateRules.userDataPerDraft.burst],
    [429, 1],
  ])
})

it('a flood from one address on one method shrinks that share alone', async () => {
  const flood = await crowd(400, (number) => comeIn(number, '10.4.1.1'))
  expect(flood.get(200)).toHaveLength(200)
  expect(flood.get(429)).toHaveLength(200)
  const second = await makeMethod(test.database.db, client.id, site.id)
  expect((await comeIn(500, '10.4.1.1', second.id)).statusCode).toBe(200)
  expect((await comeIn(501, '10.4.1.2')).statusCode).toBe(200)
  expect((await comeIn(502, '2001:db8::1')).statusCode).toBe(200)
  forward(30)
  const later = await crowd(40, (number) => comeIn(600 + number, '10.4.1.1'))
  expect(later.get(200)).toHaveLength(30)
})

it('a flood of calls from one address is refused, and blocks nobody, not even at that address', async () => {
  const flood = await crowd(rateRules.general.burst + 500, () =>
    test.app.inject({ url: '/api/checkin/time', remoteAddress: '10.4.3.1' }),
  )
  expect(flood.get(200)).toHaveLength(rateRules.general.burst)
  const [refused] = flood.get(429) ?? []
  expect(refused?.headers['retry-after']).toBe('1')
  expect(refused?.json()).toMatchObject({ code: 'too_many_requests' })
  expect((await walkIn(0, '10.4.3.2')).statusCode).toBe(200)
  expect((await comeIn(1, '10.4.3.1')).statusCode).toBe(200)
  forward(1)
  expect((await walkIn(1, '10.4.3.1')).statusCode).toBe(200)
})

it('a flood of calls on the way in from one address is refused, and over within 30 s', async () => {
  const flood = await crowd(rateRules.guestRequests.burst + 500, () =>
    test.app.inject({
      method: 'POST',
      url: '/api/checkin/user-data',
      payload: {},
      remoteAddress: '10.4.4.1',
    }),
  )
  expect(flood.get(400)).toHaveLength(rateRules.guestRequests.burst)
  const [refused] = flood.get(429) ?? []
  expect(refused?.headers['retry-after']).toBe('1')
  expect((await walkIn(2, '10.4.4.2')).statusCode).toBe(200)
  expect((await comeIn(3, '10.4.4.1')).statusCode).toBe(429)
  forward(30)
  expect((await walkIn(3, '10.4.4.1')).statusCode).toBe(200)
})

it('sign-ins with one draft, or without any, use up nothing of what others at the address have', async () => {
  const address = '10.4.5.1'
  const openPage = async () => {
    const page = { url: `/api/checkin/machine-data?method=${method.key}`, remoteAddress: address }
    return (await test.app.inject(page)).json<{ draft: string }>().draft
  }
  const draft = await openPage()
  const withDraft = await crowd(300, (number) => comeIn(number, address, method.id, draft))
  expect(withDraft.get(200)).toHaveLength(10)
  const without = await crowd(300, (number) => comeIn(1000 + number, address))
  expect(without.get(200)).toHaveLength(200)
  const honest = await crowd(190, async (number) =>
    comeIn(2000 + number, address, method.id, await openPage()),
  )
  expect(honest.get(200)).toHaveLength(190)
})

it('counts a whole IPv6 network as one address', async () => {
  const flood = await crowd(210, (number) => comeIn(number, `2001:db8:1:2::${(number + 1).toString(16)}`))
  expect(flood.get(200)).toHaveLength(200)
  expect((await comeIn(0, '2001:db8:1:3::1')).statusCode).toBe(200)
})
