import { rateRules } from '@gatehouse/validation/limits'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { waitForLocks } from '../../../test/wait-for-locks.ts'
import { openSession } from '../../../test/world.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'

const here = inWorld()
let siteId: string
let machineId: string
let staff: string
let openStaff: () => Promise<string>

beforeEach(async () => {
  const { db } = here.test.database
  const { clientId } = here.world.a
  siteId = (await makeSite(db, clientId)).id
  machineId = (await makeMethod(db, clientId, siteId)).id
  const access = [{ siteId, userType: 'Staff' as const }]
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { access })
  openStaff = () => openSession(here.test, { clientId, userId, siteId, userType: 'Staff' })
  staff = await openStaff()
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
/** What the log lists; `*` where the person signed in on another phone too. */
const told = async () =>
  (await ask<Log>(`/access-log?site=${siteId}`)).items.map(
    ({ event, by_other_phone: isOther }) => `${event}${isOther ? '*' : ''}`,
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
    expect(await told()).toEqual(['out*', 'in*', 'in*'])
    const [left, , first] = (await ask<Log>(`/access-log?site=${siteId}`)).items
    expect(await ask(`/access-log/${left?.record_id}`)).toMatchObject({
      other_phone: true,
      left_by_other_phone: true,
    })
    // Nobody knows whose phone was first.
    expect(await ask(`/access-log/${first?.record_id}`)).toMatchObject({ other_phone: true })
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
    // The one between them is of another person.
    const expected = ['out*', ...Array<string>(5).fill('in*'), 'in', 'in*']
    expect((await told()).slice(0, 8)).toEqual(expected)
  })

  it("is in doubt by whichever phone of a stay, since nobody knows which one is the person's", async () => {
    const first = await signIn()
    const second = await signIn()
    await checkOut(first)
    expect(await stay(second)).toEqual({ leftAt: iso(), byOtherPhone: true })
    expect(await doubted()).toHaveLength(1)
    later(30 * MINUTE_MS)
    // The next stay is one of one phone again.
    await checkOut(await signIn())
    expect(await doubted()).toEqual([])
  })

  it('is in doubt again where the phone that took a stay over signs in once more', async () => {
    const own = await signIn()
    await checkOut(await signIn())
    const again = await signIn()
    expect(await doubted()).toEqual([])
    // With its own pass, long after: it is still the stay that began in doubt.
    later(HOUR_MS)
    staff = await openStaff()
    await checkOut(await signIn(again))
    const [left] = (await ask<Log>(`/access-log?site=${siteId}`)).items
    expect(await doubted()).toMatchObject([{ id: left?.record_id, leftAt: iso() }])
    expect(await stay(again)).toMatchObject({ byOtherPhone: true })
    // One departure is shown for each person.
    await checkOut(await signIn())
    expect(await doubted()).toHaveLength(1)
    expect(await stay(own)).toMatchObject({ byOtherPhone: true })
  })

  it('is in doubt by a late sign-in at a kiosk before the open one', async () => {
    const { id: kioskId } = await makeMethod(here.test.database.db, here.world.a.clientId, siteId, {
      type: 'kiosk',
    })
    const own = await signIn()
    const before = new Date(here.test.clock.now.getTime() - 10 * MINUTE_MS).toISOString()
    const { checkOutToken: late } = await here.signIn(
      kioskId,
      { signedInAt: before },
      { 'idempotency-key': crypto.randomUUID() },
    )
    expect(await onBoard()).toBe(1)
    await checkOut(late)
    expect(await stay(own)).toMatchObject({ byOtherPhone: true })
    expect(await doubted()).toHaveLength(1)
    expect(await told()).toEqual(['out*', 'in', 'in*'])
    const [, open] = (await ask<Log>(`/access-log?site=${siteId}`)).items
    expect(await ask(`/access-log/${open?.record_id}`)).toMatchObject({ other_phone: true })
  })

  it.each(['has left', 'is assumed to have left'])('is in doubt by a pass of a stay that %s', async (how) => {
    const earlier = await signIn()
    if (how === 'has left') await checkOut(earlier)
    else
      await here.sql.begin(async (tx) => {
        await tx`delete from presence where site_id = ${siteId}`
        await tx`update visits set ended_as = 'assumed_left', ended_at = ${iso()}, assumed_left_at = ${iso()} where site_id = ${siteId}`
      })
    const own = await signIn()
    await checkOut(earlier)
    expect(await onBoard()).toBe(0)
    expect(await stay(own)).toMatchObject({ byOtherPhone: true })
    expect(await doubted()).toHaveLength(1)
    expect((await undo(own)).status).toBe(200)
    expect(await onBoard()).toBe(1)
  })
})

describe('the undo of a departure', () => {
  it.each([
    [
      'the person is banned',
      async () => {
        const { clientId } = here.world.a
        const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
          admin: true,
        })
        const token = await openSession(here.test, { clientId, userId })
        const [visit] = await here.sql`
          select first_name, last_name, mobile from visits where site_id = ${siteId} limit 1`
        const body = { ...visit, site_id: siteId, reason: 'Theft' }
        expect((await call(here.test, 'POST', '/bans', body, { token })).status).toBe(201)
      },
    ],
    ['the site is archived', () => here.sql`update sites set status = 'archived' where id = ${siteId}`],
    [
      'the client is disabled',
      () => here.sql`update clients set enabled = false where id = ${here.world.a.clientId}`,
    ],
    [
      'the person was refused since',
      () => here.sql`
      insert into refused_attempts (client_id, id, site_id, reason, kind, person_key, first_name, last_name, mobile, attempted_at)
      select client_id, ${newId(here.test.clock.now)}, site_id, 'failed_answer', 'visitor', person_key, first_name, last_name, mobile,
        ${iso()} from visits where site_id = ${siteId} limit 1`,
    ],
  ] as const)('is refused where %s', async (_, happen) => {
    onTestFinished(async () => {
      await here.sql`update clients set enabled = true where id = ${here.world.a.clientId}`
    })
    const own = await signIn()
    await checkOut(await signIn())
    later(MINUTE_MS)
    await happen()
    expect((await undo(own)).body).toMatchObject({ code: 'wrong_status' })
    expect(await here.sql`select from presence where site_id = ${siteId}`).toEqual([])
    const [site] = await here.sql`select status from sites where id = ${siteId}`
    expect(site?.['status']).toBe(_ === 'the site is archived' ? 'archived' : 'active')
  })

  it('is taken a few times by one pass', async () => {
    const own = await signIn()
    const other = await signIn()
    for (let turn = 0; turn < rateRules.passUndo.burst; turn += 1) {
      await checkOut(other)
      expect((await undo(own)).status).toBe(200)
    }
    await checkOut(other)
    expect((await undo(own)).status).toBe(429)
    expect(await onBoard()).toBe(0)
  })
})

it('is in doubt by the page of a device, where nobody has proved who they are', async () => {
  const { db } = here.test.database
  const { id: deviceId } = await makeMethod(db, here.world.a.clientId, siteId, { type: 'device' })
  const own = await signIn()
  later(MINUTE_MS)
  const { checkOutToken: other } = await here.signIn(deviceId)
  await checkOut(other)
  expect(await stay(own)).toMatchObject({ byOtherPhone: true })
})

it('is on the board from when it is told, whatever time it tells', async () => {
  const { id: kioskId } = await makeMethod(here.test.database.db, here.world.a.clientId, siteId, {
    type: 'kiosk',
  })
  await signIn()
  const [before, after] = [-MINUTE_MS, 1000].map((away) =>
    new Date(here.test.clock.now.getTime() + away).toISOString(),
  )
  later(3 * 60 * MINUTE_MS)
  staff = await openStaff()
  const { checkOutToken: late } = await here.signIn(
    kioskId,
    { signedInAt: before },
    { 'idempotency-key': crypto.randomUUID() },
  )
  expect((await post('/checkout', { checkOutToken: late, time: after })).status).toBe(200)
  expect(await doubted()).toMatchObject([{ leftAt: after }])
  const start = await call(here.test, 'POST', '/musters', { site_id: siteId, drill: true }, { token: staff })
  const state = await ask<{ roll: object[] }>(`/board/musters/${String(start.body['id'])}`)
  expect(state.roll).toMatchObject([{ had_left: true, left_by_other_phone: true }])
  later(30 * MINUTE_MS)
  expect(await doubted()).toEqual([])
})

it('is of a kiosk where the visit was found there, by a token that is no pass', async () => {
  const { id: kioskId } = await makeMethod(here.test.database.db, here.world.a.clientId, siteId, {
    type: 'kiosk',
  })
  const own = await signIn()
  const search = { machineId: kioskId, firstName: 'Ana', lastName: 'Silva', mobileEnding: '156' }
  const { body } = await post('/own-visit', search)
  const [found] = body['visits'] as { checkOutToken: string }[]
  const token = found?.checkOutToken ?? ''
  expect(token).not.toBe(own)
  for (const path of ['/stay', '/stay/undo', '/muster', '/muster/safe', '/host-answer'])
    expect((await post(path, { checkOutToken: token })).status, path).toBe(404)
  await signIn(token)
  expect(await told()).toEqual(['in*', 'in*'])
  await checkOut(token)
  expect(await onBoard()).toBe(0)
})

describe('taking a departure back', () => {
  it('is refused to a forged token, of a departure without doubt, and a day later', async () => {
    const own = await signIn()
    const other = await signIn()
    await checkOut(other)
    expect((await undo('forged')).status).toBe(404)
    later(DAY_MS + 1)
    expect((await undo(own)).body).toMatchObject({ code: 'wrong_status' })
    expect(await here.sql`select from presence where site_id = ${siteId}`).toEqual([])
    const single = await signIn()
    await checkOut(single)
    expect((await undo(single)).body).toMatchObject({ code: 'wrong_status' })
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
    expect(await told()).toEqual(['corrected', 'in*', 'in*'])
    // Whoever took over may tell it once more, and it is taken back once more.
    await checkOut(other)
    expect(await stay(own)).toMatchObject({ byOtherPhone: true })
    expect((await undo(own)).status).toBe(200)
    await checkOut(own)
    expect(await onBoard()).toBe(0)
  })

  it('is open to whichever phone did not tell it', async () => {
    const first = await signIn()
    const own = await signIn()
    await checkOut(first)
    expect((await undo(own)).status).toBe(200)
    expect(await onBoard()).toBe(1)
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

describe('whoever came with somebody', () => {
  const dependents = async () =>
    (await ask<{ dependents: number }[]>(`/board/${siteId}`)).map(({ dependents: count }) => count)
  const signInWith = async (count: number, earlierToken?: string) => {
    later(MINUTE_MS)
    const signedIn = await here.signIn(machineId, { dependents: count, earlierToken })
    return signedIn.checkOutToken
  }

  it('stays on the board where another phone says that there is nobody, also after an undo', async () => {
    const own = await signInWith(2)
    await signInWith(0)
    const other = await signInWith(0)
    expect(await dependents()).toEqual([2])
    await checkOut(other)
    await undo(own)
    expect(await dependents()).toEqual([2])
    await signInWith(3)
    expect(await dependents()).toEqual([3])
    // The phone that signed in first may not be the person's.
    await signInWith(0, own)
    expect(await dependents()).toEqual([3])
  })

  it('is what the own phone says', async () => {
    const own = await signInWith(2)
    await signInWith(1, own)
    expect(await dependents()).toEqual([1])
  })
})

it('tells wardens with a word of being safe that it may be of another phone', async () => {
  const own = await signIn()
  const start = await call(here.test, 'POST', '/musters', { site_id: siteId, drill: true }, { token: staff })
  const id = String(start.body['id'])
  const report = async () => (await ask<{ people: object[] }>(`/musters/${id}/report`)).people
  await signIn()
  expect((await post('/muster/safe', { checkOutToken: own })).status).toBe(200)
  expect(await report()).toMatchObject([{ said_safe_at: iso(), said_safe_by_other_phone: true }])
})

it('tells wardens the same of a word by the pass of an earlier stay', async () => {
  const earlier = await signIn()
  await checkOut(earlier)
  await signIn()
  const start = await call(here.test, 'POST', '/musters', { site_id: siteId, drill: true }, { token: staff })
  expect((await post('/muster/safe', { checkOutToken: earlier })).status).toBe(200)
  const { people } = await ask<{ people: object[] }>(`/musters/${String(start.body['id'])}/report`)
  expect(people).toMatchObject([{ said_safe_by_other_phone: true }])
})

it('is told in a muster, until the person is back', async () => {
  const own = await signIn()
  const other = await signIn()
  const start = await call(here.test, 'POST', '/musters', { site_id: siteId, drill: true }, { token: staff })
  const roll = async () => (await ask<{ roll: object[] }>(`/board/musters/${String(start.body['id'])}`)).roll
  await checkOut(other)
  expect(await roll()).toMatchObject([{ left_at: iso(), left_by_other_phone: true }])
  await undo(own)
  expect(await roll()).toMatchObject([{ left_at: null, left_by_other_phone: false }])
})

it('thousands of sign-ins in somebody’s name hold up none of their next stay', async () => {
  const { clientId } = here.world.a
  const first = await signIn()
  await checkOut(await signIn())
  const [visit] = await here.sql<{ id: string; person_key: string; signed_in_at: Date }[]>`
    select id, person_key, signed_in_at from visits
    where site_id = ${siteId} and ended_as = 'superseded'`
  const before = Number(visit?.signed_in_at) - HOUR_MS
  await here.sql`
    insert into visits (client_id, id, site_id, method_id, kind, person_key, first_name, last_name, signed_in_at,
      ended_as, ended_at, superseded_by, other_phone)
    select ${clientId}, (lpad(to_hex(ms), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, ${siteId},
      ${machineId}, 'visitor', ${visit?.person_key ?? ''}, 'Ana', 'Silva', at, 'superseded', at,
      ${visit?.id ?? ''}, true
    from generate_series(1, 12000) n cross join lateral (select ${before}::bigint + n * 100 as ms) moment
    cross join lateral (select timestamptz 'epoch' + ms * interval '1 millisecond' as at) made`
  await here.sql`analyze visits`
  later(30 * MINUTE_MS)
  const second = await signIn(await signIn(first))
  await checkOut(second)
  expect(await stay(second)).toEqual({ leftAt: iso(), byOtherPhone: false })
})
