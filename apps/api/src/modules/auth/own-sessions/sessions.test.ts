import { decodeJwt } from 'jose'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { makeClient, makeSite } from '../../../../test/factories.ts'
import { call, enrol, makeMember, type Member, signIn, verify } from '../../../../test/staff.ts'
import { totpCode } from '../../../../test/totp-generator.ts'

let test: TestApp
let second: { app: FastifyInstance; close(): Promise<void> }
let clientId: string
let siteId: string
let member: Member
let token: string

beforeAll(async () => {
  test = await buildTestApp()
  second = await buildSecondNode(test)
  clientId = (await makeClient(test.database.db)).id
  siteId = (await makeSite(test.database.db, clientId)).id
})
beforeEach(async () => {
  member = await makeMember(test, clientId, { access: [{ siteId, userType: 'Staff' }] })
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' }
  token = (await signIn(test, member, {}, { headers: firefox })).token
})
afterAll(async () => {
  await second.close()
  await test.close()
})

const otherProgram = { browser: null, system: null }
const sidOf = (jwt: string) => String(decodeJwt(jwt)['sid'])
const get = (path: string, who = token, app?: FastifyInstance) =>
  call(test, 'GET', path, undefined, { token: who, ...(app ? { app } : {}) })
const del = (path: string, who = token) => call(test, 'DELETE', path, undefined, { token: who })
const later = (minutes: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
}

describe('the own sessions', () => {
  it('are listed with their program, the latest first, and this one marked', async () => {
    later(0.5)
    const other = await signIn(test, member)
    const { body } = await get('/me/sessions')
    expect(body).toEqual({
      total: 2,
      items: [
        expect.objectContaining({ id: sidOf(other.token), program: otherProgram, current: false }),
        expect.objectContaining({
          id: sidOf(token),
          program: { browser: 'Firefox', system: 'Linux' },
          current: true,
          authenticated: true,
        }),
      ],
    })
    const sorted = await get('/me/sessions?sort=program asc&per_page=1&page=1')
    expect(sorted.body).toMatchObject({ total: 2, items: [{ program: otherProgram }] })
    expect((await get('/me/sessions?search=fireFOX')).body).toMatchObject({ total: 1 })
  })
  it.each(['sort=email asc', 'sort=program sideways', 'page=0', 'per_page=101', 'user=1'])(
    'cannot be listed by %s',
    async (query) => {
      expect((await get(`/me/sessions?${query}`)).status).toBe(400)
    },
  )
  it('leave out what is over: revoked, expired or idle', async () => {
    await signIn(test, member)
    later(13 * 60)
    const fresh = await signIn(test, member)
    expect((await get('/me/sessions', fresh.token)).body).toMatchObject({ total: 1 })
  })
  it('end one by one, at once on every node', async () => {
    const other = await signIn(test, member)
    expect((await get('/me', other.token, second.app)).status).toBe(200)
    expect((await del(`/me/sessions/${sidOf(other.token)}`)).status).toBe(204)
    expect((await get('/me', other.token, second.app)).status).toBe(401)
    expect((await get('/me', other.token)).status).toBe(401)
    expect((await get('/me')).status).toBe(200)
    expect((await del(`/me/sessions/${sidOf(other.token)}`)).status).toBe(404)
  })
  it('cannot be ended by another person', async () => {
    const other = await signIn(test, await makeMember(test, clientId))
    const foreign = await del(`/me/sessions/${sidOf(token)}`, other.token)
    const absent = await del(`/me/sessions/${crypto.randomUUID()}`, other.token)
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(absent.text)
    expect((await get('/me')).status).toBe(200)
  })
  it('all end with “log out everywhere”, this one too', async () => {
    const others = [await signIn(test, member), await signIn(test, member)]
    expect((await del('/me/sessions')).status).toBe(204)
    for (const one of [token, ...others.map((other) => other.token)]) {
      expect((await get('/validate_token', one, second.app)).status).toBe(401)
    }
  })
})

describe('remembered devices', () => {
  it('are listed, and forgotten one by one by their owner', async () => {
    const { secret } = await enrol(test, token)
    const pre2fa = await signIn(test, member)
    const { body } = await verify(test, pre2fa.token, totpCode(secret, test.clock.now), { remember: true })
    const listed = (await get('/me/devices')).body as {
      items: { id: string }[]
      total: number
    }
    expect(listed).toMatchObject({ total: 1, items: [{ program: otherProgram }] })
    const id = listed.items[0]?.id ?? ''
    const other = await signIn(test, await makeMember(test, clientId))
    expect((await del(`/me/devices/${id}`, other.token)).status).toBe(404)
    expect((await del(`/me/devices/${id}`)).status).toBe(204)
    expect((await get('/me/devices')).body).toEqual({ items: [], total: 0 })
    const next = await signIn(test, member, { twoFARememberToken: body['rememberToken'] })
    expect(next.authenticated).toBe(false)
  })
})
