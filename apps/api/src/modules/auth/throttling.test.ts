import { rateRules } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient } from '../../../test/factories.ts'
import { lookInto } from '../../../test/look.ts'
import { rateStores, type RedisServer } from '../../../test/redis-server.ts'
import {
  call,
  type Called,
  enrol,
  freshNetwork,
  makeMember,
  type Member,
  otherPassword,
  signIn,
  tokenInMail,
  verify,
} from '../../../test/staff.ts'
import { totpCode } from '../../../test/totp-generator.ts'

const browser = { 'sec-fetch-site': 'same-origin' }

describe.each(rateStores)('limits in %s', (_store, startStore) => {
  let test: TestApp
  let second: { app: FastifyInstance; close(): Promise<void> }
  let clientId: string
  let redis: RedisServer | undefined
  let member: Member

  beforeAll(async () => {
    redis = await startStore()
    test = await buildTestApp({ redisUrl: redis?.url })
    second = await buildSecondNode(test)
    clientId = (await makeClient(test.database.db)).id
  })
  beforeEach(async () => {
    member = await makeMember(test, clientId)
  })
  afterAll(async () => {
    await second.close()
    await test.close()
    await redis?.stop()
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
  const deviceOf = ({ cookies }: Called) =>
    cookies.find(({ name }) => name === '__Host-gatehouse-device')?.value ?? ''
  const from = (device: string) => ({ ...browser, cookie: `__Host-gatehouse-device=${device}` })

  describe('an account under attack', () => {
    it('takes ten wrong passwords in all, on however many nodes', async () => {
      const statuses = (await attack(member)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(rateRules.loginPerAddress.burst)
      expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    })
    it('and an address that nobody has are limited alike', async () => {
      const unknown = { ...member, email: 'nobody-under-attack@test.example' }
      const [known, nobody] = [await attack(member), await attack(unknown)]
      const shapes = (answers: Called[]) => answers.map(({ status, text }) => `${status} ${text}`).toSorted()
      expect(shapes(nobody)).toEqual(shapes(known))
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
    it('lets its owner in where the second step is remembered, without any cookie', async () => {
      const { token } = await signIn(test, member)
      const { secret } = await enrol(test, token)
      const half = await signIn(test, member)
      const { body } = await verify(test, half.token, totpCode(secret, test.clock.now), { remember: true })
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

  describe('a known browser', () => {
    it('has ten wrong passwords of its own', async () => {
      const device = deviceOf(await tryLogin(member, { headers: browser }))
      const wrong = { ...member, password: 'guess' }
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => tryLogin(wrong, { headers: from(device) })),
      )
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(
        rateRules.loginFromKnownDevice.burst,
      )
      expect((await tryLogin(member, { headers: from(device) })).status).toBe(429)
      expect((await tryLogin(member, { headers: browser })).status).toBe(200)
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
      const [nonce = '', day = '', mac = ''] = device.split('.')
      for (const forged of [
        '',
        'x',
        '..',
        '~~~',
        other,
        `${nonce}.${day}.`,
        `${nonce}.zzz.${mac}`,
        `x${device}`,
        device.slice(0, -1),
        `${nonce}.${day}.${Buffer.alloc(16).toString('base64url')}`,
        `${'~'.repeat(50)}${'a.b.c~'.repeat(200)}${device}`,
      ]) {
        expect((await tryLogin(member, { headers: from(forged) })).status, forged.slice(0, 60)).toBe(429)
      }
      expect((await tryLogin(member, { headers: from(device) })).status).toBe(200)
    })
    it('is forgotten after four hundred days', async () => {
      const device = deviceOf(await tryLogin(member, { headers: browser }))
      const start = test.clock.now
      test.clock.now = new Date(start.getTime() + 401 * 86_400_000)
      await attack(member)
      expect((await tryLogin(member, { headers: from(device) })).status).toBe(429)
      test.clock.now = start
    })
    it('is noted in a cookie that no script and no other site gets', async () => {
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
  })

  it('a network gets fifty wrong passwords, an IPv6 subscriber too, whatever addresses it has', async () => {
    const guess = (index: number, network: string) =>
      tryLogin({ email: `spray-${index}@test.example`, password: 'guess' }, { network })
    const v4 = freshNetwork()
    const answers = []
    for (let index = 0; index < 52; index += 1) answers.push(await guess(index, v4))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(rateRules.loginPerNetwork.burst)
    const v6 = []
    for (let index = 0; index < 52; index += 1)
      v6.push(await guess(100 + index, `2001:db8:1:2::${index + 1}`))
    expect(v6.filter(({ status }) => status === 401)).toHaveLength(rateRules.loginPerNetwork.burst)
  })

  it('are counted there and nowhere else', async () => {
    await tryLogin({ ...member, password: 'guess' })
    const [inDatabase] = await lookInto(test.database)`select count(*)::int as buckets from rate_buckets`
    const inRedis = await redis?.keys()
    if (inRedis) expect(inDatabase).toEqual({ buckets: 0 })
    else expect(inDatabase?.['buckets']).toBeGreaterThan(0)
    expect(inRedis?.size).not.toBe(0)
  })
})
