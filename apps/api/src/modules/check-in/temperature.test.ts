import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeBan, makeClient, makeMethod, makeRole, makeSite } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
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

let pages = 0
/** The draft of a page that is opened now. */
async function draftOf({ key }: { key: string }): Promise<string> {
  const remoteAddress = `10.9.${pages >> 8}.${pages++ & 255}`
  const response = await test.app.inject({ url: `/api/checkin/machine-data?method=${key}`, remoteAddress })
  return response.json<{ draft: string }>().draft
}

interface Try {
  lastName: string
  draft?: string
  code?: string | null | undefined
  key?: string
  address?: string
  to?: string
  more?: object
}
function submit({ lastName, code, key, draft, address = newAddress(), to = method.id, more = {} }: Try) {
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
      ...(draft === undefined ? {} : { draft }),
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

describe('wrong codes', () => {
  const statusOf = async (attempt: Try) => (await submit(attempt)).statusCode

  it('are five for one draft, and one more every 30 s; another draft is not affected', async () => {
    const address = newAddress()
    const code = await wrong()
    const draft = await draftOf(method)
    for (let count = 0; count < 5; count += 1)
      expect(await comeIn({ lastName: `Guesser ${count}`, code, address, draft })).toMatchObject({
        invalidCode: true,
      })
    const sixth = await submit({ lastName: 'Guesser', code, address, draft })
    expect(sixth.statusCode).toBe(429)
    expect(sixth.json()).toMatchObject({ code: 'too_many_requests' })
    expect(sixth.headers['retry-after']).toBe('30')
    const good = await codeFor()
    expect(await statusOf({ lastName: 'Guesser', code: good, address, draft })).toBe(429)
    // The draft is the same wherever it is sent from.
    expect(await statusOf({ lastName: 'Guesser', code: good, draft })).toBe(429)
    expect(await unused(good)).toHaveLength(1)
    expect(
      await comeIn({ lastName: 'Bystander', code: good, address, draft: await draftOf(method) }),
    ).toMatchObject({ temperature: 36.6 })
    test.clock.now = new Date(test.clock.now.getTime() + 30_000)
    expect(await comeIn({ lastName: 'Guesser', code: await codeFor(), address, draft })).toMatchObject({
      temperature: 36.6,
    })
  })

  it('without a draft are five for an address at a method, whoever types them', async () => {
    const address = newAddress()
    const code = await wrong()
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => statusOf({ lastName: `Alias ${index}`, code, address })),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    const good = await codeFor()
    expect(await statusOf({ lastName: 'Alias', code: good, address })).toBe(429)
    const elsewhere = await makeMethod(test.database.db, client.id, site.id, { useTemperature: true })
    expect(await statusOf({ lastName: 'Alias', code, address, to: elsewhere.id })).toBe(200)
    expect(await statusOf({ lastName: 'Alias', code })).toBe(200)
    test.clock.now = new Date(test.clock.now.getTime() + 30_000)
    expect(await comeIn({ lastName: 'Alias', code: good, address })).toMatchObject({ temperature: 36.6 })
  })

  it.each([
    ['of another method', async () => draftOf(await makeMethod(test.database.db, client.id, site.id))],
    ['that was changed', async () => `${(await draftOf(method)).slice(0, -4)}AAAA`],
    [
      'of more than an hour ago',
      async () => {
        const draft = await draftOf(method)
        test.clock.now = new Date(test.clock.now.getTime() + 3_600_000)
        return draft
      },
    ],
    ['of nobody', async () => 'no draft'],
  ])('with a draft %s count as without one', async (_, make) => {
    const address = newAddress()
    const draft = await make()
    const code = await wrong()
    for (let count = 0; count < 5; count += 1)
      expect(await statusOf({ lastName: 'Forger', code, address, draft })).toBe(200)
    expect(await statusOf({ lastName: 'Forger', code, address })).toBe(429)
    expect(await statusOf({ lastName: 'Forger', code, address, draft })).toBe(429)
    expect(
      await comeIn({ lastName: 'Honest', code: await codeFor(), address, draft: await draftOf(method) }),
    ).toMatchObject({ invalidCode: false })
  })

  it('alone count: right ones, missing ones, refusals and replays are free', async () => {
    const address = newAddress()
    const attempt = { lastName: 'Regular', address }
    const key = crypto.randomUUID()
    const first = { ...attempt, code: await codeFor(), key }
    for (let count = 0; count < 12; count += 1) {
      expect(await comeIn(first)).toMatchObject({ temperature: 36.6 })
      expect(await comeIn({ ...attempt, code: await codeFor() })).toMatchObject({ temperature: 36.6 })
      expect(await comeIn(attempt)).toMatchObject({ invalidCode: true })
      expect(await statusOf({ ...attempt, code: await wrong(), more: { role: 'none' } })).toBe(422)
    }
    for (let count = 0; count < 5; count += 1)
      expect(await statusOf({ ...attempt, code: await wrong() })).toBe(200)
    expect(await statusOf({ ...attempt, code: await wrong() })).toBe(429)
    // A replay is answered although the bucket is empty.
    expect(await comeIn(first)).toMatchObject({ temperature: 36.6 })
  })

  it('of one phone that takes a fresh draft for each do not block right codes from the same address', async () => {
    const address = newAddress()
    const code = await wrong()
    const before = test.clock.now
    let isOver = false
    let tries = 0
    let refused = 0
    // Six connections at once, as a browser has them.
    const attack = Promise.all(
      Array.from({ length: 6 }, async () => {
        while (!isOver) {
          tries += 1
          const status = await statusOf({
            lastName: `Guesser ${tries}`,
            code,
            address,
            draft: await draftOf(method),
          })
          if (status !== 200) refused += 1
        }
      }),
    )
    const honest: boolean[] = []
    try {
      await expect.poll(() => tries).toBeGreaterThan(60)
      for (let count = 0; count < 10; count += 1) {
        const draft = await draftOf(method)
        const attempt = { lastName: `Honest ${count}`, code: await codeFor(), address, draft }
        honest.push(!(await comeIn(attempt)).invalidCode)
      }
    } finally {
      isOver = true
      await attack
    }
    expect(honest).toEqual(honest.map(() => true))
    // The test clock did not move, so no request waited.
    expect(test.clock.now).toBe(before)
    expect(refused).toBe(0)
  })

  it('sent with one draft, or without any, use up nothing of what others at the address have', async () => {
    const address = newAddress()
    const draft = await draftOf(method)
    const attempt = { lastName: 'Flood', code: await wrong(), address }
    const withDraft = await Promise.all(Array.from({ length: 60 }, () => statusOf({ ...attempt, draft })))
    expect(withDraft.filter((status) => status === 429)).toHaveLength(55)
    const without = await Promise.all(Array.from({ length: 60 }, () => statusOf(attempt)))
    expect(without.filter((status) => status === 429)).toHaveLength(55)
    for (let count = 0; count < 10; count += 1) {
      const own = { lastName: `Guest ${count}`, code: await codeFor(), draft: await draftOf(method) }
      expect(await comeIn({ ...own, address })).toMatchObject({ invalidCode: false })
    }
  })
})
