import type { CheckInResult } from '@gatehouse/validation/endpoints/check-in'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import { makeClient, makeMethod, makeSite } from '../../../test/factories.ts'
import { openSuperuserConnection } from '../../../test/superuser.ts'
import { recordReading } from '../readings/record-reading.ts'

const LIVE = 100

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let client: { id: string }
let site: { id: string }
let method: { id: string; key: string }
let live: string[]

beforeAll(async () => {
  test = await buildTestApp()
  sql = openSuperuserConnection(test.database)
  client = await makeClient(test.database.db)
})
afterAll(() => test.close())
/** A busy site of its own for each test: a hundred people have been measured and have not signed in yet. */
beforeEach(async () => {
  site = await makeSite(test.database.db, client.id)
  method = await makeMethod(test.database.db, client.id, site.id, { useTemperature: true })
  live = []
  for (let count = 0; count < LIVE; count += 1) live.push(await codeFor())
})

const codeFor = async (temperature = 36.6) =>
  (await recordReading({ db: test.database.db, now: test.clock.now }, { methodId: method.id, temperature }))
    .code
const forward = (seconds: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
}

let addresses = 0
const newAddress = () => `10.3.${addresses >> 8}.${addresses++ & 255}`

async function openPage(): Promise<string> {
  const remoteAddress = newAddress()
  const response = await test.app.inject({
    url: `/api/checkin/machine-data?method=${method.key}`,
    remoteAddress,
  })
  return response.json<{ draft: string }>().draft
}
const submit = (address: string, draft: string | undefined, code: string, more: object = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/api/checkin',
    remoteAddress: address,
    payload: {
      firstName: 'Ana',
      lastName: 'Silva',
      mobile: '0491570156',
      machineId: method.id,
      verificationCode: code,
      draft,
      ...more,
    },
  })
const responseTo = async (address: string, draft: string | undefined, code: string, more: object = {}) =>
  (await submit(address, draft, code, more)).json<CheckInResult>()

let guesses = 0
const wrong = () => {
  for (;;) {
    const code = String((guesses += 1)).padStart(6, '0')
    if (!live.includes(code)) return code
  }
}
const isAsked = ({ secondCodeDraft }: CheckInResult) => secondCodeDraft !== undefined
/** Guesses from an address, with a fresh draft each time, until a second code is asked for. @returns how many were looked up */
async function guessUntilAsked(address: string): Promise<number> {
  for (let looked = 0; ; looked += 1)
    if (isAsked(await responseTo(address, await openPage(), wrong()))) return looked
}
const unused = async () => {
  const [row] = await sql<{ unused: number }[]>`
    select count(*)::int as unused from readings where site_id = ${site.id} and consumed_at is null`
  return row?.unused
}

describe('a second code', () => {
  it('is asked for at an address that has guessed away a chance of 0.1 %, and nowhere else', async () => {
    const address = newAddress()
    expect(await guessUntilAsked(address)).toBe(1000 / LIVE)
    const first = await responseTo(address, await openPage(), live[0] ?? '')
    expect(first).toMatchObject({ invalidCode: true, secondCodeDraft: expect.any(String) })
    expect(await unused()).toBe(LIVE)
    expect(await responseTo(newAddress(), await openPage(), live[0] ?? '')).toMatchObject({
      invalidCode: false,
      temperature: 36.6,
    })
  })

  it('is asked for at a site where 0.2 % was guessed away from many addresses, however few each', async () => {
    let looked = 0
    for (;;) {
      if (isAsked(await responseTo(newAddress(), await openPage(), wrong()))) break
      looked += 1
    }
    expect(looked).toBe(2000 / LIVE)
    expect(await responseTo(newAddress(), await openPage(), live[0] ?? '')).toMatchObject({
      invalidCode: true,
      secondCodeDraft: expect.any(String),
    })
  })

  it('admits with the first one, at once, and both are used up; the newer temperature counts', async () => {
    const address = newAddress()
    await guessUntilAsked(address)
    const { secondCodeDraft } = await responseTo(address, await openPage(), live[0] ?? '')
    forward(10)
    // Readings that arrived in between are used up again.
    await guessUntilAsked(address)
    const second = await codeFor(36.9)
    expect(await responseTo(address, secondCodeDraft, second)).toMatchObject({
      invalidCode: false,
      temperature: 36.9,
      checkOutToken: expect.any(String),
    })
    const used = await sql<{ code: string }[]>`
      select code from readings where site_id = ${site.id} and consumed_at is not null order by code`
    expect(used.map(({ code }) => code)).toEqual([live[0] ?? '', second].toSorted())
  })

  it('is asked for in the same words, whether the first was right or wrong', async () => {
    const address = newAddress()
    await guessUntilAsked(address)
    const told = []
    for (const code of [live[0] ?? '', wrong()]) {
      const { statusCode, body } = await submit(address, await openPage(), code)
      const result = JSON.parse(body) as CheckInResult
      told.push({ statusCode, ...result, secondCodeDraft: result.secondCodeDraft?.length })
    }
    expect(told[0]).toEqual(told[1])
    expect(told[0]).toMatchObject({ statusCode: 200, invalidCode: true })
  })

  it.each([
    ['the first is wrong', async () => [wrong(), '']],
    ['the second is wrong', async () => [live[0] ?? '', wrong()]],
    ['both are wrong', async () => [wrong(), wrong()]],
    ['both are the same', async () => [live[0] ?? '', live[0] ?? '']],
    ['the second is of an earlier reading', async () => [live[0] ?? '', live[1] ?? '']],
    ['the second comes too late', async () => [live[0] ?? '', '', 91]],
  ] satisfies [string, () => Promise<[string, string, number?]>][])(
    'admits nobody and uses up nothing where %s',
    async (_, codes) => {
      const address = newAddress()
      await guessUntilAsked(address)
      const [one, given, seconds = 5] = await codes()
      const { secondCodeDraft } = await responseTo(address, await openPage(), one)
      forward(seconds)
      await guessUntilAsked(address)
      const other = given === '' ? await codeFor() : given
      live.push(other)
      const before = await unused()
      const response = await responseTo(address, secondCodeDraft, other)
      expect(response).toMatchObject({ invalidCode: true, secondCodeDraft: expect.any(String) })
      expect(await unused()).toBe(before)
      // The next one goes with the one before it.
      forward(5)
      await guessUntilAsked(address)
      const last = await responseTo(address, response.secondCodeDraft, await codeFor())
      const isOtherGood = await sql`select from readings where site_id = ${site.id} and code = ${other}`
      expect(last.invalidCode).toBe(isOtherGood.length === 0)
    },
  )

  it('is the same draft, so that five wrong pairs are its end', async () => {
    const address = newAddress()
    await guessUntilAsked(address)
    let { secondCodeDraft: draft } = await responseTo(address, await openPage(), wrong())
    for (let count = 0; count < 5; count += 1) {
      const response = await responseTo(address, draft, wrong())
      expect(response.invalidCode).toBe(true)
      draft = response.secondCodeDraft
    }
    const refused = await submit(address, draft, wrong())
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
  })

  it('can be asked of callers without a draft too', async () => {
    const address = newAddress()
    await guessUntilAsked(address)
    const { secondCodeDraft } = await responseTo(address, undefined, live[0] ?? '')
    forward(5)
    await guessUntilAsked(address)
    expect(await responseTo(address, secondCodeDraft, await codeFor())).toMatchObject({ invalidCode: false })
  })

  it('is no longer asked for when the day has given back enough', async () => {
    const address = newAddress()
    await guessUntilAsked(address)
    forward(4 * 3600)
    expect(await responseTo(address, await openPage(), await codeFor())).toMatchObject({ invalidCode: false })
  })

  it('is not asked for because honest people mistype: what a draft guessed is given back when it is right', async () => {
    const address = newAddress()
    for (let count = 0; count < 30; count += 1) {
      const draft = await openPage()
      for (let typo = 0; typo < 2; typo += 1)
        expect(isAsked(await responseTo(address, draft, wrong()))).toBe(false)
      const guest = { firstName: `Guest ${count}` }
      expect(await responseTo(address, draft, live[count] ?? '', guest)).toMatchObject({ invalidCode: false })
    }
    const left = await guessUntilAsked(newAddress())
    expect(left).toBe(Math.ceil(1000 / (LIVE - 30)))
  })

  it('is not put off by a draft that is right again and again: what it guessed is given back once', async () => {
    const address = newAddress()
    for (let count = 0; count < 5; count += 1) await responseTo(address, await openPage(), wrong())
    const draft = await openPage()
    await responseTo(address, draft, wrong())
    for (let count = 0; count < 4; count += 1) {
      // The same number of live codes all the time.
      live.push(await codeFor())
      const guest = { firstName: `Guest ${count}` }
      expect(await responseTo(address, draft, live[count] ?? '', guest)).toMatchObject({ invalidCode: false })
    }
    expect(await guessUntilAsked(address)).toBe(5)
  })

  it('is not put off for long by somebody who is measured: a right code refunds four guesses', async () => {
    const address = newAddress()
    let rounds = 0
    for (let isOver = false; !isOver && rounds < 5; rounds += 1) {
      const draft = await openPage()
      const codes = [...Array.from({ length: 9 }, wrong), await codeFor()]
      for (const [guess, code] of codes.entries()) {
        // Five guesses at once, and one every 30 seconds.
        if (guess >= 5) forward(30)
        isOver ||= isAsked(await responseTo(address, draft, code, { firstName: `Guest ${rounds}` }))
      }
    }
    // The first round costs five guesses of a hundred millionths. The budget of the address ends in the second one.
    expect(rounds).toBe(2)
  })
})
