import { serverLimits } from '@gatehouse/validation/limits'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSecondNode, buildTestApp, type TestApp } from '../../../../test/build-test-app.ts'
import { makeClient } from '../../../../test/factories.ts'
import { leaveTokens } from '../../../../test/leave-tokens.ts'
import { openSuperuserConnection } from '../../../../test/superuser.ts'
import { call, goodPassword, oneOfTwenty, statusesOf, signIn, untilTried } from '../../../../test/staff.ts'
import { isInstallationEmpty, mintFirstAdminLink } from './first-admin.ts'

let test: TestApp
let second: { app: FastifyInstance; close(): Promise<void> }
let sql: ReturnType<typeof openSuperuserConnection>

beforeAll(async () => {
  test = await buildTestApp()
  second = await buildSecondNode(test)
  sql = openSuperuserConnection(test.database)
})
afterEach(async () => {
  await sql`truncate clients, first_admin_links cascade`
})
afterAll(async () => {
  await second.close()
  await test.close()
})

const mint = () => mintFirstAdminLink(test.database.db, test.keys.firstAdmin, test.clock.now)
const form = (token: string, changes: object = {}) => ({
  token,
  email: 'Op@First.Example',
  password: goodPassword,
  first_name: 'Ana',
  last_name: 'Silva',
  client_name: 'First Venue',
  company_no: 'FV-1',
  ...changes,
})
const create = (body: object, app?: FastifyInstance) =>
  call(test, 'POST', '/first-admin', body, app ? { app } : {})
const isGood = async (token: string) => (await call(test, 'POST', '/first-admin/validate', { token })).body

describe('the first administrator', () => {
  let token: string
  beforeEach(async () => {
    token = await mint()
  })

  it.each([
    [{ email: 'op' }, 'email'],
    [{ password: 'short' }, 'password'],
    [{ client_name: '' }, 'client_name'],
    [{ company_no: ' ' }, 'company_no'],
    [{ first_name: '' }, 'first_name'],
    [{ site_admin: true }, 'site_admin'],
  ])('is not made from %j', async (changes, field) => {
    const { status, body } = await create(form(token, changes))
    expect(status).toBe(400)
    expect(body['fields']).toHaveProperty(field)
  })
  it.each(['x', 'x'.repeat(43), "' or true --"])('is not made with %s', async (forged) => {
    expect(await isGood(forged)).toEqual({ validated: false })
    expect((await create(form(forged))).body).toMatchObject({ statusCode: 422, code: 'invalid_token' })
  })
  it('is made where others at the address have tried unknown links until they were refused', async () => {
    const ip = '10.77.0.2'
    const look = (tried: string) => call(test, 'POST', '/first-admin/validate', { token: tried }, { ip })
    await leaveTokens(test, 'unknownOneTimeToken', ip, 1)
    expect([(await look('x')).status, (await look('x')).status]).toEqual([200, 429])
    expect((await look(token)).body).toEqual({ validated: true })
  })
  it('has a password that is not weak, and the link stays good until then', async () => {
    expect((await create(form(token, { password: 'First-Venue-1' }))).body).toMatchObject({
      code: 'weak_password',
    })
    expect(await isGood(token)).toEqual({ validated: true })
  })
  it('is made once: of twenty at once on two nodes one succeeds', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        untilTried(() =>
          create(form(token, { email: `op-${index}@first.example` }), index % 2 ? second.app : test.app),
        ),
      ),
    )
    expect(statusesOf(responses)).toEqual(oneOfTwenty)
    expect(await sql`select from users where site_admin`).toHaveLength(1)
  })
  it('may do everything, and ends every link', async () => {
    const another = await mint()
    expect((await create(form(token))).status).toBe(204)
    expect(await isGood(token)).toEqual({ validated: false })
    expect(await isGood(another)).toEqual({ validated: false })
    expect((await create(form(another, { email: 'two@first.example' }))).status).toBe(422)
    const session = await signIn(test, { email: 'op@first.example', password: goodPassword })
    expect((await call(test, 'GET', '/me', undefined, session)).body).toMatchObject({
      email: 'Op@First.Example',
      admin: true,
      site_admin: true,
      client_name: 'First Venue',
    })
    expect(await isInstallationEmpty(test.database.db)).toBe(false)
  })
  it('has an hour', async () => {
    const start = test.clock.now
    test.clock.now = new Date(start.getTime() + serverLimits.firstAdminMinutes * 60_000)
    expect(await isGood(token)).toEqual({ validated: false })
    expect((await create(form(token))).status).toBe(422)
    test.clock.now = start
  })
  it('cannot be created once an account exists', async () => {
    await makeClient(test.database.db)
    expect((await create(form(token))).status).toBe(422)
  })
})
