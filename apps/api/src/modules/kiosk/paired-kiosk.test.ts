import { rateRules, serverLimits } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { leaveTokens } from '../../../test/leave-tokens.ts'
import { call, freshIp, makeMember, signIn, statusesOf } from '../../../test/staff.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { purgeRules } from '../../registry.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let siteId: string
let manager: string
let kiosk: { id: string; key: string }

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  const { db } = test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId, { name: 'Saltpan Theatre' })).id
  manager = await tokenOf({ access: [{ siteId, userType: 'Manager' }] })
})
afterAll(() => test.close())
beforeEach(async () => {
  kiosk = await makeMethod(test.database.db, clientId, siteId, { type: 'kiosk', name: 'Foyer' })
})

async function tokenOf(rights: Parameters<typeof makeMember>[2], ofClient = clientId): Promise<string> {
  return (await signIn(test, await makeMember(test, ofClient, rights))).token
}

async function codeOf(id = kiosk.id): Promise<string> {
  const { status, body } = await call(test, 'POST', `/sign-in-methods/${id}/pairing-code`, undefined, {
    token: manager,
  })
  expect(status).toBe(200)
  return String(body['code'])
}

const exchange = (code: string, machineId = kiosk.id, ip = freshIp()) =>
  call(test, 'POST', '/checkin/kiosk-pairing', { machineId, code }, { ip })

async function pair(id = kiosk.id): Promise<string> {
  const { status, body } = await exchange(await codeOf(id), id)
  expect(status).toBe(200)
  return String(body['kioskToken'])
}

const ana = { firstName: 'Ana', lastName: 'Silva' }
const arrive = async (person = ana) => {
  const visitor = { ...person, mobile: '0491 570 156', machineId: kiosk.id }
  expect((await call(test, 'POST', '/checkin', visitor)).status).toBe(200)
}

interface Search {
  person?: { firstName: string; lastName: string }
  ending?: string
  kioskToken?: string
  ip?: string
}
const search = ({ person = ana, ending = '156', kioskToken, ip = freshIp() }: Search) =>
  call(
    test,
    'POST',
    '/checkin/own-visit',
    { ...person, mobileEnding: ending, machineId: kiosk.id, kioskToken },
    { ip },
  )

async function guess(times: number, given: Search): Promise<void> {
  for (let tries = 0; tries < times; tries += 1) {
    const { status, body } = await search({ ending: '900', ...given })
    expect([status, body['visits']]).toEqual([200, []])
  }
}
const letter = (at: number) => String.fromCharCode(97 + at)
const stranger = (at: number) => ({ firstName: 'Guess', lastName: letter(at / 26) + letter(at % 26) })

/** Uses up what anybody may search at the kiosk from one address. */
async function floodFrom(ip: string): Promise<void> {
  for (let at = 0; at < rateRules.ownVisitPerNetwork.burst; at += 1)
    expect((await search({ person: stranger(at), ip })).status).toBe(200)
  expect((await search({ person: stranger(99), ip })).status).toBe(429)
}

const methodOf = async (token = manager) =>
  (await call(test, 'GET', `/sign-in-methods/${kiosk.id}`, undefined, { token })).body

describe('a paired kiosk', () => {
  it('finds a visit after strangers have used up the searches for its name', async () => {
    await arrive()
    const kioskToken = await pair()
    await guess(rateRules.ownVisitPerName.burst, {})
    expect((await search({})).status).toBe(429)
    expect((await search({ kioskToken })).body['visits']).toHaveLength(1)
  })

  it('signs in after others at its address have used up that address, by a limit of its own', async () => {
    const [kioskToken, ip] = [await pair(), freshIp()]
    const comeIn = async (token?: string | null) => {
      const visitor = { ...ana, mobile: '0491570156', machineId: kiosk.id, kioskToken: token }
      return (await call(test, 'POST', '/checkin', visitor, { ip })).status
    }
    const { perNode = 0 } = rateRules.checkIn
    for (let number = 0; number < perNode; number += 1) expect(await comeIn()).toBe(200)
    await leaveTokens(test, 'checkIn', `${ip} ${kiosk.id} without a draft`, 0)
    for (const none of [undefined, null, 'forged']) expect(await comeIn(none)).toBe(429)
    const other = await makeMethod(test.database.db, clientId, siteId, { type: 'kiosk' })
    expect(await comeIn(await pair(other.id))).toBe(429)
    for (let number = 0; number < perNode; number += 1) expect(await comeIn(kioskToken)).toBe(200)
    await leaveTokens(test, 'checkInPerKiosk', kioskToken, 1)
    expect([await comeIn(kioskToken), await comeIn(kioskToken)]).toEqual([200, 429])
    expect(await comeIn(await pair())).toBe(200)
  })

  it('finds a visit after others at its address have used up that address', async () => {
    await arrive()
    const [kioskToken, ip] = [await pair(), freshIp()]
    await floodFrom(ip)
    expect((await search({ ip })).status).toBe(429)
    expect((await search({ ip, kioskToken })).body['visits']).toHaveLength(1)
  })

  it('has limits of its own, for each name and for all', async () => {
    await arrive()
    const [own, other] = [await pair(), await pair()]
    await guess(rateRules.ownVisitPerNameAtKiosk.burst, { kioskToken: own })
    expect((await search({ kioskToken: own })).status).toBe(429)
    expect((await search({ kioskToken: other })).body['visits']).toHaveLength(1)
    expect((await search({})).body['visits']).toHaveLength(1)
    const left = rateRules.ownVisitPerKiosk.burst - rateRules.ownVisitPerNameAtKiosk.burst
    for (let at = 1; at < left; at += 1)
      expect((await search({ person: stranger(at), kioskToken: own })).status).toBe(200)
    expect((await search({ person: stranger(99), kioskToken: own })).status).toBe(429)
  })

  it('is counted for staff, and its searches that find somebody cost nothing', async () => {
    await arrive()
    expect((await methodOf())['paired_tablets']).toBe(0)
    const kioskToken = await pair()
    await pair()
    expect((await methodOf())['paired_tablets']).toBe(2)
    for (let at = 0; at < rateRules.ownVisitPerNameAtKiosk.burst + 3; at += 1)
      expect((await search({ kioskToken })).status).toBe(200)
  })
})

describe('a departure that is told by a kiosk', () => {
  /** Signs in at a page for phones; then the search of the kiosk checks out who has. */
  const leaveBySearch = async (person: typeof ana, kioskToken?: string) => {
    const page = await makeMethod(test.database.db, clientId, siteId)
    const arrived = await call(test, 'POST', '/checkin', {
      ...person,
      mobile: '0491 570 156',
      machineId: page.id,
    })
    const { body } = await search({ person, ...(kioskToken !== undefined && { kioskToken }) })
    const [found] = body['visits'] as { checkOutToken: string }[]
    test.clock.now = new Date(test.clock.now.getTime() + MINUTE_MS)
    const left = await call(test, 'POST', '/checkin/checkout', {
      checkOutToken: found?.checkOutToken,
      time: test.clock.now.toISOString(),
    })
    expect(left.status).toBe(200)
    const { checkOutToken } = arrived.body
    return { checkOutToken, stay: (await call(test, 'POST', '/checkin/stay', { checkOutToken })).body }
  }

  it('is marked where anybody may have opened the kiosk, and the phone undoes it', async () => {
    const { checkOutToken, stay } = await leaveBySearch({ firstName: 'Ema', lastName: 'Silva' })
    expect(stay).toMatchObject({ byOtherPhone: true })
    const undone = await call(test, 'POST', '/checkin/stay/undo', { checkOutToken })
    expect(undone).toMatchObject({ status: 200, body: { leftAt: null } })
  })

  it('is not marked at a paired kiosk, nor for who signed in at a kiosk', async () => {
    const person = { firstName: 'Rui', lastName: 'Silva' }
    expect((await leaveBySearch(person, await pair())).stay).toMatchObject({ byOtherPhone: false })
    await arrive(person)
    const [found] = (await search({ person })).body['visits'] as { checkOutToken: string }[]
    const time = test.clock.now.toISOString()
    await call(test, 'POST', '/checkin/checkout', { checkOutToken: found?.checkOutToken, time })
    const [visit] = await sql`
      select left_by_other_phone from visits where client_id = ${clientId} order by signed_in_at desc limit 1`
    expect(visit).toEqual({ left_by_other_phone: false })
  })
})

describe('a stranger is', () => {
  const isStranger = async (kioskToken: string) => {
    await guess(rateRules.ownVisitPerName.burst, { kioskToken })
    expect((await search({ kioskToken })).status).toBe(429)
  }

  it.each([
    ['a made-up token', async () => 'made-up'],
    ['a forged one', async () => (await pair()).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    [
      'that of another method',
      async () => pair((await makeMethod(test.database.db, clientId, siteId, { type: 'kiosk' })).id),
    ],
  ])('%s', async (_, tokenFrom) => isStranger(await tokenFrom()))

  it.each([
    ['a new key', 'POST', '/new-key', undefined],
    ['unpairing', 'DELETE', '/device', undefined],
    ['another type and back', 'PATCH', '', { type: 'qr' }],
  ] as const)('a kiosk after %s', async (_, method, path, payload) => {
    const kioskToken = await pair()
    const url = `/sign-in-methods/${kiosk.id}`
    const { status } = await call(test, method, url + path, payload, { token: manager })
    expect(status).toBeLessThan(300)
    if (payload) await call(test, 'PATCH', url, { type: 'kiosk' }, { token: manager })
    expect((await methodOf())['paired_tablets']).toBe(0)
    await isStranger(kioskToken)
  })

  it.each(['one by one', 'with others'])('a kiosk that was moved %s', async (how) => {
    const kioskToken = await pair()
    const { id: site_id } = await makeSite(test.database.db, clientId)
    const token = await tokenOf({ admin: true })
    const { status } =
      how === 'one by one'
        ? await call(test, 'PATCH', `/sign-in-methods/${kiosk.id}`, { site_id }, { token })
        : await call(
            test,
            'POST',
            '/sign-in-methods/bulk',
            { action: 'move', ids: [kiosk.id], site_id },
            { token },
          )
    expect(status).toBe(200)
    await isStranger(kioskToken)
  })

  it('a retired kiosk, which answers nobody', async () => {
    const kioskToken = await pair()
    const payload = { action: 'retire', ids: [kiosk.id] }
    expect((await call(test, 'POST', '/sign-in-methods/bulk', payload, { token: manager })).status).toBe(200)
    expect((await search({ kioskToken })).status).toBe(404)
    expect(await sql`select from paired_kiosks where method_id = ${kiosk.id}`).toHaveLength(0)
  })

  it('nobody because of a change that leaves the kiosk where it is', async () => {
    await arrive()
    const kioskToken = await pair()
    const body = { name: 'Foyer, left', site_id: siteId, type: 'kiosk' }
    const url = `/sign-in-methods/${kiosk.id}`
    expect((await call(test, 'PATCH', url, body, { token: manager })).status).toBe(200)
    await guess(rateRules.ownVisitPerName.burst, {})
    expect((await search({ kioskToken })).body['visits']).toHaveLength(1)
  })
})

describe('a pairing code', () => {
  it('works once, also for many at once', async () => {
    const code = await codeOf()
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(code)))
    expect(statusesOf(answers)).toEqual([200, 404, 404, 404, 404])
    expect((await exchange(code)).status).toBe(404)
  })

  it('works neither late, nor for another method, nor for a device', async () => {
    const code = await codeOf()
    const { db } = test.database
    const other = await makeMethod(db, clientId, siteId, { type: 'kiosk' })
    const device = await makeMethod(db, clientId, siteId, { type: 'device' })
    expect((await exchange(code, other.id)).status).toBe(404)
    expect((await exchange(await codeOf(device.id), device.id)).status).toBe(404)
    const before = test.clock.now
    test.clock.now = new Date(before.getTime() + 11 * MINUTE_MS)
    expect((await exchange(code)).status).toBe(404)
    test.clock.now = before
    expect((await exchange(code)).status).toBe(200)
  })

  it.each([
    ['a new key', 'POST', '/new-key', undefined],
    ['unpairing', 'DELETE', '/device', undefined],
    ['another type and back', 'PATCH', '', { type: 'qr' }],
    ['a move', 'PATCH', '', {}],
  ] as const)('ends with %s', async (how, method, path, given) => {
    await pair()
    const code = await codeOf()
    const token = await tokenOf({ admin: true })
    const { id: site_id } = await makeSite(test.database.db, clientId)
    const payload = how === 'a move' ? { site_id } : given
    const url = `/sign-in-methods/${kiosk.id}`
    expect((await call(test, method, url + path, payload, { token })).status).toBeLessThan(300)
    if (how.startsWith('another')) await call(test, 'PATCH', url, { type: 'kiosk' }, { token })
    expect((await exchange(code)).status).toBe(404)
  })

  it('is not to be guessed', async () => {
    const ip = freshIp()
    const wrong = () => exchange('AAAABBBB', kiosk.id, ip)
    for (let at = 0; at < rateRules.pairing.burst; at += 1) expect((await wrong()).status).toBe(404)
    expect((await wrong()).status).toBe(429)
  })

  it('is made by whoever manages the site', async () => {
    const url = `/sign-in-methods/${kiosk.id}/pairing-code`
    const staff = await tokenOf({ access: [{ siteId, userType: 'Staff' }] })
    const foreign = await tokenOf({ admin: true }, (await makeClient(test.database.db)).id)
    expect((await call(test, 'POST', url, undefined, { token: staff })).status).toBe(403)
    expect((await call(test, 'POST', url, undefined, { token: foreign })).status).toBe(404)
  })
})

describe('what was limited', () => {
  const limited = async (token = manager) => (await methodOf(token))['limited']
  const ofHealth = async (token: string) =>
    (await call(test, 'GET', '/system/health', undefined, { token })).body['limited']

  it('is shown with its time to staff of the site, and to nobody else', async () => {
    expect(await limited()).toEqual([])
    await guess(rateRules.ownVisitPerName.burst, {})
    expect(await limited()).toEqual([])
    const since = test.clock.now.toISOString()
    expect((await search({})).status).toBe(429)
    expect(await limited()).toEqual([{ what: 'sign_out_search', since }])
    const list = await call(test, 'GET', `/sign-in-methods?site=${siteId}`, undefined, { token: manager })
    expect(list.body['items']).toContainEqual(
      expect.objectContaining({ id: kiosk.id, limited: [{ what: 'sign_out_search', since }] }),
    )
    const { id: otherSite } = await makeSite(test.database.db, clientId)
    const elsewhere = await tokenOf({ access: [{ siteId: otherSite, userType: 'Manager' }] })
    const foreign = await tokenOf({ admin: true }, (await makeClient(test.database.db)).id)
    expect(await limited(elsewhere)).toBeUndefined()
    expect(await limited(foreign)).toBeUndefined()
    expect(await ofHealth(foreign)).toEqual([])
  })

  it('is in System health for admins of the client and of the installation', async () => {
    await sql`delete from limited_methods`
    await guess(rateRules.ownVisitPerName.burst, {})
    await search({})
    const shown = {
      client: expect.any(String),
      site: 'Saltpan Theatre',
      method: 'Foyer',
      what: 'sign_out_search',
      since: test.clock.now.toISOString(),
    }
    expect(await ofHealth(await tokenOf({ admin: true }))).toEqual([shown])
    expect(await ofHealth(await tokenOf({ siteAdmin: true }))).toEqual([shown])
  })

  it('is told of as long as it goes on, and fifteen minutes longer', async () => {
    const before = test.clock.now
    const at = (minutes: number) => {
      test.clock.now = new Date(before.getTime() + minutes * MINUTE_MS)
    }
    const row = async () => {
      const [kept] = await sql<{ since: Date; last_at: Date }[]>`
        select since, last_at from limited_methods where method_id = ${kiosk.id}`
      return [kept?.since, kept?.last_at].map(
        (time) => ((time?.getTime() ?? 0) - before.getTime()) / MINUTE_MS,
      )
    }
    const refused = async () => expect((await search({})).status).toBe(429)
    await guess(rateRules.ownVisitPerName.burst, {})
    await refused()
    at(0.5)
    await refused()
    // Once a minute is enough.
    expect(await row()).toEqual([0, 0])
    at(2)
    await refused()
    expect(await row()).toEqual([0, 2])
    const { limitedShownMinutes } = serverLimits
    await sql`update limited_methods set last_at = now() - make_interval(mins => ${limitedShownMinutes + 1})
      where method_id = ${kiosk.id}`
    expect(await limited()).toEqual([])
    at(3.5)
    await sql`update limited_methods set last_at = last_at - interval '1 hour' where method_id = ${kiosk.id}`
    await refused()
    expect(await row()).toEqual([3.5, 3.5])
    test.clock.now = before
  })

  it('is also a search for hosts, or a code', async () => {
    const [ip, { db }] = [freshIp(), test.database]
    const heat = await makeMethod(db, clientId, siteId, { useTemperature: true })
    await leaveTokens(test, 'hostSearch', `${ip} ${kiosk.id}`, 0)
    await leaveTokens(test, 'guessesPerNetwork', `${ip} ${siteId}`, 0)
    const refuses = async (url: string, body: object) =>
      expect((await call(test, 'POST', url, body, { ip })).status).toBe(429)
    await refuses('/checkin/hosts', { id: kiosk.id, search: 'Ana' })
    const visitor = { ...ana, mobile: '0491570156', verificationCode: '000000' }
    await refuses('/checkin', { ...visitor, machineId: heat.id })
    const kept = await sql`
      select method_id = ${kiosk.id} as kiosk, kind from limited_methods
      where method_id in (${kiosk.id}, ${heat.id}) order by kind`
    expect(kept).toEqual([
      { kiosk: true, kind: 'host_search' },
      { kiosk: false, kind: 'temperature_code' },
    ])
  })

  it.each([
    ['sign_in', 'checkIn', '/checkin', 'machineId', ' without a draft'],
    ['visitor_details', 'userData', '/checkin/user-data', 'id', ''],
  ] as const)('is also a call for %s', async (what, rule, url, method, page) => {
    const ip = freshIp()
    const send = () => call(test, 'POST', url, { ...ana, mobile: '0491570156', [method]: kiosk.id }, { ip })
    const { perNode = 0 } = rateRules[rule]
    for (let at = 0; at < perNode; at += 1) expect((await send()).status).toBe(200)
    await leaveTokens(test, rule, `${ip} ${kiosk.id}${page}`, 0)
    expect(await limited()).toEqual([])
    const since = test.clock.now.toISOString()
    expect((await send()).status).toBe(429)
    expect(await limited()).toEqual([{ what, since }])
    expect(await ofHealth(await tokenOf({ admin: true }))).toContainEqual(
      expect.objectContaining({ site: 'Saltpan Theatre', method: 'Foyer', what, since }),
    )
  })

  it('is forgotten in a day', async () => {
    await guess(rateRules.ownVisitPerName.burst, {})
    await search({})
    const tomorrow = new Date(test.clock.now.getTime() + 25 * HOUR_MS)
    expect(await purgeExpired(test.database.db, purgeRules, tomorrow)).toEqual([])
    expect(await sql`select from limited_methods where method_id = ${kiosk.id}`).toHaveLength(0)
  })
})
