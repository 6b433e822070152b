import { limits } from '@gatehouse/validation/limits'
import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import {
  makeBan,
  makeClient,
  makeMethod,
  makeQuestion,
  makeRole,
  makeSite,
  makeUser,
  makeWebhook,
} from '../../../test/factories.ts'
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
  await makeWebhook(test.database.db, client.id)
  site = await makeSite(test.database.db, client.id, { name: 'The Boathouse' })
  method = await makeMethod(test.database.db, client.id, site.id, {
    successMessage: { 'en-au': 'Welcome\n\naboard' },
  })
})
afterAll(() => test.close())

const ana = { firstName: 'Ana', lastName: 'Silva', mobile: '0491 570 156' }

function submit(body: object, key?: string) {
  return test.app.inject({
    method: 'POST',
    url: '/api/checkin',
    payload: body,
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
}

async function signIn(person: object, key?: string): Promise<CheckInResult> {
  const response = await submit({ ...person, machineId: method.id }, key)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const visitsOf = (lastName: string) =>
  sql`select * from visits where client_id = ${client.id} and last_name = ${lastName} order by signed_in_at`
const presentOf = (lastName: string) =>
  sql`select * from presence where client_id = ${client.id} and last_name = ${lastName}`

describe('GET /checkin/machine-data', () => {
  const get = (key: string) => test.app.inject(`/api/checkin/machine-data?method=${encodeURIComponent(key)}`)

  it.each(['ZZZ9', 'zzz9', 'GATO', 'GA', '', '../..', 'GATE\n'])('answers 404 for %j', async (key) => {
    const response = await get(key)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ statusCode: 404, code: 'not_found' })
  })
  it('answers a disabled method, an archived site and a disabled client as it answers an unknown key', async () => {
    const { db } = test.database
    const away = await makeSite(db, client.id, { status: 'archived' })
    const closed = await makeClient(db, { enabled: false })
    const closedSite = await makeSite(db, closed.id)
    const methods = await Promise.all([
      makeMethod(db, client.id, site.id, { enabled: false }),
      makeMethod(db, client.id, away.id),
      makeMethod(db, closed.id, closedSite.id),
    ])
    const unknown = (await get('ZZZ9')).body
    for (const { key, id } of methods) {
      expect((await get(key)).body).toBe(unknown)
      expect((await submit({ ...ana, machineId: id })).statusCode).toBe(404)
    }
  })
  it('answers what the phone needs', async () => {
    const response = await get(method.key)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({
      id: method.id,
      siteName: 'The Boathouse',
      useTemperature: false,
      usersHaveRoles: false,
      questionsByUser: false,
      roles: [],
      questions: [],
      successMessage: 'Welcome\n\naboard',
      kiosk: false,
      draft: expect.stringMatching(/^[\w-]{63}$/),
      config: { region: 'AU', look: 'presence', languages: ['en', 'en-au', 'es'] },
    })
  })
})

describe('POST /checkin refuses', () => {
  const whole = () => ({ ...ana, machineId: method.id })
  const broken: [name: string, change: () => object, status: number, field?: string][] = [
    ['no body', () => ({}), 400, 'firstName'],
    ['a number for a name', () => ({ ...whole(), firstName: 7 }), 400, 'firstName'],
    ['a blank name', () => ({ ...whole(), lastName: '  ' }), 400, 'lastName'],
    ['a name of 41 characters', () => ({ ...whole(), firstName: 'x'.repeat(41) }), 400, 'firstName'],
    ['a NUL', () => ({ ...whole(), firstName: 'a\u0000b' }), 400, 'firstName'],
    ['a lone surrogate', () => ({ ...whole(), lastName: 'a\ud800b' }), 400, 'lastName'],
    ['11 dependents', () => ({ ...whole(), dependents: 11 }), 400, 'dependents'],
    ['half a dependant', () => ({ ...whole(), dependents: 0.5 }), 400, 'dependents'],
    ['dependents as text', () => ({ ...whole(), dependents: '1' }), 400, 'dependents'],
    ['an unknown field', () => ({ ...whole(), admin: true }), 400, 'admin'],
    ['an id that is none', () => ({ ...whole(), machineId: 'GATE' }), 400, 'machineId'],
    ['a mobile of 31 characters', () => ({ ...whole(), mobile: '0'.repeat(31) }), 400, 'mobile'],
    ['a mobile that is none', () => ({ ...whole(), mobile: '12' }), 422, 'mobile'],
    ['a role that is not offered', () => ({ ...whole(), role: 'captain' }), 422, 'role'],
    ['a code of 5 digits', () => ({ ...whole(), verificationCode: '12345' }), 400, 'verificationCode'],
    ['a list', () => [], 400],
    ['an unknown method', () => ({ ...whole(), machineId: '0192f0c1-0000-7000-8000-000000000000' }), 404],
  ]
  it.each(broken)('%s', async (_, change, status, field) => {
    const before = await sql`select count(*) from visits`
    const response = await submit(change())
    expect(response.statusCode, response.body).toBe(status)
    if (field) expect(Object.keys(response.json().fields)).toContain(field)
    expect(await sql`select count(*) from visits`).toEqual(before)
  })
  it('what is not JSON, is too large, or is of another type', async () => {
    const send = (payload: string, type = 'application/json') =>
      test.app.inject({ method: 'POST', url: '/api/checkin', payload, headers: { 'content-type': type } })
    expect((await send('{"a":')).statusCode).toBe(400)
    expect((await send('')).statusCode).toBe(400)
    expect((await send(JSON.stringify({ firstName: 'x'.repeat(70_000) }))).statusCode).toBe(413)
    expect((await send('a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
    expect((await send('{"__proto__":{"admin":true}}')).statusCode).toBe(400)
  })
  it('more answers than a site has questions', async () => {
    const answers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}`, { answer: [] }]))
    const send = (count: number) => submit({ ...ana, machineId: method.id, questions: answers(count) })
    const { questions: most } = limits.site
    expect((await send(most + 1)).json()).toMatchObject({
      statusCode: 400,
      fields: { questions: expect.any(String) },
    })
    expect((await send(most)).json()).toMatchObject({ code: 'questions_changed' })
  })
  it('an idempotency key that is no UUID', async () => {
    const response = await submit(whole(), 'again')
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toHaveProperty('idempotency-key')
  })
})

describe('POST /checkin admits', () => {
  it.each([
    ['one letter', 'Q', 'Q'],
    ['40 letters', 'ñ'.repeat(40), 'ñ'.repeat(40)],
    ['inner blanks', '  Mary \t Ann ', 'Mary Ann'],
    ['combining marks', 'Zoe\u0308', 'Zoë'],
    ['another script', '王小明', '王小明'],
    ['emoji', '👩🏽‍🚀', '👩🏽‍🚀'],
  ])('a name of %s', async (name, given, stored) => {
    const lastName = `Namer ${name}`
    await signIn({ ...ana, firstName: given, lastName })
    const [visit] = await visitsOf(lastName)
    expect(visit?.['first_name']).toBe(stored)
  })
  it.each([
    ['0491570156', '+61491570156'],
    ['+61 491 570 156', '+61491570156'],
    ['(02) 5550 0000', '+61255500000'],
    ['+44 7911 123456', '+447911123456'],
  ])('the mobile %s as %s', async (mobile, stored) => {
    await signIn({ firstName: 'Mo', lastName: `Bile ${stored} ${mobile.length}`, mobile })
    const [visit] = await visitsOf(`Bile ${stored} ${mobile.length}`)
    expect(visit?.['mobile']).toBe(stored)
  })
  it('and leaves a visit, a presence and an event, at the answered time', async () => {
    const result = await signIn({ ...ana, lastName: 'Whole', dependents: 3 })
    expect(result).toEqual({
      invalidCode: false,
      submissionTime: test.clock.now.toISOString(),
      banned: false,
      highTemperature: false,
      lowTemperature: false,
      temperature: null,
      checkOutToken: expect.stringMatching(/^[\w-]{86}$/),
    })
    const [visit] = await visitsOf('Whole')
    expect(visit).toMatchObject({
      site_id: site.id,
      method_id: method.id,
      dependents: 3,
      kind: 'visitor',
      ended_as: null,
    })
    expect(visit?.['signed_in_at']).toEqual(test.clock.now)
    expect(await presentOf('Whole')).toMatchObject([{ visit_id: visit?.['id'], dependents: 3 }])
    const events = await sql`select * from outbox where payload ->> 'visit_id' = ${visit?.['id']}`
    expect(events).toMatchObject([
      { queue: 'event', type: 'visitor.signed_in', subject: `visits:${site.id}:${visit?.['person_key']}` },
    ])
  })
  it('a user of the client as that user, however the name is spelled', async () => {
    const person = { firstName: 'Renée', lastName: 'Dubois', mobile: '+61491570159' }
    const user = await makeUser(test.database.db, test.passwords, client.id, {
      ...person,
      personKey: test.personKeys(client.id, person),
    })
    await signIn({ firstName: 'RENEE', lastName: 'dubois', mobile: '0491 570 159' })
    expect(await presentOf('dubois')).toMatchObject([{ kind: 'user', user_id: user.id }])
    const [seen] = await sql`select last_seen_at, last_seen_site_id from users where id = ${user.id}`
    expect(seen).toEqual({ last_seen_at: test.clock.now, last_seen_site_id: site.id })
  })
})

describe('a method that was moved since its page was loaded', () => {
  it('answers the site of the visit, where the page names another one', async () => {
    const annexe = await makeSite(test.database.db, client.id, { name: 'The Annexe' })
    const moved = await makeMethod(test.database.db, client.id, annexe.id)
    for (const [lastName, siteName, answered] of [
      ['Elsewhere', 'The Boathouse', 'The Annexe'],
      ['Right', 'The Annexe', undefined],
      ['Unnamed', undefined, undefined],
    ] as const) {
      const key = crypto.randomUUID()
      const body = { ...ana, lastName, machineId: moved.id }
      const response = await submit({ ...body, siteName }, key)
      expect(response.statusCode, response.body).toBe(200)
      expect(response.json<CheckInResult>().siteName).toBe(answered)
      expect(await visitsOf(lastName)).toMatchObject([{ site_id: annexe.id }])
      // It is the same request, whatever its page shows by now.
      const again = await submit({ ...body, siteName: 'A third place' }, key)
      expect(again.body).toBe(response.body)
    }
  })
  it('answers the site of a refusal too', async () => {
    const annexe = await makeSite(test.database.db, client.id, { name: 'The Lodge' })
    const moved = await makeMethod(test.database.db, client.id, annexe.id)
    const vera = { firstName: 'Vera', lastName: 'Shunned', mobile: '0491 570 156' }
    await makeBan(test.database.db, client.id, {
      personKey: test.personKeys(client.id, { ...vera, mobile: '+61491570156' }),
    })
    const response = await submit({ ...vera, machineId: moved.id, siteName: 'The Boathouse' })
    expect(response.json()).toMatchObject({ banned: true, siteName: 'The Lodge' })
  })
})

describe('signing in again', () => {
  it('closes the earlier visit, and nobody counts twice', async () => {
    await signIn({ ...ana, lastName: 'Twice' })
    const first = test.clock.now
    test.clock.now = new Date(first.getTime() + 60_000)
    await signIn({ ...ana, lastName: 'twice' })
    const visits = await sql`select * from visits where lower(last_name) = 'twice' order by signed_in_at`
    expect(visits).toMatchObject([
      { ended_as: 'superseded', ended_at: test.clock.now, signed_out_at: null },
      { ended_as: null },
    ])
    expect(await sql`select * from presence where lower(last_name) = 'twice'`).toHaveLength(1)
  })
  it('under several keys at once leaves one presence and one open visit', async () => {
    // Sign-ins of one person wait for each other, and each only for a moment.
    const keys = Array.from({ length: 5 }, () => crypto.randomUUID())
    const lastName = `Crowd ${keys[0]?.slice(0, 8)}`
    await Promise.all(keys.map((key) => signIn({ ...ana, lastName }, key)))
    const visits = await visitsOf(lastName)
    expect(visits).toHaveLength(keys.length)
    expect(visits.filter((visit) => visit['ended_as'] === null)).toHaveLength(1)
    const [present] = await presentOf(lastName)
    expect(visits.find((visit) => visit['ended_as'] === null)?.['id']).toBe(present?.['visit_id'])
  })
})

describe('an idempotency key', () => {
  it('sent 30 times at once gives one visit and equal bytes', async () => {
    const key = crypto.randomUUID()
    const body = { ...ana, lastName: 'Twin', machineId: method.id }
    const responses = await Promise.all(Array.from({ length: 30 }, () => submit(body, key)))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(responses.map((response) => response.body)).size).toBe(1)
    expect(await visitsOf('Twin')).toHaveLength(1)
    expect(await sql`select * from idempotency_keys where key = ${key}`).toHaveLength(1)
  })
  it('answers the same bytes later, also when properties come in another order', async () => {
    const key = crypto.randomUUID()
    const body = { ...ana, lastName: 'Later', machineId: method.id }
    const first = await submit(body, key)
    test.clock.now = new Date(test.clock.now.getTime() + 3_600_000)
    const again = await submit(Object.fromEntries(Object.entries(body).toReversed()), key)
    expect(again.body).toBe(first.body)
    expect(await visitsOf('Later')).toHaveLength(1)
  })
  it('with another body is a conflict that stores nothing', async () => {
    const key = crypto.randomUUID()
    await signIn({ ...ana, lastName: 'Original' }, key)
    const response = await submit({ ...ana, lastName: 'Different', machineId: method.id }, key)
    expect(response.statusCode).toBe(409)
    expect(response.json().code).toBe('conflict')
    expect(await visitsOf('Different')).toHaveLength(0)
  })
  it('is free again after a refusal that stored nothing', async () => {
    const key = crypto.randomUUID()
    expect((await submit({ ...ana, mobile: '12', machineId: method.id }, key)).statusCode).toBe(422)
    await signIn({ ...ana, lastName: 'Corrected' }, key)
  })
})

describe('a banned person', () => {
  const person = { firstName: 'Bo', lastName: 'Barred', mobile: '+61491570157' }
  const ban = (fields: object = {}) =>
    makeBan(test.database.db, client.id, { personKey: test.personKeys(client.id, person), ...fields })

  it('is told so, leaves a refused attempt once per key, and never a visit', async () => {
    await ban()
    const key = crypto.randomUUID()
    const result = await signIn({ firstName: 'BO', lastName: 'barred', mobile: '0491570157' }, key)
    expect(result).toMatchObject({ banned: true, checkOutToken: null, temperature: null })
    await signIn({ firstName: 'BO', lastName: 'barred', mobile: '0491570157' }, key)
    expect(await visitsOf('barred')).toHaveLength(0)
    expect(await presentOf('barred')).toHaveLength(0)
    const attempts = await sql`select * from refused_attempts where last_name = 'barred'`
    expect(attempts).toMatchObject([{ reason: 'banned', site_id: site.id }])
  })
  it.each([
    ['lifted', () => ({ liftedAt: new Date() })],
    ['over', () => ({ untilAt: new Date(test.clock.now.getTime() - 1000) })],
    ['of another site', async () => ({ siteId: (await makeSite(test.database.db, client.id)).id })],
    ['not begun yet', () => ({ fromAt: new Date(test.clock.now.getTime() + 60_000) })],
  ])('comes in when the ban is %s', async (name, fields) => {
    const other = { ...person, lastName: `Free ${name}` }
    await makeBan(test.database.db, client.id, {
      personKey: test.personKeys(client.id, other),
      fromAt: new Date(test.clock.now.getTime() - 3_600_000),
      ...(await fields()),
    })
    expect(await signIn(other)).toMatchObject({ banned: false })
  })
})

describe('questions and roles', () => {
  let asking: { id: string; key: string }
  let visitor: { id: string }
  let courier: { id: string }
  let fever: { id: string }
  let load: { id: string }

  beforeAll(async () => {
    const { db } = test.database
    const place = await makeSite(db, client.id)
    asking = await makeMethod(db, client.id, place.id)
    visitor = await makeRole(db, client.id, place.id, 'Visitor')
    courier = await makeRole(db, client.id, place.id, 'Courier')
    const answers = {
      yes: { text: 'Yes', action: 'fail' as const },
      no: { text: 'No', action: 'pass' as const },
    }
    fever = await makeQuestion(db, client.id, place.id, { type: 'yes/no', text: 'Fever?', answers })
    load = await makeQuestion(db, client.id, place.id, {
      type: 'free text',
      text: 'Load?',
      roles: [courier.id],
    })
  })
  const come = (fields: object, key?: string) =>
    submit({ ...ana, lastName: 'Asked', machineId: asking.id, ...fields }, key)

  it('are part of machine data', async () => {
    const data = (await test.app.inject(`/api/checkin/machine-data?method=${asking.key}`)).json()
    expect(data.usersHaveRoles).toBe(true)
    expect(data.roles).toEqual([
      { id: courier.id, name: 'Courier' },
      { id: visitor.id, name: 'Visitor' },
    ])
    expect(data.questions).toContainEqual({
      id: fever.id,
      version: 1,
      type: 'yes/no',
      questionText: 'Fever?',
      answers: { yes: { text: 'Yes', action: 'fail' }, no: { text: 'No', action: 'pass' } },
    })
    expect(data.questions).toContainEqual({
      id: load.id,
      version: 1,
      type: 'free text',
      questionText: 'Load?',
      answers: [],
      roles: [courier.id],
    })
  })
  it('need a role where two are offered', async () => {
    const response = await come({ questions: { [fever.id]: { answer: 'no' } } })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'unknown_role', fields: { role: 'Please choose a role' } })
  })
  it('need every question of the role, and no other', async () => {
    const blank = { [fever.id]: { answer: 'no' }, [load.id]: { answer: ' ' } }
    const response = await come({ role: courier.id, questions: blank })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'answers_incomplete' })
    expect(Object.keys(response.json().fields)).toEqual([`questions.${load.id}`])
    const answered = { [fever.id]: { answer: 'no' }, [load.id]: { answer: 'Bricks' } }
    expect((await come({ role: visitor.id, questions: answered })).statusCode).toBe(200)
    expect((await come({ role: visitor.id, questions: { [fever.id]: { answer: 'no' } } })).statusCode).toBe(
      200,
    )
  })
  it('refuse a failing answer before the others are given', async () => {
    const failing = { [fever.id]: { answer: 'yes' } }
    const refused = await come({ role: courier.id, questions: failing })
    expect(refused.json()).toMatchObject({ code: 'answers_failed' })
    const [attempt] = await sql`select answers from refused_attempts where last_name = 'Asked'`
    expect(attempt?.['answers']).toMatchObject([{ question_text: 'Fever?', failed: true }])
    await sql`delete from refused_attempts where last_name = 'Asked'`
  })
  it('refuse a failing answer, and keep one refused attempt per key with the words', async () => {
    const key = crypto.randomUUID()
    const failing = { role: visitor.id, questions: { [fever.id]: { answer: 'yes' } } }
    const [first, again] = [await come(failing, key), await come(failing, key)]
    expect(first.statusCode).toBe(422)
    expect(first.json()).toMatchObject({ code: 'answers_failed' })
    expect(again.body).toBe(first.body)
    const attempts = await sql`select * from refused_attempts where last_name = 'Asked'`
    expect(attempts).toMatchObject([
      {
        reason: 'failed_answer',
        answers: [{ question_text: 'Fever?', answer: 'yes', answer_text: 'Yes', failed: true }],
      },
    ])
  })
})

describe('POST /checkin/checkout', () => {
  const checkOut = (body: object) =>
    test.app.inject({ method: 'POST', url: '/api/checkin/checkout', payload: body })
  const at = (offset: number) => new Date(test.clock.now.getTime() + offset).toISOString()

  it('refuses forged, cut and foreign tokens alike', async () => {
    const { checkOutToken } = await signIn({ ...ana, lastName: 'Forger' })
    const token = String(checkOutToken)
    const flipped = `${token.slice(0, 10)}${token[10] === 'A' ? 'B' : 'A'}${token.slice(11)}`
    for (const forged of ['', 'x', token.slice(0, -1), flipped, `${token}A`]) {
      const response = await checkOut({ checkOutToken: forged, time: at(0) })
      expect(response.statusCode).toBe(404)
    }
    expect(await presentOf('Forger')).toHaveLength(1)
  })
  it.each([
    ['before the sign-in', -1],
    ['in the future', 61_000],
  ])('refuses a time %s', async (name, offset) => {
    const { checkOutToken } = await signIn({ ...ana, lastName: `Timer ${name}` })
    const response = await checkOut({ checkOutToken, time: at(offset) })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      code: 'time_out_of_range',
      message: 'The check-out time must be between your sign-in and now.',
    })
    expect(await presentOf(`Timer ${name}`)).toHaveLength(1)
  })
  it('refuses what is no time', async () => {
    const { checkOutToken } = await signIn({ ...ana, lastName: 'Clockless' })
    for (const time of ['', 'now', 5, null, '2026-13-45T99:99:99Z']) {
      expect((await checkOut({ checkOutToken, time })).statusCode).toBe(400)
    }
  })
  it('takes the person off the site, and answers the same time again', async () => {
    const { checkOutToken } = await signIn({ ...ana, lastName: 'Leaver' })
    const signedIn = test.clock.now
    test.clock.now = new Date(signedIn.getTime() + 7_200_000)
    const time = at(-600_000)
    const extras = { timeOffset: 12, timeZoneOffset: -660, timeZone: 'Australia/Sydney' }
    const first = await checkOut({ checkOutToken, time, ...extras })
    expect(first.json()).toEqual({ time })
    expect(await presentOf('Leaver')).toHaveLength(0)
    expect(await visitsOf('Leaver')).toMatchObject([
      { ended_as: 'checked_out', signed_out_at: new Date(time) },
    ])
    const again = await checkOut({ checkOutToken, time: at(-1) })
    expect(again.json()).toEqual({ time })
  })
  it('takes a clock that is a little ahead as now', async () => {
    const { checkOutToken } = await signIn({ ...ana, lastName: 'Ahead' })
    expect((await checkOut({ checkOutToken, time: at(2000) })).json()).toEqual({ time: at(0) })
  })
  it('20 times at once, ends one visit once', async () => {
    const { checkOutToken } = await signIn({ ...ana, lastName: 'Racer' })
    test.clock.now = new Date(test.clock.now.getTime() + 60_000)
    const times = Array.from({ length: 20 }, (_, index) => at(-index * 1000))
    const responses = await Promise.all(times.map((time) => checkOut({ checkOutToken, time })))
    expect(new Set(responses.map((response) => response.body)).size).toBe(1)
    const [visit] = await visitsOf('Racer')
    const events =
      await sql`select * from outbox where payload ->> 'visit_id' = ${visit?.['id']} and type = 'visitor.signed_out'`
    expect(events).toHaveLength(1)
  })
  it('corrects a departure that was only assumed', async () => {
    const { checkOutToken } = await signIn({ ...ana, lastName: 'Assumed' })
    const [visit] = await visitsOf('Assumed')
    await sql`update visits set ended_as = 'assumed_left', ended_at = now(), assumed_left_at = now() where id = ${visit?.['id']}`
    await sql`delete from presence where visit_id = ${visit?.['id']}`
    expect((await checkOut({ checkOutToken, time: at(0) })).json()).toEqual({ time: at(0) })
    expect(await visitsOf('Assumed')).toMatchObject([
      { ended_as: 'checked_out', signed_out_at: test.clock.now },
    ])
  })
})

describe('GET /checkin/time', () => {
  it('answers the server’s clock with the caller’s marks', async () => {
    const response = await test.app.inject('/api/checkin/time?t=1732072800000&i=3')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({ time: test.clock.now.toISOString(), t: '1732072800000', i: '3' })
  })
})
