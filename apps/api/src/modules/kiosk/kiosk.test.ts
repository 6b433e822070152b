import type { OwnVisit } from '@gatehouse/validation/endpoints/kiosk'
import { randomUUID } from 'node:crypto'
import { rateRules, serverLimits } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { call, freshIp, makeMember, signIn as signInMember } from '../../../test/staff.ts'
import { newId } from '../../lib/ids.ts'

let test: TestApp
let clientId: string
let siteId: string
let kiosk: { id: string; key: string }
let elsewhere: { id: string; key: string }
let phone: { id: string; key: string }

beforeAll(async () => {
  test = await buildTestApp()
  const { db } = test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId, { name: 'Saltpan Theatre' })).id
  kiosk = await makeMethod(db, clientId, siteId, { type: 'kiosk', name: 'Foyer' })
  phone = await makeMethod(db, clientId, siteId)
  const other = await makeSite(db, clientId)
  elsewhere = await makeMethod(db, clientId, other.id, { type: 'kiosk' })
})
afterAll(() => test.close())

const post = (url: string, payload: object, remoteAddress = freshIp()) =>
  test.app.inject({ method: 'POST', url: `/api${url}`, remoteAddress, payload })

let names = 0
async function arrive(fields: object = {}) {
  names += 1
  const letters = String(names).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
  const ana = { firstName: 'Zoë', lastName: `O’Brien${letters}`, mobile: '0491 570 156', ...fields }
  const response = await post('/checkin', { ...ana, machineId: kiosk.id })
  expect(response.statusCode, response.body).toBe(200)
  return ana
}

const searchOf = (
  { firstName, lastName }: { firstName: string; lastName: string },
  mobileEnding: string,
) => ({
  firstName,
  lastName,
  mobileEnding,
  machineId: kiosk.id,
})

async function find(body: object, ip?: string): Promise<OwnVisit[]> {
  const response = await post('/checkin/own-visit', body, ip)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ visits: OwnVisit[] }>().visits
}

describe('POST /checkin/own-visit refuses', () => {
  const ana = { firstName: 'Ana', lastName: 'Silva' }
  it.each([
    ['no name', { firstName: '' }],
    ['half a name', { lastName: ' ' }],
    ['no digits', { mobileEnding: '' }],
    ['two digits', { mobileEnding: '56' }],
    ['four digits', { mobileEnding: '0156' }],
    ['a wildcard', { mobileEnding: '15%' }],
    ['a letter', { mobileEnding: '15x' }],
    ['something else', { site: 'x' }],
  ])('%s', async (_, part) => {
    const response = await post('/checkin/own-visit', { ...searchOf(ana, '156'), ...part })
    expect(response.statusCode, response.body).toBe(400)
  })
  it.each([
    ['an unknown method', () => newId()],
    ['a method that is no kiosk', () => phone.id],
  ])('%s', async (_, idOf) => {
    const response = await post('/checkin/own-visit', { ...searchOf(ana, '156'), machineId: idOf() })
    expect(response.statusCode).toBe(404)
  })
})

describe('POST /checkin/own-visit', () => {
  it('answers one’s own visit with little of it, and its token ends the visit', async () => {
    const ana = await arrive()
    const [visit, ...others] = await find(searchOf(ana, '156'))
    expect(others).toEqual([])
    expect(visit).toEqual({
      firstName: 'Zoë',
      lastInitial: 'O.',
      signedInAt: test.clock.now.toISOString(),
      checkOutToken: expect.any(String),
    })
    const time = test.clock.now.toISOString()
    const left = await post('/checkin/checkout', { checkOutToken: visit?.checkOutToken, time })
    expect(left.statusCode, left.body).toBe(200)
    expect(await find(searchOf(ana, '156'))).toEqual([])
  })
  it('finds a name without regard to case and accents, but only the whole name', async () => {
    const { lastName } = await arrive()
    expect(
      await find(searchOf({ firstName: 'ZOE', lastName: lastName.toUpperCase().replace('’', "'") }, '156')),
    ).toHaveLength(1)
    expect(await find(searchOf({ firstName: 'Zo', lastName }, '156'))).toEqual([])
    expect(await find(searchOf({ firstName: 'Zoë', lastName: 'O’Brien' }, '156'))).toEqual([])
    expect(await find(searchOf({ firstName: '%', lastName: '%' }, '156'))).toEqual([])
  })
  it('finds a name in any spelling of the person, also with the last name first', async () => {
    await arrive({ firstName: 'Zoë', lastName: 'Müller' })
    const [zoe, mueller] = ['Zoe', 'Mueller']
    for (const name of [
      { firstName: zoe, lastName: mueller },
      { firstName: 'ZOË', lastName: 'Muller' },
      { firstName: 'Müller', lastName: 'Zoë' },
      { firstName: mueller, lastName: zoe },
    ])
      expect(await find(searchOf(name, '156')), JSON.stringify(name)).toHaveLength(1)
    await arrive({ firstName: 'Joelle', lastName: 'Moreau' })
    expect(await find(searchOf({ firstName: 'Jolle', lastName: 'Moreau' }, '156'))).toEqual([])
  })
  it('answers every visit that matches, those of the name as it was typed first', async () => {
    await arrive({ firstName: 'Jörg', lastName: 'Weiß' })
    await arrive({ firstName: 'Weiss', lastName: 'Joerg', mobile: '0491 577 156' })
    const visits = await find(searchOf({ firstName: 'Joerg', lastName: 'Weiss' }, '156'))
    expect(visits.map(({ firstName }) => firstName)).toEqual(['Jörg', 'Weiss'])
    const swapped = await find(searchOf({ firstName: 'Weiss', lastName: 'Joerg' }, '156'))
    expect(swapped.map(({ firstName }) => firstName)).toEqual(['Weiss', 'Jörg'])
  })
  it('answers wrong digits, a name that is not there and another site in the same way', async () => {
    const ana = await arrive()
    const nobody = (await post('/checkin/own-visit', searchOf({ firstName: 'No', lastName: 'Body' }, '156')))
      .body
    expect((await post('/checkin/own-visit', searchOf(ana, '157'))).body).toBe(nobody)
    const there = { ...searchOf(ana, '156'), machineId: elsewhere.id }
    expect((await post('/checkin/own-visit', there)).body).toBe(nobody)
  })
  it('limits wrong tries for a name, from whatever address: then a right one is refused too', async () => {
    const ana = await arrive()
    for (let tries = 0; tries < rateRules.ownVisitPerName.burst; tries += 1) {
      expect(await find(searchOf(ana, `90${tries}`))).toEqual([])
    }
    const limited = await post('/checkin/own-visit', searchOf(ana, '156'))
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(60)
    expect(await find(searchOf(await arrive(), '156'))).toHaveLength(1)
  })
  it('limits all spellings of a name together', async () => {
    const spellings = [
      ['Käthe', 'Böhm'],
      ['Kaethe', 'Boehm'],
      ['Bohm', 'Kathe'],
      ['KATHE', 'Böhm'],
      ['Boehm', 'Käthe'],
    ] as const
    expect(spellings).toHaveLength(rateRules.ownVisitPerName.burst)
    for (const [firstName, lastName] of spellings)
      expect(await find(searchOf({ firstName, lastName }, '900'))).toEqual([])
    const next = searchOf({ firstName: 'Kæthe', lastName: 'Bøhm' }, '156')
    expect((await post('/checkin/own-visit', next)).statusCode).toBe(429)
  })
  it('limits wrong tries of an address at a method, also many at once', async () => {
    const ip = freshIp()
    const many = rateRules.ownVisitPerNetwork.burst + 10
    const statuses = await Promise.all(
      Array.from({ length: many }, async (_, at) => {
        const body = searchOf({ firstName: 'Guess', lastName: `Nr${'x'.repeat(at)}` }, '156')
        return (await post('/checkin/own-visit', body, ip)).statusCode
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(rateRules.ownVisitPerNetwork.burst)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(await find(searchOf(await arrive(), '156'))).toHaveLength(1)
  })
  it('does not limit right ones: a whole tour leaves at one kiosk', async () => {
    const ip = freshIp()
    for (let people = 0; people < rateRules.ownVisitPerNetwork.burst + 5; people += 1) {
      expect(await find(searchOf(await arrive(), '156'), ip)).toHaveLength(1)
    }
  })
})

describe('POST /checkin/kiosk-report', () => {
  const report = (waiting: unknown, machineId = kiosk.id, tablet?: string) =>
    post('/checkin/kiosk-report', { machineId, kiosk: tablet, waiting })
  const seenBy = async (token: string, site?: string) => {
    const { body } = await call(test, 'GET', `/presence${site ? `?site=${site}` : ''}`, undefined, { token })
    return body['waiting']
  }

  it.each([-1, 0.5, '3', 10_000, null])('refuses %j', async (waiting) => {
    expect((await report(waiting)).statusCode).toBe(400)
  })
  it('refuses an id of a kiosk that is none', async () => {
    expect((await report(1, kiosk.id, 'tablet')).statusCode).toBe(400)
  })
  it('refuses an unknown method, and one that is no kiosk', async () => {
    expect((await report(1, newId())).statusCode).toBe(404)
    expect((await report(1, phone.id)).statusCode).toBe(404)
  })
  it('is limited by address and method', async () => {
    const ip = freshIp()
    for (let calls = 0; calls < rateRules.kioskReport.burst; calls += 1) {
      await post('/checkin/kiosk-report', { machineId: elsewhere.id, waiting: 0 }, ip)
    }
    const limited = await post('/checkin/kiosk-report', { machineId: elsewhere.id, waiting: 0 }, ip)
    expect(limited.statusCode).toBe(429)
  })
  it('answers the time, and staff of the site see how many wait until none does', async () => {
    const near = await makeMember(test, clientId, { access: [{ siteId, userType: 'Staff' }] })
    const far = await makeMember(test, (await makeClient(test.database.db)).id, { admin: true })
    const [own, foreign] = [(await signInMember(test, near)).token, (await signInMember(test, far)).token]
    expect((await report(3)).json()).toEqual({ time: test.clock.now.toISOString(), hasMuster: false })
    const waiting = [
      {
        method: 'Foyer',
        site_name: 'Saltpan Theatre',
        sign_ins: 3,
        reported_at: test.clock.now.toISOString(),
      },
    ]
    expect(await seenBy(own)).toEqual(waiting)
    expect(await seenBy(own, siteId)).toEqual(waiting)
    expect(await seenBy(foreign)).toEqual([])
    await report(0)
    expect(await seenBy(own)).toEqual([])
  })

  it('adds up the kiosks of a method, each with its own number, in both lists', async () => {
    const site = await makeSite(test.database.db, clientId, { name: 'Two doors' })
    const shared = await makeMethod(test.database.db, clientId, site.id, { type: 'kiosk', name: 'Doors' })
    const near = await makeMember(test, clientId, { access: [{ siteId: site.id, userType: 'Staff' }] })
    const { token } = await signInMember(test, near)
    const shown = async () => {
      const present = await seenBy(token)
      const { body } = await call(test, 'GET', `/sign-in-methods/${shared.id}`, undefined, { token })
      expect(body['last_seen']).toBe(test.clock.now.toISOString())
      return [(present as { sign_ins: number }[]).map(({ sign_ins: count }) => count), body['waiting']]
    }
    const [one, other] = [randomUUID(), randomUUID()]
    await report(4, shared.id)
    expect(await shown()).toEqual([[4], 4])
    // A page that tells its id is that of a new version: what was told without one is told again.
    await report(2, shared.id, one)
    await report(3, shared.id, other)
    expect(await shown()).toEqual([[5], 5])
    await report(0, shared.id, one)
    expect(await shown()).toEqual([[3], 3])
    await report(0, shared.id, other)
    expect(await shown()).toEqual([[], 0])
  })

  it('keeps so many kiosks of a method, and no more', async () => {
    const { db } = test.database
    const site = await makeSite(db, clientId)
    const crowded = await makeMethod(db, clientId, site.id, { type: 'kiosk' })
    const tablets = Array.from({ length: serverLimits.kiosksOfMethod + 3 }, () => randomUUID())
    for (const tablet of tablets) {
      test.clock.now = new Date(test.clock.now.getTime() + 1000)
      expect((await report(1, crowded.id, tablet)).statusCode).toBe(200)
    }
    const near = await makeMember(test, clientId, { access: [{ siteId: site.id, userType: 'Staff' }] })
    const { token } = await signInMember(test, near)
    const { body } = await call(test, 'GET', `/sign-in-methods/${crowded.id}`, undefined, { token })
    expect(body['waiting']).toBe(serverLimits.kiosksOfMethod)
  })
})
