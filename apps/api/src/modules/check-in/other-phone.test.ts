import { beforeEach, describe, expect, it } from 'vitest'
import { makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { waitForLocks } from '../../../test/wait-for-locks.ts'
import { openSession } from '../../../test/world.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'

const here = inWorld()
let siteId: string
let machineId: string
let staff: string

beforeEach(async () => {
  const { db } = here.test.database
  const { clientId } = here.world.a
  siteId = (await makeSite(db, clientId)).id
  machineId = (await makeMethod(db, clientId, siteId)).id
  const access = [{ siteId, userType: 'Staff' as const }]
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { access })
  staff = await openSession(here.test, { clientId, userId, siteId, userType: 'Staff' })
})

const later = (milliseconds: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds)
}
const iso = () => here.test.clock.now.toISOString()

/** Signs Ana in. @param earlierToken the pass that the phone has */
async function signIn(earlierToken?: string): Promise<string> {
  later(MINUTE_MS)
  const { checkOutToken } = await here.signIn(machineId, { earlierToken })
  return checkOutToken
}
const post = (path: string, body: object) => call(here.test, 'POST', `/checkin${path}`, body)
const checkOut = async (checkOutToken: string) => {
  later(MINUTE_MS)
  expect((await post('/checkout', { checkOutToken, time: iso() })).status).toBe(200)
}
const stay = async (checkOutToken: string) => (await post('/stay', { checkOutToken })).body
const undo = (checkOutToken: string) => post('/stay/undo', { checkOutToken })
const ask = async <T>(path: string, token = staff) =>
  (await call(here.test, 'GET', path, undefined, { token })).body as T
const onBoard = async () => (await ask<unknown[]>(`/board/${siteId}`)).length
const doubted = () => ask<{ lastName: string }[]>(`/board/${siteId}/doubted-departures`)

interface Log {
  items: { event: string; by_other_phone: boolean; record_id: string }[]
}
const told = async () =>
  (await ask<Log>(`/access-log?site=${siteId}`)).items.map(
    ({ event, by_other_phone: isOther }) => `${event}${isOther ? ' by another phone' : ''}`,
  )

describe('a departure', () => {
  it('is of the own phone where it signs in again with its pass, and where nobody else did', async () => {
    const first = await signIn()
    const second = await signIn(first)
    await checkOut(await signIn(first))
    expect(await stay(second)).toEqual({ leftAt: iso(), byOtherPhone: false })
    expect((await undo(first)).body).toMatchObject({ code: 'wrong_status' })
    await checkOut(await signIn())
    expect(await told()).toEqual(['out', 'in', 'out', 'in', 'in', 'in'])
    expect(await doubted()).toEqual([])
  })

  it('is told to whoever signed in first, where another phone took the stay over', async () => {
    const own = await signIn()
    const other = await signIn()
    expect(await stay(own)).toEqual({ leftAt: null, byOtherPhone: false })
    await checkOut(other)
    expect(await stay(own)).toEqual({ leftAt: iso(), byOtherPhone: true })
    expect(await stay(other)).toEqual({ leftAt: iso(), byOtherPhone: false })
    expect(await told()).toEqual(['out by another phone', 'in by another phone', 'in'])
    const [left] = (await ask<Log>(`/access-log?site=${siteId}`)).items
    expect(await ask(`/access-log/${left?.record_id}`)).toMatchObject({
      other_phone: true,
      left_by_other_phone: true,
    })
    expect(await doubted()).toEqual([
      { id: left?.record_id, firstName: 'Ana', lastName: 'Silva', leftAt: iso() },
    ])
    later(30 * MINUTE_MS)
    expect(await doubted()).toEqual([])
  })

  it('is not hidden by a pass of another stay, of another person or of the phone that took over', async () => {
    const earlier = await signIn()
    await checkOut(earlier)
    const own = await signIn()
    const { checkOutToken: another } = await here.signIn(machineId, { lastName: 'Other' })
    for (const pass of [earlier, another, 'forged']) await signIn(pass)
    const other = await signIn()
    await checkOut(await signIn(other))
    expect(await stay(own)).toMatchObject({ byOtherPhone: true })
    expect((await told()).slice(0, 6)).toEqual([
      'out by another phone',
      ...Array<string>(5).fill('in by another phone'),
    ])
  })

  it('by the phone that signed in first is its own, also after another one took over', async () => {
    const own = await signIn()
    await signIn()
    await checkOut(own)
    expect(await stay(own)).toEqual({ leftAt: iso(), byOtherPhone: false })
    expect(await doubted()).toEqual([])
  })
})

describe('taking a departure back', () => {
  it('is refused to a forged token, the other phone, and a day later', async () => {
    const own = await signIn()
    const other = await signIn()
    await checkOut(other)
    expect((await undo('forged')).status).toBe(404)
    expect((await undo(other)).body).toMatchObject({ code: 'wrong_status' })
    later(DAY_MS + 1)
    expect((await undo(own)).body).toMatchObject({ code: 'wrong_status' })
    expect(await here.sql`select from presence where site_id = ${siteId}`).toEqual([])
  })

  it('puts the person on the board again, once, and the log keeps all of it', async () => {
    const own = await signIn()
    const other = await signIn()
    await checkOut(other)
    expect(await onBoard()).toBe(0)
    const { asked } = await here.sql.begin(async (holder) => {
      await holder`select from visits where site_id = ${siteId} for update`
      const all = [undo(own), undo(own), undo(own)]
      await waitForLocks(here.sql, all.length)
      return { asked: all }
    })
    const undone = await Promise.all(asked)
    for (const { status, body } of undone)
      expect([status, body]).toEqual([200, { leftAt: null, byOtherPhone: false }])
    expect(await onBoard()).toBe(1)
    expect(await doubted()).toEqual([])
    expect(await told()).toEqual(['corrected', 'in by another phone', 'in'])
    // Whoever took over may tell it once more, and it is taken back once more.
    await checkOut(other)
    expect(await stay(own)).toMatchObject({ byOtherPhone: true })
    expect((await undo(own)).status).toBe(200)
    await checkOut(own)
    expect(await onBoard()).toBe(0)
  })

  it('leaves whoever has come again as they are', async () => {
    const own = await signIn()
    await checkOut(await signIn())
    await signIn()
    expect((await undo(own)).status).toBe(200)
    const open = await here.sql`select from visits where site_id = ${siteId} and ended_as is null`
    expect(open).toHaveLength(1)
  })
})

it('is told in a muster, until the person is back', async () => {
  const own = await signIn()
  const other = await signIn()
  const start = await call(here.test, 'POST', '/musters', { site_id: siteId, drill: true }, { token: staff })
  const roll = async () => (await ask<{ roll: object[] }>(`/musters/${String(start.body['id'])}`)).roll
  await checkOut(other)
  expect(await roll()).toMatchObject([{ left_at: iso(), left_by_other_phone: true }])
  await undo(own)
  expect(await roll()).toMatchObject([{ left_at: null, left_by_other_phone: false }])
})
