import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import { type RateRule, rateRules, serverLimits } from '@gatehouse/validation/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeBan, makeClient, makeMethod, makeRole, makeSite } from '../../../test/factories.ts'
import { leaveTokens } from '../../../test/leave-tokens.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { waitForLocks } from '../../../test/wait-for-locks.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { recordReading } from '../readings/record-reading.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let client: { id: string }
let site: { id: string }
let method: { id: string; key: string }

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  client = await makeClient(test.database.db)
  site = await makeSite(test.database.db, client.id, { lowTemperature: 35, highTemperature: 37.5 })
  method = await makeMethod(test.database.db, client.id, site.id, { useTemperature: true })
})
afterAll(() => test.close())

let addresses = 0
/** Each test comes from an address of its own: the limits are the last test’s matter. */
const newAddress = () => `10.1.${addresses >> 8}.${addresses++ & 255}`

const codeFor = async (temperature = 36.6, methodId = method.id) =>
  (await recordReading({ db: test.database.db, now: test.clock.now }, { methodId, temperature })).code

interface Try {
  lastName: string
  code?: string | null | undefined
  key?: string
  address?: string
  to?: string
  more?: object
}
function submit({ lastName, code, key, address = newAddress(), to = method.id, more = {} }: Try) {
  return test.app.inject({
    method: 'POST',
    url: '/api/checkin',
    remoteAddress: address,
    payload: {
      firstName: 'Ana',
      lastName,
      mobile: '0491570156',
      machineId: to,
      ...(code === undefined ? {} : { verificationCode: code }),
      ...more,
    },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
}
async function comeIn(attempt: Try): Promise<CheckInResult> {
  const response = await submit(attempt)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const leftBy = async (lastName: string) => ({
  visits: await sql`select * from visits where last_name = ${lastName}`,
  refused: await sql`select * from refused_attempts where last_name = ${lastName}`,
  present: await sql`select * from presence where last_name = ${lastName}`,
})
const unused = (code: string) =>
  sql`select * from readings where code = ${code} and site_id = ${site.id} and consumed_at is null`
const wrong = async () => {
  const live = new Set((await sql`select code from readings`).map(({ code }) => String(code)))
  for (let number = 0; ; number += 1) {
    const code = String(number).padStart(6, '0')
    if (!live.has(code)) return code
  }
}

describe('a code is not good', () => {
  const bad: [name: string, code: () => Promise<string | null | undefined>][] = [
    ['that is missing', async () => undefined],
    ['that is null', async () => null],
    ['of nobody', wrong],
    [
      'of ten minutes ago',
      async () => {
        const code = await codeFor()
        test.clock.now = new Date(test.clock.now.getTime() + 600_000)
        return code
      },
    ],
    [
      'that was used',
      async () => {
        const code = await codeFor()
        expect(await comeIn({ lastName: 'Earlier', code })).toMatchObject({ temperature: 36.6 })
        return code
      },
    ],
    [
      'of another site',
      async () => {
        const other = await makeSite(test.database.db, client.id)
        return codeFor(
          36.6,
          (await makeMethod(test.database.db, client.id, other.id, { useTemperature: true })).id,
        )
      },
    ],
    [
      'of another client',
      async () => {
        const other = await makeClient(test.database.db)
        const place = await makeSite(test.database.db, other.id)
        return codeFor(
          36.6,
          (await makeMethod(test.database.db, other.id, place.id, { useTemperature: true })).id,
        )
      },
    ],
  ]
  it.each(bad)('%s: nothing is stored, and the key is free again', async (name, draw) => {
    const lastName = `Bad ${name}`
    const code = await draw()
    const key = crypto.randomUUID()
    expect(await comeIn({ lastName, code, key })).toEqual({
      invalidCode: true,
      submissionTime: test.clock.now.toISOString(),
      banned: false,
      highTemperature: false,
      lowTemperature: false,
      temperature: null,
      checkOutToken: null,
    })
    expect(await leftBy(lastName)).toEqual({ visits: [], refused: [], present: [] })
    expect(await sql`select * from idempotency_keys where key = ${key}`).toHaveLength(0)
    const good = await codeFor()
    expect(await comeIn({ lastName, code: good, key })).toMatchObject({ invalidCode: false })
  })
  it('stays good where the sign-in is refused for what was typed', async () => {
    const place = await makeSite(test.database.db, client.id)
    const asking = await makeMethod(test.database.db, client.id, place.id, { useTemperature: true })
    await makeRole(test.database.db, client.id, place.id, 'Visitor')
    await makeRole(test.database.db, client.id, place.id, 'Courier')
    const code = await codeFor(36.6, asking.id)
    expect((await submit({ lastName: 'Roleless', code, to: asking.id })).statusCode).toBe(422)
    expect(
      await sql`select * from readings where site_id = ${place.id} and consumed_at is null`,
    ).toHaveLength(1)
  })
})

describe('a good code', () => {
  it('signs in with its temperature, and is used up by the visit', async () => {
    const code = await codeFor(36.7)
    expect(await comeIn({ lastName: 'Well', code })).toMatchObject({
      temperature: 36.7,
      checkOutToken: expect.any(String),
      highTemperature: false,
      lowTemperature: false,
    })
    const { visits, present } = await leftBy('Well')
    expect(visits).toMatchObject([{ temperature: '36.7' }])
    expect(present).toHaveLength(1)
    expect(await sql`select * from readings where consumed_by = ${visits[0]?.['id']}`).toMatchObject([
      { code, consumed_at: test.clock.now },
    ])
  })
  it.each([35, 37.5])('admits at the limit itself, %d °C', async (temperature) => {
    const lastName = `Limit ${temperature}`
    expect(await comeIn({ lastName, code: await codeFor(temperature) })).toMatchObject({
      temperature,
      checkOutToken: expect.any(String),
    })
  })
  it.each([
    ['low', 34.9, { lowTemperature: true, highTemperature: false }],
    ['high', 37.6, { lowTemperature: false, highTemperature: true }],
  ])('refuses what is too %s, once per key, and is used up', async (reason, temperature, flags) => {
    const lastName = `Too ${reason}`
    const code = await codeFor(temperature)
    const key = crypto.randomUUID()
    const first = await submit({ lastName, code, key })
    expect(first.json()).toMatchObject({ ...flags, temperature, checkOutToken: null, invalidCode: false })
    expect((await submit({ lastName, code, key })).body).toBe(first.body)
    expect(await leftBy(lastName)).toMatchObject({
      visits: [],
      present: [],
      refused: [{ reason, temperature: temperature.toFixed(1), site_id: site.id }],
    })
    expect(await unused(code)).toHaveLength(0)
    expect(await comeIn({ lastName, code, key: crypto.randomUUID() })).toMatchObject({ invalidCode: true })
  })
  it('is ignored by a method that does not measure, and stays good', async () => {
    const plain = await makeMethod(test.database.db, client.id, site.id)
    const code = await codeFor()
    expect(await comeIn({ lastName: 'Plain', code, to: plain.id })).toMatchObject({
      temperature: null,
      checkOutToken: expect.any(String),
    })
    expect(await unused(code)).toHaveLength(1)
  })
  it('of another method of the same site is as good', async () => {
    const second = await makeMethod(test.database.db, client.id, site.id, { useTemperature: true })
    expect(await comeIn({ lastName: 'Neighbour', code: await codeFor(), to: second.id })).toMatchObject({
      temperature: 36.6,
    })
  })
  it('sent under 20 keys at once gives one visit', async () => {
    const code = await codeFor()
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        comeIn({ lastName: 'Sharer', code, key: crypto.randomUUID(), more: { firstName: `Guest ${index}` } }),
      ),
    )
    expect(results.filter(({ invalidCode }) => !invalidCode)).toHaveLength(1)
    expect((await leftBy('Sharer')).visits).toHaveLength(1)
  })
  it('sent 30 times under one key from one phone gives one visit and equal bytes', async () => {
    const attempt = {
      lastName: 'Impatient',
      code: await codeFor(),
      key: crypto.randomUUID(),
      address: newAddress(),
    }
    const responses = await Promise.all(Array.from({ length: 30 }, () => submit(attempt)))
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect(responses[0]?.json()).toMatchObject({ temperature: 36.6 })
    expect((await leftBy('Impatient')).visits).toHaveLength(1)
  })
})

describe('a banned person', () => {
  const person = { firstName: 'Ana', lastName: 'Outlaw', mobile: '+61491570156' }
  beforeAll(() => makeBan(test.database.db, client.id, { personKey: test.personKeys(client.id, person) }))
  it.each([36.6, 39.5])(
    'is told of the ban alone, and their reading of %d °C is used up',
    async (temperature) => {
      const code = await codeFor(temperature)
      expect(await comeIn({ lastName: 'Outlaw', code })).toMatchObject({
        banned: true,
        highTemperature: false,
        temperature: null,
        checkOutToken: null,
      })
      // Nobody else can come in on it.
      expect(await unused(code)).toHaveLength(0)
      expect((await leftBy('Outlaw')).refused).toContainEqual(
        expect.objectContaining({ reason: 'banned', temperature: temperature.toFixed(1) }),
      )
    },
  )
  it('with a wrong code hears of the code, and leaves nothing', async () => {
    const before = await leftBy('Outlaw')
    expect(await comeIn({ lastName: 'Outlaw', code: await wrong() })).toMatchObject({
      invalidCode: true,
      banned: false,
    })
    expect(await leftBy('Outlaw')).toEqual(before)
  })
})

/** docs/decisions/0017-rate-limits-and-guessing.md has the arithmetic. */
describe('the budgets of wrong codes', () => {
  const { guessesPerNetwork, guessesPerSite } = rateRules
  const percentADay = ({ burst, amount }: RateRule, live: number) => (burst + amount + live - 1) / 10_000

  it.each([
    [1, 0.3, 0.9],
    [100, 0.3099, 0.9099],
    [1000, 0.3999, 0.9999],
  ])(
    'at %i live codes: a day of guessing has a chance of %d % from one address, and of %d % from any number',
    (live, ofAddress, ofSite) => {
      expect(percentADay(guessesPerNetwork, live)).toBeCloseTo(ofAddress, 9)
      expect(percentADay(guessesPerSite, live)).toBeCloseTo(ofSite, 9)
    },
  )
  it('have room for 40 of 400 visitors who mistype within two hours, while each code stays live for ten minutes', () => {
    const live = Math.ceil((400 / 120) * serverLimits.readingMinutes)
    expect(40 * live).toBeLessThanOrEqual(guessesPerNetwork.burst)
  })
})

describe('wrong codes', () => {
  const LIVE = 5
  let here: { id: string }
  let door: { id: string; key: string }
  let codes: string[]
  let bad: string
  let address: string
  /** Each test has its own site, where people have been measured but not signed in. */
  beforeEach(async () => {
    here = await makeSite(test.database.db, client.id)
    door = await makeDoor()
    codes = []
    for (let count = 0; count < LIVE; count += 1) codes.push(await codeFor(36.6, door.id))
    bad = await wrong()
    address = newAddress()
  })

  const makeDoor = () => makeMethod(test.database.db, client.id, here.id, { useTemperature: true })
  const at = (attempt: Partial<Try>) => submit({ lastName: 'Guest', to: door.id, address, ...attempt })
  const statusOf = async (attempt: Partial<Try>) => (await at(attempt)).statusCode
  const budgets = () =>
    [
      ['guessesPerNetwork', `${address} ${here.id}`],
      ['guessesPerSite', here.id],
    ] as const
  const left = () =>
    withScope(test.database.db, clientScope(client.id), (tx) => test.limits.peek(tx, budgets()))
  /** Leaves so many millionths of one budget. */
  const leave = (which: 0 | 1, tokens: number) => {
    const [rule, key] = budgets()[which]
    return leaveTokens(test, rule, key, tokens)
  }
  const forward = (seconds: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
  }

  it('cost a millionth for each live code, of the address and of the site, and a right one gives nothing back', async () => {
    expect(await at({ code: bad }).then((response) => response.json())).toMatchObject({ invalidCode: true })
    const spent = [rateRules.guessesPerNetwork.burst - LIVE, rateRules.guessesPerSite.burst - LIVE]
    expect(await left()).toEqual(spent)
    expect(await statusOf({ code: codes[0] })).toBe(200)
    expect(await left()).toEqual(spent)
    await at({ code: bad })
    expect(await left()).toEqual(spent.map((tokens) => tokens - LIVE + 1))
  })

  it('spend the budget of their address: right ones are not looked up there, and sign in elsewhere', async () => {
    await leave(0, 1)
    expect(await statusOf({ code: bad })).toBe(200)
    const refused = await at({ code: codes[0] })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
    const { amount, minutes } = rateRules.guessesPerNetwork
    const wait = Math.ceil((LIVE * minutes * 60) / amount)
    expect(refused.headers['retry-after']).toBe(String(wait))
    expect(await statusOf({ code: codes[0], address: newAddress() })).toBe(200)
    forward(wait - 1)
    expect(await statusOf({ code: codes[1] })).toBe(429)
    forward(1)
    expect((await at({ code: codes[1] })).json()).toMatchObject({ invalidCode: false })
  })

  it('spend the budget of their site, from however many addresses; other sites go on', async () => {
    await leave(1, 2 * LIVE)
    for (let count = 0; count < 2; count += 1)
      expect(await statusOf({ code: bad, address: newAddress() })).toBe(200)
    expect(await statusOf({ code: codes[0], address: newAddress() })).toBe(429)
    expect(await statusOf({ code: await codeFor(), to: method.id })).toBe(200)
  })

  it('that spend both say when both have something again', async () => {
    await leave(0, 0)
    await leave(1, -100)
    const { amount, minutes } = rateRules.guessesPerSite
    const wait = Math.ceil((101 * minutes * 60) / amount)
    expect((await at({ code: codes[0] })).headers['retry-after']).toBe(String(wait))
  })

  it('at two doors at the same moment are counted one after the other', async () => {
    await leave(1, 1)
    const doors = [door, await makeDoor()]
    const sent = await sql.begin(async (lock) => {
      await lock`select from rate_buckets for update`
      const attempts = doors.map(({ id }) => statusOf({ code: bad, address: newAddress(), to: id }))
      await waitForLocks(sql, doors.length)
      return { attempts }
    })
    expect((await Promise.all(sent.attempts)).toSorted((one, other) => one - other)).toEqual([200, 429])
  })

  it('alone count: right ones, missing ones, refusals and replays are free', async () => {
    await leave(0, 1)
    const first = { code: codes[0], key: crypto.randomUUID() }
    for (let count = 0; count < 2; count += 1)
      expect((await at(first)).json()).toMatchObject({ temperature: 36.6 })
    expect((await at({})).json()).toMatchObject({ invalidCode: true })
    expect(await statusOf({ code: bad, more: { role: 'none' } })).toBe(422)
    expect(await statusOf({ code: bad })).toBe(200)
    expect(await statusOf({ code: bad })).toBe(429)
    // A replay is answered although the budget is spent.
    expect((await at(first)).json()).toMatchObject({ temperature: 36.6 })
  })

  it('of 40 visitors of a busy venue lock nobody out', async () => {
    // As if every one of them had mistyped at 33 live codes.
    await leave(0, rateRules.guessesPerNetwork.burst - 39 * 33)
    expect(await statusOf({ code: bad })).toBe(200)
    expect((await at({ code: codes[0] })).json()).toMatchObject({ invalidCode: false })
  })

  it('take nothing from the sign-ins of their address', async () => {
    await leaveTokens(test, 'checkIn', `${address} ${door.id} without a draft`, 0)
    const { perNode = 0 } = rateRules.checkIn
    const tries = await Promise.all(Array.from({ length: perNode }, () => statusOf({ code: bad })))
    expect(new Set(tries)).toEqual(new Set([200]))
    expect((await at({ code: codes[0] })).json()).toMatchObject({ invalidCode: false })
  })
})
