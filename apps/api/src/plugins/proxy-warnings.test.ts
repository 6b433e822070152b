import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { makeClient } from '../../test/factories.ts'
import { goodPassword, makeMember } from '../../test/staff.ts'

const fresh = () => randomBytes(32).toString('base64url')
const production = (more: Record<string, string> = {}) => ({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://gatehouse@127.0.0.1/gatehouse',
  SECRET_KEY: fresh(),
  SESSION_KEYS: fresh(),
  ...more,
})

const forwarded = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }

interface Ready {
  ready: boolean
  detail?: { code: string; message: string; requests: number }[]
}

describe.each([
  ['no proxy is named', ''],
  ['another proxy is named', '10.0.0.0/8'],
])('in production, where %s', (_, trusted) => {
  let test: TestApp
  let warn: ReturnType<typeof vi.spyOn>
  beforeAll(async () => {
    test = await buildTestApp({ settings: production(trusted ? { TRUSTED_PROXIES: trusted } : {}) })
    warn = vi.spyOn(test.app.log, 'warn')
  })
  afterAll(() => test.close())
  // Each test starts after the last warning has expired.
  beforeEach(() => {
    test.clock.now = new Date(test.clock.now.getTime() + 2 * 3_600_000)
    warn.mockClear()
  })

  const call = (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    test.app.inject({ url: '/api/checkin/time', headers, remoteAddress })
  const ready = async () => {
    const response = await test.app.inject('/health/ready')
    expect(response.statusCode).toBe(200)
    return response.json<Ready>()
  }

  it.each([[forwarded], [{ 'x-forwarded-proto': 'https' }], [{ forwarded: 'for=203.0.113.9;proto=https' }]])(
    '%o is said in the log, once, and in what a load balancer asks, which stays ready',
    async (headers) => {
      expect((await call(headers)).statusCode).toBe(200)
      const { ready: isReady, detail } = await ready()
      expect(isReady).toBe(true)
      expect(detail).toEqual([
        {
          code: 'forwarding_headers_not_trusted',
          message: expect.stringContaining('TRUSTED_PROXIES'),
          requests: 1,
        },
      ])
      expect(warn).toHaveBeenCalledTimes(1)
      expect(warn.mock.calls[0]).toEqual([
        { code: 'forwarding_headers_not_trusted', earlierRequests: expect.any(Number) },
        detail?.[0]?.message,
      ])
    },
  )

  it('a thousand forged headers from a thousand addresses make one line an hour, without any address', async () => {
    for (let number = 0; number < 1000; number += 1) {
      const address = `198.51.${number >> 8}.${number & 255}`
      await call({ ...forwarded, 'x-forwarded-for': `203.0.${number >> 8}.${number & 255}` }, address)
    }
    expect(warn).toHaveBeenCalledTimes(1)
    expect((await ready()).detail?.[0]?.requests).toBe(1000)
    test.clock.now = new Date(test.clock.now.getTime() + 3_600_000)
    await call(forwarded)
    expect(warn).toHaveBeenCalledTimes(2)
    expect(warn.mock.calls.at(-1)?.[0]).toEqual({
      code: 'forwarding_headers_not_trusted',
      earlierRequests: 1000,
    })
    expect(JSON.stringify(warn.mock.calls)).not.toMatch(/\d+\.\d+\.\d+\.\d+/)
  })

  it('plain HTTP under a PUBLIC_URL of https is reported too, but not for readiness checks', async () => {
    expect(await ready()).toEqual({ ready: true })
    await call({})
    expect((await ready()).detail).toMatchObject([
      { code: 'https_not_seen', message: expect.stringMatching(/PUBLIC_URL.*TRUSTED_PROXIES/) },
    ])
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('nothing is said any more an hour after it was seen last', async () => {
    await call(forwarded)
    test.clock.now = new Date(test.clock.now.getTime() + 3_600_000)
    expect(await ready()).toEqual({ ready: true })
  })

  it('the cookies of a login are Secure all the same, and none goes along without it', async () => {
    const { id } = await makeClient(test.database.db)
    const { email } = await makeMember(test, id)
    for (const headers of [forwarded, {}]) {
      const { cookies } = await test.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { ...headers, 'sec-fetch-site': 'same-origin' },
        payload: { email, password: goodPassword },
      })
      expect(cookies).not.toEqual([])
      for (const cookie of cookies) {
        expect(cookie).toMatchObject({ secure: true })
        expect(cookie.name).toMatch(/^__Host-/)
      }
    }
  })
})

describe('nothing is said', () => {
  let test: TestApp | undefined
  const readyAfter = async (settings: Record<string, string>, headers: Record<string, string>) => {
    test = await buildTestApp({ settings })
    const warn = vi.spyOn(test.app.log, 'warn')
    const response = await test.app.inject({
      url: '/api/checkin/time',
      headers,
      remoteAddress: '10.1.2.3',
    })
    expect(response.statusCode).toBe(200)
    expect(warn).not.toHaveBeenCalled()
    const ready = await test.app.inject('/health/ready')
    await test.close()
    return ready.json<Ready>()
  }
  it.each([
    ['where the proxy is named', production({ TRUSTED_PROXIES: '10.0.0.0/8' }), forwarded],
    [
      'where visitors come by plain HTTP as they should',
      production({ PUBLIC_URL: 'http://desk.example' }),
      {},
    ],
    ['outside of production', {}, forwarded],
  ])('%s', async (_, settings, headers) => {
    expect(await readyAfter(settings, headers)).toEqual({ ready: true })
  })
})
