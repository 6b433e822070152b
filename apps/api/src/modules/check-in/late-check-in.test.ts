import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import { limits, rateRules } from '@gatehouse/validation/limits'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeBan, makeClient, makeMethod, makeQuestion, makeSite } from '../../../test/factories.ts'
import { call, freshIp, makeMember, signIn as signInMember } from '../../../test/staff.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { waitForLocks } from '../../../test/wait-for-locks.ts'
import { lock } from '../../db/locks.ts'
import { clientScope } from '../../db/scopes.ts'
import { idempotencyKeys } from '../../db/schema/visits.ts'
import { withScope } from '../../db/tenancy.ts'
import { newId, timeOfId } from '../../lib/ids.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { readVisitor } from '../identity/person-key.ts'

const MINUTE_MS = 60_000

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let siteId: string
let kiosk: { id: string; key: string }
let phone: { id: string; key: string }
let staffToken: string
let otherToken: string

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  const { db } = test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId, { timeZone: 'Australia/Sydney' })).id
  const otherSiteId = (await makeSite(db, clientId)).id
  phone = await makeMethod(db, clientId, siteId)
  const staff = await makeMember(test, clientId, { access: [{ siteId, userType: 'Staff' }] })
  const other = await makeMember(test, clientId, { access: [{ siteId: otherSiteId, userType: 'Staff' }] })
  staffToken = (await signInMember(test, staff)).token
  otherToken = (await signInMember(test, other)).token
})
beforeEach(async () => {
  kiosk = await makeMethod(test.database.db, clientId, siteId, { type: 'kiosk', name: 'Reception kiosk' })
})
afterAll(() => test.close())

let names = 0
const person = () => {
  names += 1
  const letters = String(names).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
  return { firstName: 'Ana', lastName: `Late${letters}`, mobile: '0491 570 156' }
}
const ago = (milliseconds: number) => new Date(test.clock.now.getTime() - milliseconds)

function submit(body: object, key: string | undefined = newId(), machineId = kiosk.id) {
  return test.app.inject({
    method: 'POST',
    url: '/api/checkin',
    remoteAddress: freshIp(),
    payload: { machineId, ...body },
    headers: key ? { 'idempotency-key': key } : {},
  })
}

async function signIn(body: object, key?: string, machineId?: string): Promise<CheckInResult> {
  const response = await submit(body, key, machineId)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const visitsOf = (lastName: string) =>
  sql`select * from visits where client_id = ${clientId} and last_name = ${lastName} order by signed_in_at`
const presentOf = (lastName: string) =>
  sql`select * from presence where client_id = ${clientId} and last_name = ${lastName}`

async function noticesOf(token: string, lastName: string): Promise<{ message: string; level: string }[]> {
  const { body } = await call(test, 'GET', '/me/notifications', undefined, { token })
  return (body as unknown as { message: string; level: string }[]).filter(({ message }) =>
    message.includes(lastName),
  )
}

describe('a phone asks whether a sign-in that it stored is known', () => {
  const longAgo = '2000-01-01T00:00:00Z'

  it('and gets the first response where it is', async () => {
    const ana = person()
    const key = newId()
    const first = await submit(ana, key, phone.id)
    const asked = await submit({ ...ana, signedInAt: longAgo }, key, phone.id)
    expect([asked.statusCode, asked.body]).toEqual([200, first.body])
    expect(await visitsOf(ana.lastName)).toHaveLength(1)
  })
  it('and where it is not, a call that is still on its way signs nobody in', async () => {
    const ana = person()
    const key = newId()
    const asked = await submit({ ...ana, signedInAt: longAgo }, key, phone.id)
    expect([asked.statusCode, asked.json().code]).toEqual([422, 'time_out_of_range'])
    const late = await submit(ana, key, phone.id)
    expect([late.statusCode, late.body]).toEqual([422, asked.body])
    expect(await visitsOf(ana.lastName)).toEqual([])
    // The visitor has checked it and sends it anew.
    await signIn(ana, newId(), phone.id)
    expect(await visitsOf(ana.lastName)).toHaveLength(1)
  })
  it('while the sign-in is being written: one of the two decides, and both get its response', async () => {
    for (let run = 0; run < 10; run += 1) {
      const ana = person()
      const key = newId()
      const [sent, asked] = await Promise.all([
        submit(ana, key, phone.id),
        submit({ ...ana, signedInAt: longAgo }, key, phone.id),
      ])
      expect(asked.body).toBe(sent.body)
      expect(await visitsOf(ana.lastName)).toHaveLength(sent.statusCode === 200 ? 1 : 0)
    }
  })
})

describe('a stored sign-in is refused', () => {
  it('after an equal one that is being stored and tells people itself, without the two waiting for each other', async () => {
    const ana = person()
    const key = newId()
    let late: ReturnType<typeof submit> | undefined
    const undo = new Error('It is not stored after all')
    const equal = withScope(test.database.db, clientScope(clientId), async (tx) => {
      const requestHash = Buffer.alloc(32)
      await tx
        .insert(idempotencyKeys)
        .values({ clientId, methodId: kiosk.id, key, requestHash, createdAt: test.clock.now })
      late = submit({ ...ana, signedInAt: '2000-01-01T00:00:00Z' }, key)
      void late.then(() => {})
      await waitForLocks(sql)
      await lock(tx, `notifications ${clientId}`)
      throw undo
    })
    await expect(equal).rejects.toBe(undo)
    const response = await late
    expect([response?.statusCode, response?.json().code]).toEqual([422, 'time_out_of_range'])
    expect(await noticesOf(staffToken, ana.lastName)).toHaveLength(1)
  })
  it('at a method that is no kiosk, without a notice', async () => {
    const ana = person()
    const response = await submit({ ...ana, signedInAt: ago(MINUTE_MS) }, newId(), phone.id)
    expect(response.statusCode).toBe(422)
    expect(response.json().field_codes).toEqual({ signedInAt: 'unknown_field' })
    expect(await noticesOf(staffToken, ana.lastName)).toEqual([])
  })
  it('at a method that is closed by now and was no kiosk, without a notice', async () => {
    const closed = await makeMethod(test.database.db, clientId, siteId, { enabled: false })
    const ana = person()
    const response = await submit({ ...ana, signedInAt: ago(MINUTE_MS) }, newId(), closed.id)
    expect(response.statusCode).toBe(404)
    expect(await noticesOf(staffToken, ana.lastName)).toEqual([])
  })
  it('not at a method that was a kiosk when the person signed in: it is written, and its tablets still tell what waits', async () => {
    const ana = person()
    const tell = async (waiting: number) =>
      (await call(test, 'POST', '/checkin/kiosk-report', { machineId: kiosk.id, waiting })).status
    expect(await tell(1)).toBe(200)
    await sql`update sign_in_methods set type = 'qr' where id = ${kiosk.id}`
    await signIn({ ...ana, signedInAt: ago(MINUTE_MS) })
    expect(await visitsOf(ana.lastName)).toMatchObject([{ signed_in_offline: true }])
    expect(await tell(0)).toBe(200)
  })
  it('without an idempotency key', async () => {
    const response = await submit({ ...person(), signedInAt: ago(MINUTE_MS) }, '')
    expect(response.statusCode).toBe(422)
  })
  it.each(['yesterday', '2026-11-22T10:00:00', 7, '9999-01-01T00:00:00Z'])(
    'with the time %j',
    async (signedInAt) => {
      expect((await submit({ ...person(), signedInAt })).statusCode).toBe(400)
    },
  )
  it.each([
    ['in the future', -6000],
    ['too long ago', limits.offlineSignInHours * HOUR_MS + 1],
  ])('with a time %s, and staff are told', async (_, age) => {
    const ana = person()
    const response = await submit({ ...ana, signedInAt: ago(age) })
    expect(response.statusCode).toBe(422)
    expect(response.json().code).toBe('time_out_of_range')
    expect(response.json().message).toBe('This time is too early or too late.')
    expect(await visitsOf(ana.lastName)).toHaveLength(0)
    expect(await noticesOf(staffToken, ana.lastName)).toHaveLength(1)
  })
  it('where the person is banned: an attempt with its time, and staff of the site are told once', async () => {
    const ana = person()
    const { personKey } = readVisitor(
      test.personKeys,
      { clientId, region: 'AU', acceptsUnknownMobiles: false },
      ana,
    )
    await makeBan(test.database.db, clientId, { personKey })
    const key = newId()
    const at = ago(2 * HOUR_MS)
    const first = await submit({ ...ana, signedInAt: at }, key)
    expect(first.json()).toMatchObject({ banned: true, checkOutToken: null })
    expect((await submit({ ...ana, signedInAt: at }, key)).body).toBe(first.body)
    const [attempt, ...more] = await sql`
      select attempted_at, created_at, signed_in_offline from refused_attempts
      where client_id = ${clientId} and last_name = ${ana.lastName}`
    expect(more).toEqual([])
    expect(attempt).toEqual({ attempted_at: at, created_at: test.clock.now, signed_in_offline: true })
    const [notice, ...others] = await noticesOf(staffToken, ana.lastName)
    expect(others).toEqual([])
    expect(notice?.level).toBe('danger')
    expect(notice?.message).toMatch(
      new RegExp(
        `^Ana ${ana.lastName} signed in at Reception kiosk at .+, while it was offline.+the person is banned`,
      ),
    )
    expect(await noticesOf(otherToken, ana.lastName)).toEqual([])
  })
  it('where the questions have changed: staff are told once, however often it is sent', async () => {
    const { db } = test.database
    const changed = await makeSite(db, clientId)
    const method = await makeMethod(db, clientId, changed.id, { type: 'kiosk' })
    await makeQuestion(db, clientId, changed.id, { type: 'free text', text: 'Whom do you visit?' })
    const admin = await makeMember(test, clientId, { admin: true })
    const { token } = await signInMember(test, admin)
    const ana = person()
    const key = newId()
    const body = { ...ana, signedInAt: ago(HOUR_MS) }
    const [first, ...others] = await Promise.all(
      Array.from({ length: 5 }, () => submit(body, key, method.id)),
    )
    expect(first?.statusCode).toBe(422)
    expect(first?.json().code).toBe('questions_changed')
    for (const other of others) expect(other.body).toBe(first?.body)
    expect(await noticesOf(token, ana.lastName)).toHaveLength(1)
  })
  it('at a kiosk that is closed by now, and staff are told', async () => {
    const closed = await makeMethod(test.database.db, clientId, siteId, { type: 'kiosk', enabled: false })
    const ana = person()
    expect((await submit({ ...ana, signedInAt: ago(HOUR_MS) }, newId(), closed.id)).statusCode).toBe(404)
    expect((await noticesOf(staffToken, ana.lastName))[0]?.message).toContain('the sign-in method is closed')
  })
  it('at a kiosk that is retired by now, and staff are told for a week', async () => {
    const retired = await makeMethod(test.database.db, clientId, siteId, { type: 'kiosk', enabled: false })
    for (const [days, told] of [
      [6, 1],
      [8, 0],
    ] as const) {
      const retiredAt = ago(days * 24 * HOUR_MS)
      await sql`update sign_in_methods set retired_at = ${retiredAt} where id = ${retired.id}`
      const ana = person()
      const response = await submit({ ...ana, signedInAt: ago(HOUR_MS) }, newId(), retired.id)
      expect(response.statusCode).toBe(404)
      expect(await noticesOf(staffToken, ana.lastName)).toHaveLength(told)
    }
  })
  it('with a temperature code, which is not even looked up, and staff are told', async () => {
    const measuring = await makeMethod(test.database.db, clientId, siteId, {
      type: 'kiosk',
      useTemperature: true,
    })
    const ana = person()
    const body = { ...ana, verificationCode: '123456', signedInAt: ago(MINUTE_MS) }
    const response = await submit(body, newId(), measuring.id)
    expect(response.statusCode).toBe(422)
    expect(await noticesOf(staffToken, ana.lastName)).toHaveLength(1)
  })
  it('more often than staff should be told: the kiosk tries later, and nothing is decided', async () => {
    const tired = await makeMethod(test.database.db, clientId, siteId, { type: 'kiosk' })
    const refuse = () => submit({ ...person(), mobile: '12', signedInAt: ago(MINUTE_MS) }, newId(), tired.id)
    for (let calls = 0; calls < rateRules.lateRefusals.burst; calls += 1) {
      const response = await refuse()
      expect(response.statusCode, response.body).toBe(422)
    }
    const limited = await refuse()
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    // Who is admitted is not held up.
    await signIn({ ...person(), signedInAt: ago(MINUTE_MS) }, newId(), tired.id)
  })
})

describe('a stored sign-in is written', () => {
  it('with the time at which the person signed in, marked, and staff see it', async () => {
    const ana = person()
    const at = ago(3 * HOUR_MS)
    const { submissionTime } = await signIn({ ...ana, signedInAt: at })
    expect(submissionTime).toBe(at.toISOString())
    const [visit] = await visitsOf(ana.lastName)
    expect(visit).toMatchObject({
      signed_in_at: at,
      created_at: test.clock.now,
      signed_in_offline: true,
      ended_as: null,
      source: 'kiosk',
    })
    expect(timeOfId(String(visit?.['id']))).toEqual(at)
    const listed = await call(test, 'GET', `/presence?search=${ana.lastName}`, undefined, {
      token: staffToken,
    })
    expect(listed.body).toMatchObject({
      items: [{ signed_in_at: at.toISOString(), signed_in_offline: true }],
      total: 1,
    })
  })
  it('and the file of the log says which sign-ins were sent later', async () => {
    const [late, now] = [person(), person()]
    await signIn({ ...late, signedInAt: ago(MINUTE_MS) })
    await signIn(now)
    const rowOf = async ({ lastName }: { lastName: string }) => {
      const path = `/access-log/export?search=${lastName}`
      const { text } = await call(test, 'GET', path, undefined, { token: staffToken, ip: freshIp() })
      return parse<Record<string, string>>(text, { bom: true, columns: true })
    }
    expect(await rowOf(now)).toMatchObject([{ event: 'in', sent_later: 'no' }])
    expect(await rowOf(late)).toMatchObject([{ event: 'in', sent_later: 'yes' }])
  })
  it('and one that was not stored has no mark', async () => {
    const ana = person()
    await signIn(ana)
    expect((await visitsOf(ana.lastName))[0]).toMatchObject({ signed_in_offline: false })
    expect((await presentOf(ana.lastName))[0]).toMatchObject({ signed_in_offline: false })
  })
  it('a little ahead of the server’s clock: as now', async () => {
    const { submissionTime } = await signIn({ ...person(), signedInAt: ago(-3000) })
    expect(submissionTime).toBe(test.clock.now.toISOString())
  })
  it('once, where its first answer was lost: with and without the time it is the same sign-in', async () => {
    const ana = person()
    const key = newId()
    const first = await submit(ana, key)
    const again = await submit({ ...ana, signedInAt: ago(MINUTE_MS) }, key)
    expect(again.body).toBe(first.body)
    const late = newId()
    const [one, two] = await Promise.all(
      [10, 20].map((seconds) => submit({ ...person(), ...ana, signedInAt: ago(seconds * 1000) }, late)),
    )
    expect(one?.body).toBe(two?.body)
    expect(await visitsOf(ana.lastName)).toHaveLength(2)
    expect(await presentOf(ana.lastName)).toHaveLength(1)
  })
  it('as a new one of somebody who was on site before', async () => {
    const ana = person()
    test.clock.now = new Date(test.clock.now.getTime() + HOUR_MS)
    await signIn(ana)
    test.clock.now = new Date(test.clock.now.getTime() + HOUR_MS)
    const at = ago(MINUTE_MS)
    await signIn({ ...ana, signedInAt: at })
    const [earlier, late] = await visitsOf(ana.lastName)
    expect(earlier).toMatchObject({ ended_as: 'superseded', superseded_by: late?.['id'] })
    expect(await presentOf(ana.lastName)).toMatchObject([{ visit_id: late?.['id'], signed_in_at: at }])
  })
  it('as superseded where the person has signed in again since: the presence stays with the later visit', async () => {
    const ana = person()
    const at = ago(HOUR_MS)
    await signIn(ana)
    await signIn({ ...ana, signedInAt: at })
    const [late, later] = await visitsOf(ana.lastName)
    expect(late).toMatchObject({
      signed_in_at: at,
      ended_as: 'superseded',
      ended_at: later?.['signed_in_at'],
      superseded_by: later?.['id'],
    })
    expect(await presentOf(ana.lastName)).toMatchObject([
      { visit_id: later?.['id'], signed_in_offline: false },
    ])
  })
  it('as ended where the person has left since: nobody comes back to the board', async () => {
    const ana = person()
    test.clock.now = new Date(test.clock.now.getTime() + HOUR_MS)
    const { checkOutToken } = await signIn(ana)
    test.clock.now = new Date(test.clock.now.getTime() + HOUR_MS)
    const left = test.clock.now
    await call(test, 'POST', '/checkin/checkout', { checkOutToken, time: left.toISOString() })
    test.clock.now = new Date(test.clock.now.getTime() + HOUR_MS)
    await signIn({ ...ana, signedInAt: new Date(left.getTime() - MINUTE_MS) })
    const [, late] = await visitsOf(ana.lastName)
    expect(late).toMatchObject({ ended_as: 'checked_out', signed_out_at: left, superseded_by: null })
    expect(await presentOf(ana.lastName)).toEqual([])
  })
  it('beside a sign-in at the same moment: one presence, and it is the later visit', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ana = person()
      await Promise.all([
        signIn(ana, newId(), phone.id),
        signIn({ ...ana, signedInAt: ago(HOUR_MS) }),
        signIn({ ...ana, signedInAt: ago(2 * HOUR_MS) }),
      ])
      const written = await visitsOf(ana.lastName)
      expect(written).toHaveLength(3)
      const open = written.filter((visit) => visit['ended_as'] === null)
      expect(open).toEqual([written[2]])
      expect(await presentOf(ana.lastName)).toMatchObject([{ visit_id: written[2]?.['id'] }])
    }
  })
  it('and its check-out token ends the visit', async () => {
    const ana = person()
    const { checkOutToken } = await signIn({ ...ana, signedInAt: ago(HOUR_MS) })
    const time = test.clock.now.toISOString()
    expect((await call(test, 'POST', '/checkin/checkout', { checkOutToken, time })).status).toBe(200)
    expect(await presentOf(ana.lastName)).toEqual([])
  })
})
