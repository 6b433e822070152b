import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { rateRules } from '@gatehouse/validation/limits'
import { refundToken, takeToken } from '../src/rate-limits/bucket-queries.ts'
import { recordReading } from '../src/modules/readings/record-reading.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeBan, makeMethod } from './factories.ts'
import { openSuperuserConnection } from './superuser.ts'
import {
  call,
  type Called,
  enrol,
  goodPassword,
  makeMember,
  otherPassword,
  signIn,
  tokenInMail,
  verify,
} from './staff.ts'
import { makeWorld, type World } from './world.ts'
import { MINUTE_MS } from '../src/lib/durations.ts'

let test: TestApp
let world: World
let start: Date
let sql: ReturnType<typeof openSuperuserConnection>
beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  world = await makeWorld(test)
  start = test.clock.now
})
afterEach(() => {
  test.clock.now = start
})
afterAll(() => test.close())

const visitor = { firstName: 'Ana', lastName: 'Silva', mobile: '0491570156' }

/** Sets the clock back: this node is now behind the node that wrote the rows. */
function behindBy(milliseconds: number): void {
  test.clock.now = new Date(test.clock.now.getTime() - milliseconds)
}

describe.each([
  ['a millisecond', 1],
  ['two seconds', 2000],
  ['an hour', 60 * MINUTE_MS],
])('a node that is %s behind', (_, milliseconds) => {
  const expectStatus = (expected: number, { status, text }: Called) => expect(status, text).toBe(expected)

  it('serves a session, and everything that an account does', async () => {
    const member = await makeMember(test, world.a.clientId, { admin: true })
    const { token } = await signIn(test, member)
    behindBy(milliseconds)
    for (const path of [
      '/me',
      '/validate_token',
      '/me/sessions',
      '/me/notifications',
      '/dashboard',
      '/presence',
    ])
      expectStatus(200, await call(test, 'GET', path, undefined, { token }))
    const second = await signIn(test, member)
    const profile = { first_name: 'Ana', last_name: 'Silva', email: member.email, mobile: '', language: 'es' }
    expectStatus(200, await call(test, 'PUT', '/me', profile, { token }))
    const passwords = { password: goodPassword, newPassword: otherPassword }
    expectStatus(204, await call(test, 'PUT', '/password', passwords, { token }))
    expectStatus(204, await call(test, 'POST', '/logout', undefined, { token }))
    expect((await call(test, 'GET', '/me', undefined, { token: second.token })).status).toBe(401)
  })

  it('accepts the second factor of an account that was set up a moment ago', async () => {
    const member = await makeMember(test, world.a.clientId)
    const { recoveryCodes, codesId } = await enrol(test, (await signIn(test, member)).token)
    behindBy(milliseconds)
    const { token } = await signIn(test, member)
    expect((await verify(test, token, recoveryCodes[0] ?? '')).body).toMatchObject({ valid: true })
    expectStatus(200, await call(test, 'POST', '/2fa/new-recovery-codes', undefined, { token }))
    expectStatus(204, await call(test, 'POST', '/2fa/cancel', { methods: [codesId] }, { token }))
  })

  it('opens a link that was sent a moment ago, once', async () => {
    const member = await makeMember(test, world.a.clientId)
    await call(test, 'POST', '/password/forgot', { email: member.email })
    await test.deliver()
    const token = tokenInMail(test, '/reset_password')
    behindBy(milliseconds)
    const reset = () => call(test, 'POST', `/password/reset/${token}`, { password: otherPassword })
    expectStatus(204, await reset())
    expect((await reset()).status).toBe(422)
  })

  it('signs a visitor in again who is on the site, and repeats the response of a repeated sign-in', async () => {
    const method = await makeMethod(test.database.db, world.a.clientId, world.a.siteId)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = { ...visitor, machineId: method.id }
    const first = await call(test, 'POST', '/checkin', body, { headers })
    behindBy(milliseconds)
    expect((await call(test, 'POST', '/checkin', body, { headers })).text).toBe(first.text)
    expectStatus(200, await call(test, 'POST', '/checkin', body))
    const visits = await sql`
      select ended_as from visits where method_id = ${method.id} and ended_as is null`
    expect(visits).toHaveLength(1)
  })

  it('takes a temperature that was measured a moment ago, and one that is measured again', async () => {
    const { db } = test.database
    const method = await makeMethod(db, world.b.clientId, world.b.siteId, { useTemperature: true })
    const reading = { methodId: method.id, temperature: 36.6 }
    const { code } = await recordReading({ db, now: test.clock.now }, reading)
    const at = test.clock.now
    behindBy(milliseconds)
    const body = { ...visitor, machineId: method.id, verificationCode: code }
    expect((await call(test, 'POST', '/checkin', body)).body).toMatchObject({ invalidCode: false })
    await recordReading({ db, now: test.clock.now }, { ...reading, at })
  })

  it('sees a ban that began before its clock says', async () => {
    const method = await makeMethod(test.database.db, world.b.clientId, world.b.siteId)
    const banned = { ...visitor, firstName: `Bea ${milliseconds}`, mobile: '+61491570156' }
    const personKey = test.personKeys(world.b.clientId, banned)
    await makeBan(test.database.db, world.b.clientId, {
      personKey,
      fromAt: start,
      createdAt: start,
    })
    behindBy(milliseconds)
    const response = await call(test, 'POST', '/checkin', { ...banned, machineId: method.id })
    expect(response.body).toMatchObject({ banned: true })
  })

  it('takes from a bucket that another node refilled later, and never more than it contains', async () => {
    const { db } = test.database
    const rule = rateRules.loginPerAddress
    const key = `behind by ${milliseconds}`
    const now = test.clock.now.getTime()
    for (let taken = 0; taken < rule.burst; taken += 1) await takeToken(db, rule, key, new Date(now))
    expect(await takeToken(db, rule, key, new Date(now - milliseconds))).toBeLessThan(1)
    await refundToken(db, rule, key)
    expect(await takeToken(db, rule, key, new Date(now - milliseconds))).toBe(1)
  })
})
