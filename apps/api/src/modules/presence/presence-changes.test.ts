import { readMilliseconds } from '@gatehouse/validation/instants'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
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
import { countQueries } from '../../../test/count-queries.ts'
import { inWorld } from '../../../test/in-world.ts'
import { leaveTokens } from '../../../test/leave-tokens.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import type { StaffActor } from '../../context.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { newId, timeOfId } from '../../lib/ids.ts'
import { recordReading } from '../readings/record-reading.ts'
import { assumeLeft } from './assume-left.ts'
import { checkOutPeople } from './check-out-people.ts'
import { undoCheckOut } from './undo-check-out.ts'

const here = inWorld()

interface Venue {
  clientId: string
  siteId: string
  otherId: string
  door: { id: string; key: string }
  otherDoor: { id: string; key: string }
}
let venue: Venue

beforeEach(async () => {
  const { db } = here.test.database
  here.test.clock.now = new Date()
  const { id: clientId } = await makeClient(db, { enabled: true, timeZone: 'Australia/Brisbane' })
  const { id: siteId } = await makeSite(db, clientId, { name: 'Quay', timeZone: 'Australia/Brisbane' })
  const { id: otherId } = await makeSite(db, clientId, { name: 'Hall', timeZone: 'Australia/Perth' })
  const door = await makeMethod(db, clientId, siteId, { name: 'Front door' })
  const otherDoor = await makeMethod(db, clientId, otherId, { name: 'Back door' })
  venue = { clientId, siteId, otherId, door, otherDoor }
})

const later = (milliseconds: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds)
}
const clock = () => here.test.clock.now
const millisecondsOf = (text: string) => readMilliseconds(text) ?? Number.NaN

async function member(rights: { admin?: boolean; managerOf?: string; staffOf?: string } = {}) {
  const { clientId } = venue
  const { admin = false, managerOf, staffOf } = rights
  const access = [
    ...(managerOf === undefined ? [] : [{ siteId: managerOf, userType: 'Manager' as const }]),
    ...(staffOf === undefined ? [] : [{ siteId: staffOf, userType: 'Staff' as const }]),
  ]
  const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
    admin,
    access,
  })
  return { userId, token: await openSession(here.test, { clientId, userId, admin }) }
}
const admin = () => member({ admin: true })

let people = 0
/** Signs somebody in whom nobody knows. */
async function enter(door = venue.door, fields: object = {}) {
  people += 1
  const lastName = `Person${people}`
  const result = await here.signIn(door.id, { lastName, ...fields })
  const [visit] = await here.sql<{ id: string }[]>`
    select id from visits where client_id = ${venue.clientId} and signed_in_at = ${result.submissionTime} order by id desc limit 1`
  return { id: visit?.id ?? '', lastName, token: String(result.checkOutToken) }
}
const post = (path: string, body: object, token?: string, headers: Record<string, string> = {}) =>
  call(here.test, 'POST', path, body, { ...(token !== undefined && { token }), headers })
const checkOut = (body: object, token: string) => post('/presence/check-out', body, token)
const undo = (ids: string[], token: string) => post('/presence/check-out/undo', { ids }, token)
const correct = async (id: string, fields: object, token: string) => {
  const { status } = await post(`/access-log/${id}/corrections`, { ...fields, note: 'Seen' }, token)
  expect(status).toBe(200)
}
const leave = (checkOutToken: string, time = clock()) =>
  post('/checkin/checkout', { checkOutToken, time: time.toISOString() })
const stay = (checkOutToken: string) => post('/checkin/stay', { checkOutToken })
const list = async (token: string, query = '') => (await here.get(`/presence?${query}`, token)).json()
const idsOf = async (token: string, query = '') =>
  (await list(token, query)).items.map(({ id }: { id: string }) => id)
const board = async (token: string, siteId = venue.siteId) =>
  (await here.get(`/board/${siteId}`, token)).json().length
const visitOf = async (id: string) => {
  const [row] = await here.sql`select * from visits where client_id = ${venue.clientId} and id = ${id}`
  return row
}
const correctionsOf = (id: string) => here.sql`
  select before, after, note, corrected_by from log_corrections where visit_id = ${id} order by at, id`
const log = async (token: string) => {
  const from = new Date(clock().getTime() - 48 * HOUR_MS).toISOString()
  const to = new Date(clock().getTime() + HOUR_MS).toISOString()
  const { items } = (await here.get(`/access-log?from=${from}&to=${to}&per_page=100`, token)).json()
  return items.map(({ event, source }: { event: string; source: string }) => `${event} ${source}`)
}

describe('POST /presence/check-out', () => {
  it('is refused without a session, to staff, and without a reason for several', async () => {
    const { id } = await enter()
    expect((await post('/presence/check-out', { ids: [id], reason: '' })).status).toBe(401)
    const { token } = await admin()
    for (const body of [
      { ids: [] },
      { ids: [id, newId()] },
      { ids: [id, newId()], reason: ' ' },
      { matching: {} },
      { ids: [id], at: 'yesterday' },
      { ids: [id], at: '2026-02-30T10:00' },
    ])
      expect((await checkOut(body, token)).status, JSON.stringify(body)).toBe(400)
    for (const body of [{ ids: [id, newId()] }, { matching: {} }])
      expect((await checkOut(body, token)).body).toHaveProperty('field_codes.reason')
    expect(await idsOf(token)).toEqual([id])
  })

  it('leaves people of other clients and of sites that one does not manage as they are', async () => {
    const foreign = await here.signIn(here.world.b.method.id, { lastName: 'Foreign' })
    const [strange] = await here.sql<{ id: string }[]>`
      select id from visits where client_id = ${here.world.b.clientId} and signed_in_at = ${foreign.submissionTime}`
    const own = await enter()
    const elsewhere = await enter(venue.otherDoor)
    const { token } = await member({ managerOf: venue.siteId, staffOf: venue.otherId })
    const ids = [own.id, elsewhere.id, strange?.id ?? '', newId()]
    const { status, body } = await checkOut({ ids, reason: 'Closing' }, token)
    expect(status).toBe(200)
    expect(body['done']).toBe(1)
    expect((body['blocked'] as { id: string; code: string }[]).map(({ id, code }) => [id, code])).toEqual(
      expect.arrayContaining([
        [elsewhere.id, 'forbidden'],
        [ids[2], 'not_found'],
        [ids[3], 'not_found'],
      ]),
    )
    expect(await visitOf(elsewhere.id)).toMatchObject({ ended_as: null })
    const unseen = await member({ managerOf: venue.siteId })
    expect((await checkOut({ ids: [elsewhere.id] }, unseen.token)).body).toMatchObject({
      done: 0,
      blocked: [{ id: elsewhere.id, code: 'not_found' }],
    })
  })

  it.each([
    { policy: 'admin', may: { admin: true, manager: false, staff: false } },
    { policy: 'Manager', may: { admin: true, manager: true, staff: false } },
    { policy: 'Staff', may: { admin: true, manager: true, staff: true } },
  ])('is for whom the sign-in policy names: $policy', async ({ policy, may }) => {
    const boss = await admin()
    const set = await call(
      here.test,
      'PATCH',
      '/settings/sign-in-policy',
      { check_out_others: policy },
      { token: boss.token },
    )
    expect(set.status).toBe(200)
    const callers = {
      admin: boss,
      manager: await member({ managerOf: venue.siteId }),
      staff: await member({ staffOf: venue.siteId }),
    }
    for (const [name, { token }] of Object.entries(callers)) {
      const isAllowed = may[name as keyof typeof may]
      const { id, lastName } = await enter()
      const seen = (await list(token)).items.find((one: { id: string }) => one.id === id)
      expect(seen, name).toMatchObject({ can_check_out: isAllowed })
      for (const chosen of [{ ids: [id] }, { matching: { search: lastName }, reason: 'Closing' }]) {
        const { status } = await checkOut(chosen, token)
        expect(status, name).toBe(isAllowed ? 200 : 403)
      }
      expect((await visitOf(id))?.['ended_as'], name).toBe(isAllowed ? 'by_staff' : null)
      const undone = await undo([id], token)
      expect([undone.status, undone.body['done']], name).toEqual(isAllowed ? [200, 1] : [403, undefined])
    }
    // In the log a departure ends an open visit too, and only a Manager or an admin writes there.
    const { id } = await enter()
    const told = { signed_out_at: clock().toISOString(), note: 'Seen leaving' }
    const { token } = callers.manager
    const record = (await here.get(`/access-log/${id}`, token)).json()
    expect(record).toMatchObject({ can_check_out: may.manager })
    const corrected = await post(`/access-log/${id}/corrections`, told, token)
    expect(corrected.status).toBe(may.manager ? 200 : 403)
    expect((await visitOf(id))?.['ended_as']).toBe(may.manager ? 'by_staff' : null)
  })

  it('takes people off the list and the board, and tells who, when and why', async () => {
    const { userId, token } = await admin()
    await makeWebhook(here.test.database.db, venue.clientId)
    const person = await enter()
    later(30 * MINUTE_MS)
    expect((await checkOut({ ids: [person.id], reason: 'Forgot the phone' }, token)).body).toEqual({
      done: 1,
      blocked: [],
    })
    expect([await idsOf(token), await board(token)]).toEqual([[], 0])
    expect(await visitOf(person.id)).toMatchObject({
      ended_as: 'by_staff',
      ended_by: userId,
      signed_out_at: clock(),
    })
    expect(await correctionsOf(person.id)).toEqual([
      {
        before: { signed_out_at: null },
        after: { signed_out_at: clock().toISOString() },
        note: 'Forgot the phone',
        corrected_by: userId,
      },
    ])
    expect((await log(token)).toSorted()).toEqual(['corrected staff', 'in phone', 'out staff'])
    const audited = await here.sql`
      select actor_id, target_id, details from audit_entries
      where client_id = ${venue.clientId} and action = 'visit.checked_out'`
    expect(audited).toEqual([{ actor_id: userId, target_id: person.id, details: {} }])
    const told = await here.sql`
      select payload from outbox where client_id = ${venue.clientId} and type = 'visitor.signed_out'`
    expect(told).toMatchObject([{ payload: { visit_id: person.id, ended_as: 'by_staff' } }])
  })

  it('of somebody who checks out afterwards answers the time of the staff, and the pass follows', async () => {
    const { token } = await admin()
    const person = await enter()
    later(30 * MINUTE_MS)
    expect((await stay(person.token)).body).toEqual({ leftAt: null, byOtherPhone: false })
    expect((await stay('forged')).status).toBe(404)
    await checkOut({ ids: [person.id] }, token)
    const leftAt = clock()
    expect((await stay(person.token)).body).toEqual({ leftAt: leftAt.toISOString(), byOtherPhone: false })
    later(30 * MINUTE_MS)
    expect(await leave(person.token)).toMatchObject({ status: 200, body: { time: leftAt.toISOString() } })
    expect(await visitOf(person.id)).toMatchObject({ ended_as: 'by_staff', signed_out_at: leftAt })
    // The log has it once, however often the visitor says so.
    await leave(person.token)
    expect(await correctionsOf(person.id)).toEqual([
      expect.objectContaining({ after: { signed_out_at: leftAt.toISOString() } }),
      { before: {}, after: {}, note: '', corrected_by: null },
    ])
    const fresh = await admin()
    expect((await log(fresh.token)).toSorted()).toEqual([
      'corrected phone',
      'corrected staff',
      'in phone',
      'out staff',
    ])
  })

  it('at a time is meant in the time of each site', async () => {
    here.test.clock.now = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS)
    const inBrisbane = await enter()
    const there = await enter(venue.otherDoor)
    later(5 * HOUR_MS)
    const { token } = await admin()
    // 03:30 hours after the sign-in in Brisbane is 01:30 hours after it in Perth.
    const local = new Date(clock().getTime() + (10 - 1.5) * HOUR_MS).toISOString().slice(0, 16)
    const { body } = await checkOut(
      { ids: [inBrisbane.id, there.id], at: local, reason: 'Seen leaving' },
      token,
    )
    expect(body).toMatchObject({ done: 1, blocked: [{ id: there.id, code: 'time_out_of_range' }] })
    expect(await visitOf(inBrisbane.id)).toMatchObject({
      signed_out_at: new Date(clock().getTime() - 1.5 * HOUR_MS),
    })
    const perth = new Date(clock().getTime() + (8 - 1.5) * HOUR_MS).toISOString().slice(0, 16)
    expect((await checkOut({ ids: [there.id], at: perth }, token)).body).toMatchObject({ done: 1 })
    expect(await visitOf(there.id)).toMatchObject({
      signed_out_at: new Date(clock().getTime() - 1.5 * HOUR_MS),
    })
  })

  it.each([
    ['that comes twice is its first one', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['after the clocks went back', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
    ['that the clock leaves out is the time after it', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ])('an hour %s', async (_, local, expected) => {
    const { db } = here.test.database
    const { id: siteId } = await makeSite(db, venue.clientId, { timeZone: 'America/New_York' })
    const door = await makeMethod(db, venue.clientId, siteId)
    here.test.clock.now = new Date(millisecondsOf(expected) - 2 * HOUR_MS)
    const person = await enter(door)
    later(4 * HOUR_MS)
    const { token } = await admin()
    expect((await checkOut({ ids: [person.id], at: local }, token)).body).toMatchObject({ done: 1 })
    expect(await visitOf(person.id)).toMatchObject({ signed_out_at: new Date(expected) })
  })

  it('refuses a time before the sign-in and one that is to come', async () => {
    const { token } = await admin()
    const person = await enter()
    later(30 * MINUTE_MS)
    for (const away of [-31 * MINUTE_MS, MINUTE_MS]) {
      const at = new Date(clock().getTime() + away).toISOString()
      expect((await checkOut({ ids: [person.id], at }, token)).body).toMatchObject({
        done: 0,
        blocked: [{ id: person.id, code: 'time_out_of_range' }],
      })
    }
    expect(await idsOf(token)).toEqual([person.id])
  })

  it('of all that match applies the filters again', async () => {
    const old = await enter()
    later(14 * HOUR_MS)
    const fresh = await enter()
    await enter(venue.otherDoor)
    const { token } = await admin()
    const matching = { site: venue.siteId, state: 'overdue' }
    expect(await idsOf(token, `site=${venue.siteId}&state=overdue`)).toEqual([old.id])
    const { body } = await checkOut({ matching, reason: 'Overdue' }, token)
    expect(body).toEqual({ done: 1, blocked: [], changed: [old.id] })
    expect(await visitOf(fresh.id)).toMatchObject({ ended_as: null })
    expect((await checkOut({ matching: { site: newId() }, reason: 'None' }, token)).status).toBe(404)
  })

  it('of one person by two people, and by the person at the same time, happens once', async () => {
    const [one, other] = [await admin(), await admin()]
    const persons = await Promise.all(Array.from({ length: 12 }, () => enter()))
    later(MINUTE_MS)
    const ids = persons.map(({ id }) => id)
    const [first, second, ...own] = await Promise.all([
      checkOut({ ids, reason: 'Fire drill' }, one.token),
      checkOut({ ids: ids.toReversed(), reason: 'Fire drill' }, other.token),
      ...persons.map(({ token }) => leave(token)),
    ])
    expect([first.status, second.status, ...own.map(({ status }) => status)]).toEqual(
      Array.from({ length: 14 }, () => 200),
    )
    const ended = await here.sql`
      select ended_as, count(*)::int as n from visits where client_id = ${venue.clientId} group by 1 order by 1`
    const byStaff = Number(first.body['done']) + Number(second.body['done'])
    expect(ended.reduce((sum, { n }) => sum + Number(n), 0)).toBe(12)
    expect(ended.find(({ ended_as: as }) => as === 'by_staff')?.['n'] ?? 0).toBe(byStaff)
    expect([await board(one.token), (await list(one.token)).total]).toEqual([0, 0])
    // A visitor who came second has noted that they have left too.
    const corrections = await here.sql`
      select from log_corrections where client_id = ${venue.clientId} and corrected_by is not null`
    expect(corrections).toHaveLength(byStaff)
  })
})

describe('POST /presence/check-out/undo', () => {
  it('brings people back as they were, and says so in the log', async () => {
    const { userId, token } = await admin()
    const person = await enter(venue.door, { dependents: 3 })
    const before = await list(token)
    later(MINUTE_MS)
    await checkOut({ ids: [person.id] }, token)
    const leftAt = clock().toISOString()
    later(MINUTE_MS)
    expect((await undo([person.id], token)).body).toEqual({ done: 1, blocked: [] })
    // Asked for again, because the answer was lost.
    const again = { done: 0, blocked: [], unchanged: [person.id] }
    expect((await undo([person.id], token)).body).toEqual(again)
    const after = await list(token)
    expect([after.items, after.total, after.people]).toEqual([before.items, 1, 4])
    expect(await board(token)).toBe(1)
    expect(await visitOf(person.id)).toMatchObject({
      ended_as: null,
      ended_at: null,
      ended_by: null,
      signed_out_at: null,
    })
    expect(await correctionsOf(person.id)).toMatchObject([
      {},
      { before: { signed_out_at: leftAt }, after: { signed_out_at: null }, corrected_by: userId },
    ])
    expect((await leave(person.token)).status).toBe(200)
    expect(await visitOf(person.id)).toMatchObject({ ended_as: 'checked_out', signed_out_at: clock() })
  })

  it.each([
    ['the visitor’s own', async ({ token }: { token: string }) => void (await leave(token)), 'wrong_status'],
    [
      'somebody else’s',
      async ({ id }: { id: string }) => void (await checkOut({ ids: [id] }, (await admin()).token)),
      'wrong_status',
    ],
  ])('leaves %s check-out as it is', async (_, end, code) => {
    const { token } = await admin()
    const person = await enter()
    later(MINUTE_MS)
    await end(person)
    expect((await undo([person.id], token)).body).toMatchObject({ done: 0, blocked: [{ code }] })
    expect(await idsOf(token)).toEqual([])
  })

  it.each([
    [
      'told by the visitor',
      async (person: { token: string }) => void (await leave(person.token)),
      'by_staff',
    ],
    [
      'told by the visitor after a check-out that was taken back',
      async (person: { id: string; token: string }, staff: string) => {
        await checkOut({ ids: [person.id] }, staff)
        await undo([person.id], staff)
        later(MINUTE_MS)
        await leave(person.token)
      },
      'by_staff',
    ],
    [
      'assumed by a rule',
      async ({ id }: { id: string }) => {
        await here.sql`update visits set ended_as = 'assumed_left', ended_at = ${clock()}, assumed_left_at = ${clock()} where id = ${id}`
        await here.sql`delete from presence where visit_id = ${id}`
      },
      'checked_out',
    ],
  ])('leaves a departure that was %s, and that one has corrected', async (_, end, endedAs) => {
    const { token } = await admin()
    const person = await enter()
    later(2 * MINUTE_MS)
    await end(person, token)
    const left = new Date(clock().getTime() - MINUTE_MS).toISOString()
    const { status } = await post(
      `/access-log/${person.id}/corrections`,
      { signed_out_at: left, note: 'Seen at the gate' },
      token,
    )
    expect(status).toBe(200)
    expect((await undo([person.id], token)).body).toMatchObject({
      done: 0,
      blocked: [{ code: 'wrong_status' }],
    })
    expect(await visitOf(person.id)).toMatchObject({ ended_as: endedAs, signed_out_at: new Date(left) })
    expect(await idsOf(token)).toEqual([])
  })

  it.each([
    [
      'one has corrected',
      async ({ id }: { id: string }, token: string) => {
        const left = new Date(clock().getTime() - MINUTE_MS).toISOString()
        await correct(id, { signed_out_at: left }, token)
      },
    ],
    ['one has added a note to', ({ id }: { id: string }, token: string) => correct(id, {}, token)],
    [
      'somebody else has corrected',
      async ({ id }: { id: string }) => {
        const left = new Date(clock().getTime() - MINUTE_MS).toISOString()
        await correct(id, { signed_out_at: left }, (await admin()).token)
      },
    ],
    [
      'a manager has corrected in other fields',
      async ({ id }: { id: string }) => {
        const manager = await member({ managerOf: venue.siteId })
        await correct(id, { first_name: 'Other', dependents: 2 }, manager.token)
      },
    ],
    ['the visitor has confirmed', async (person: { token: string }) => void (await leave(person.token))],
    [
      'the visitor has confirmed by a clock that is wrong',
      async (person: { token: string }) =>
        void (await leave(person.token, new Date(clock().getTime() - 10 * HOUR_MS))),
    ],
  ])('leaves a check-out that %s since, and says so', async (_, change) => {
    const { token } = await admin()
    const person = await enter()
    later(30 * MINUTE_MS)
    await checkOut({ ids: [person.id] }, token)
    later(MINUTE_MS)
    await change(person, token)
    const before = await visitOf(person.id)
    expect((await undo([person.id], token)).body).toMatchObject({
      done: 0,
      blocked: [{ id: person.id, code: 'changed_meanwhile', message: expect.stringContaining('since') }],
    })
    expect(await visitOf(person.id)).toEqual(before)
    expect([await idsOf(token), await board(token)]).toEqual([[], 0])
  })

  it('never takes back what the visitor confirms at the same time', async () => {
    const { token } = await admin()
    const persons = await Promise.all(Array.from({ length: 8 }, () => enter()))
    later(MINUTE_MS)
    await Promise.all(persons.map(({ id }) => checkOut({ ids: [id] }, token)))
    await Promise.all([
      ...persons.map(({ id }) => undo([id], token)),
      ...persons.map((person) => leave(person.token)),
    ])
    // Whoever came second found what the first had written: the visit is ended either way.
    const open = await here.sql`
      select from visits where client_id = ${venue.clientId} and ended_as is null`
    expect([open.length, await board(token)]).toEqual([0, 0])
  })

  it('is for an hour, for managed sites, and for whoever has not come again', async () => {
    const manager = await member({ managerOf: venue.siteId })
    const [old, again, back] = [await enter(), await enter(), await enter()]
    later(MINUTE_MS)
    await checkOut({ ids: [old.id], reason: '' }, manager.token)
    here.test.clock.now = new Date(clock().getTime() + HOUR_MS + 1)
    const fresh = await openSession(here.test, { clientId: venue.clientId, userId: manager.userId })
    expect((await undo([old.id, newId()], fresh)).body).toMatchObject({
      done: 0,
      blocked: [{ id: old.id, code: 'wrong_status' }, { code: 'not_found' }],
    })
    await checkOut({ ids: [again.id, back.id], reason: 'Closing' }, fresh)
    later(MINUTE_MS)
    await enter(venue.door, { lastName: again.lastName })
    const second = await enter(venue.door, { lastName: back.lastName })
    await leave(second.token)
    const { body } = await undo([again.id, back.id], fresh)
    expect(body['done']).toBe(0)
    expect((body['blocked'] as { code: string }[]).map(({ code }) => code)).toEqual(['conflict', 'conflict'])
    expect((await list(fresh)).total).toBe(1)
    await here.sql`update access_entries set user_type = 'Staff' where user_id = ${manager.userId}`
    expect((await undo([again.id], fresh)).status).toBe(403)
  })

  it.each([
    ['banned everywhere', {}, true],
    ['banned at the site', { site: () => venue.siteId }, true],
    ['banned at another site', { site: () => venue.otherId }, false],
    ['let in by an exception', { isExcepted: true }, false],
    ['whose ban was lifted', { fields: { liftedAt: new Date() } }, false],
  ])('brings somebody %s back only where staff may sign them in', async (_, given, isRefused) => {
    const { site, isExcepted, fields }: { site?: () => string; isExcepted?: boolean; fields?: object } = given
    const { db } = here.test.database
    const { clientId } = venue
    const { userId, token } = await admin()
    const [person, other] = [await enter(), await enter()]
    const ids = [person.id, other.id]
    later(MINUTE_MS)
    await checkOut({ ids, reason: 'Closing' }, token)
    const visit = await visitOf(person.id)
    const siteId = site?.() ?? null
    const ban = await makeBan(db, clientId, { personKey: visit?.['person_key'], siteId, ...fields })
    if (isExcepted)
      await here.sql`
        insert into ban_exceptions
          (client_id, id, ban_id, site_id, reason, hours, asked_by, asked_at, is_granted, decided_by, decided_at, until_at)
        values (${clientId}, ${newId()}, ${ban.id}, ${venue.siteId}, 'Visit', 1, ${newId()}, now(), true, ${userId}, now(),
          now() + interval '1 hour')`
    const { body } = await undo(ids, token)
    const message = expect.stringContaining('ban')
    const blocked = isRefused ? [{ id: person.id, code: 'banned', message }] : []
    expect(body).toEqual({ done: isRefused ? 1 : 2, blocked })
    expect(await visitOf(person.id)).toMatchObject({ ended_as: isRefused ? 'by_staff' : null })
    const attempt = {
      method: venue.door.id,
      first_name: visit?.['first_name'],
      last_name: visit?.['last_name'],
      mobile: visit?.['mobile'],
      questions: {},
    }
    const signedIn = await post('/presence/sign-in', attempt, token)
    expect(signedIn.body['outcome']).toBe(isRefused ? 'banned' : 'signed_in')
  })

  it('brings nobody back to an archived site, nor to a disabled client', async () => {
    const { token } = await admin()
    const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, here.world.b.clientId, {
      siteAdmin: true,
    })
    const siteAdmin = await openSession(here.test, {
      clientId: here.world.b.clientId,
      userId,
      siteAdmin: true,
    })
    const [person, other] = [await enter(), await enter(venue.otherDoor)]
    later(MINUTE_MS)
    await checkOut({ ids: [person.id] }, token)
    await checkOut({ ids: [other.id] }, siteAdmin)
    await here.sql`update sites set status = 'archived' where id = ${venue.siteId}`
    const refused = (id: string) => ({ done: 0, blocked: [{ id, code: 'not_found' }] })
    expect((await undo([person.id], token)).body).toMatchObject(refused(person.id))
    await here.sql`update clients set enabled = false where id = ${venue.clientId}`
    expect((await undo([other.id], siteAdmin)).body).toMatchObject(refused(other.id))
    const attempt = { first_name: 'Ona', last_name: 'Byrne', mobile: null, questions: {} }
    for (const { id } of [venue.door, venue.otherDoor])
      expect((await post('/presence/sign-in', { ...attempt, method: id }, siteAdmin)).status).toBe(404)
    expect(await here.sql`select from presence where client_id = ${venue.clientId}`).toEqual([])
  })

  it('brings people of several clients back for a site admin', async () => {
    const { db } = here.test.database
    const owner = { clientId: venue.clientId, siteAdmin: true }
    const { id: userId } = await makeUser(db, here.test.passwords, owner.clientId, { siteAdmin: true })
    const token = await openSession(here.test, { ...owner, userId })
    const person = await enter()
    const { id: clientId } = await makeClient(db, { enabled: true })
    const { id: siteId } = await makeSite(db, clientId)
    await here.signIn((await makeMethod(db, clientId, siteId)).id)
    const [there] = await here.sql<{ id: string }[]>`select id from visits where client_id = ${clientId}`
    const ids = [person.id, there?.id ?? '']
    later(MINUTE_MS)
    expect((await checkOut({ ids, reason: 'Closing' }, token)).body).toMatchObject({ done: 2 })
    later(MINUTE_MS)
    expect((await undo(ids, token)).body).toEqual({ done: 2, blocked: [] })
  })

  it('and the check-out of many people take as many statements as of one', async () => {
    const { userId } = await admin()
    const { clientId } = venue
    const scope = clientScope(clientId)
    const actor: StaffActor = {
      kind: 'staff',
      userId,
      clientId,
      sessionId: newId(),
      admin: true,
      siteAdmin: false,
      authenticated: true,
      mustChangePassword: false,
      boardBeforeTwoStep: false,
      hasManagerEntry: false,
      hasStaffEntry: false,
      scope,
      ownScope: scope,
    }
    const statementsFor = async (count: number) => {
      const ids: string[] = []
      // oxlint-disable-next-line no-await-in-loop -- each sign-in is found by its time
      while (ids.length < count) ids.push((await enter()).id)
      later(MINUTE_MS)
      const { db, statements } = countQueries(here.test.database.db)
      const { app, limits } = here.test
      const context = { db, actor, now: clock(), log: app.log, clientIp: '192.0.2.1', limits }
      expect(await checkOutPeople(context, { ids, reason: 'Closing' })).toEqual({ done: count, blocked: [] })
      const ofCheckOut = statements.length
      expect(await undoCheckOut(context, here.test.banKeys, { ids })).toEqual({ done: count, blocked: [] })
      return [ofCheckOut, statements.length]
    }
    const ofOne = await statementsFor(1)
    expect(await statementsFor(5)).toEqual(ofOne)
  })

  it('twice at once brings the person back once', async () => {
    const { token } = await admin()
    const person = await enter()
    later(MINUTE_MS)
    await checkOut({ ids: [person.id] }, token)
    const both = await Promise.all([undo([person.id], token), undo([person.id], token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both.map(({ body }) => Number(body['done'])).toSorted((one, other) => one - other)).toEqual([0, 1])
    expect([(await list(token)).total, await board(token)]).toEqual([1, 1])
    expect(await correctionsOf(person.id)).toHaveLength(2)
  })
})

describe('assumed to have left', () => {
  const close = async () => {
    const errors: unknown[] = []
    await assumeLeft(here.test.database.db, installationScope(), clock(), (error) => errors.push(error))
    expect(errors).toEqual([])
  }
  const setRule = (hours: number | null, siteId = venue.siteId) =>
    here.sql`update sites set assumed_left_after_hours = ${hours} where id = ${siteId}`

  it('is nobody without a rule, and nobody before the hours after being overdue', async () => {
    const person = await enter()
    later(200 * HOUR_MS)
    await close()
    expect(await visitOf(person.id)).toMatchObject({ ended_as: null })
    await setRule(2)
    here.test.clock.now = new Date(timeOfId(person.id).getTime() + 15 * HOUR_MS)
    await close()
    expect(await visitOf(person.id)).toMatchObject({ ended_as: null })
    later(1)
    await close()
    expect(await visitOf(person.id)).toMatchObject({
      ended_as: 'assumed_left',
      ended_at: clock(),
      signed_out_at: null,
    })
  })

  it('leaves the list and the board with no departure, and is listed by its own state', async () => {
    await setRule(1)
    const person = await enter(venue.door, { dependents: 1 })
    later(15 * HOUR_MS)
    await close()
    const { token } = await admin()
    expect(await list(token)).toMatchObject({ items: [], total: 0, people: 0, assumed_left: 1 })
    expect(await board(token)).toBe(0)
    const listed = await list(token, 'state=assumed_left')
    expect(listed).toMatchObject({ total: 1, people: 2, assumed_left: 1 })
    expect(listed.items).toMatchObject([
      { id: person.id, state: 'assumed_left', assumed_left_at: clock().toISOString() },
    ])
    const found = async (query: string) => (await list(token, `state=assumed_left&${query}`)).total
    expect([await found(`search=${person.lastName.toUpperCase()}`), await found('search=nobody')]).toEqual([
      1, 0,
    ])
    expect([await found(`site=${venue.otherId}`), await found('kind=user')]).toEqual([0, 0])
    expect((await log(token)).toSorted()).toEqual(['assumed_left phone', 'in phone'])
    for (const sort of ['name', 'site desc', 'role', 'signed_in_at desc'])
      expect(await idsOf(token, `state=assumed_left&sort=${sort}`)).toEqual([person.id])
  })

  it('goes by the closing of each site in its own zone, on days of 23 and 25 hours too', async () => {
    const { db } = here.test.database
    const hours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '08:00', closes: '17:00' }))
    const zones = [
      // Its day of 23 hours: 17:00 is 06:00 in UTC, and the day before it was 07:00.
      { timeZone: 'Australia/Sydney', day: '2026-10-04', closing: '2026-10-04T06:00:00Z' },
      // Its day of 25 hours: 17:00 is 22:00 in UTC, and the day before it was 21:00.
      { timeZone: 'America/New_York', day: '2026-11-01', closing: '2026-11-01T22:00:00Z' },
    ]
    for (const { timeZone, closing } of zones) {
      const { id: siteId } = await makeSite(db, venue.clientId, {
        timeZone,
        openingHours: hours,
        assumedLeftAfterHours: 3,
        overdueAfterHours: 100,
      })
      const door = await makeMethod(db, venue.clientId, siteId)
      here.test.clock.now = new Date(millisecondsOf(closing) - 2 * HOUR_MS)
      const person = await enter(door)
      here.test.clock.now = new Date(millisecondsOf(closing) + 3 * HOUR_MS - MINUTE_MS)
      await close()
      expect(await visitOf(person.id), timeZone).toMatchObject({ ended_as: null })
      later(MINUTE_MS)
      await close()
      expect(await visitOf(person.id), timeZone).toMatchObject({ ended_as: 'assumed_left' })
    }
  })

  it('gives way to the visitor’s own later check-out, and the log keeps both', async () => {
    await setRule(1)
    const person = await enter()
    later(5 * HOUR_MS)
    const left = clock()
    later(10 * HOUR_MS)
    await close()
    const assumedAt = clock().toISOString()
    later(HOUR_MS)
    expect(await leave(person.token, left)).toMatchObject({ body: { time: left.toISOString() } })
    const { token } = await admin()
    expect(await visitOf(person.id)).toMatchObject({ ended_as: 'checked_out', signed_out_at: left })
    expect(await list(token)).toMatchObject({ total: 0, assumed_left: 0 })
    expect(await correctionsOf(person.id)).toEqual([
      {
        before: { signed_out_at: null, assumed_left_at: assumedAt },
        after: { signed_out_at: left.toISOString(), assumed_left_at: null },
        note: '',
        corrected_by: null,
      },
    ])
    expect((await log(token)).toSorted()).toEqual([
      'assumed_left phone',
      'corrected phone',
      'in phone',
      'out phone',
    ])
    const record = (await here.get(`/access-log/${person.id}`, token)).json()
    expect(record.corrections).toMatchObject([{ by: null, by_visitor: true }])
    // A repeated check-out changes nothing more.
    await leave(person.token, left)
    expect(await correctionsOf(person.id)).toHaveLength(1)
  })

  it('gives way to staff who correct the departure, and the log keeps both', async () => {
    await setRule(1)
    const person = await enter()
    later(15 * HOUR_MS)
    await close()
    const { token } = await admin()
    const assumedAt = clock().toISOString()
    const signedOut = new Date(clock().getTime() - HOUR_MS).toISOString()
    const { status } = await post(
      `/access-log/${person.id}/corrections`,
      { signed_out_at: signedOut, note: 'Seen on the camera' },
      token,
    )
    expect(status).toBe(200)
    expect(await correctionsOf(person.id)).toMatchObject([
      {
        before: { signed_out_at: null, assumed_left_at: assumedAt },
        after: { signed_out_at: signedOut, assumed_left_at: null },
      },
    ])
    expect(await list(token)).toMatchObject({ total: 0, assumed_left: 0 })
  })

  it('never takes away somebody who is checking out at the moment, and closes each visit once', async () => {
    await setRule(1)
    const persons = await Promise.all(Array.from({ length: 10 }, () => enter()))
    later(15 * HOUR_MS)
    await Promise.all([close(), close(), ...persons.map(({ token }) => leave(token))])
    const rows = await here.sql`
      select ended_as, signed_out_at from visits where client_id = ${venue.clientId}`
    // Their own check-out always wins: it came before the rule, or corrects it.
    expect(rows.map(({ ended_as: as }) => as)).toEqual(Array.from({ length: 10 }, () => 'checked_out'))
  })

  it('is shown to the staff of the site with a masked mobile, and to nobody else', async () => {
    await setRule(1)
    await enter()
    later(15 * HOUR_MS)
    await close()
    const staff = await member({ staffOf: venue.siteId })
    expect((await list(staff.token, 'state=assumed_left')).items).toMatchObject([{ mobile_masked: true }])
    expect(await list(staff.token, 'state=assumed_left&search=0491570156')).toMatchObject({ total: 0 })
    const elsewhere = await member({ staffOf: venue.otherId })
    expect(await list(elsewhere.token, 'state=assumed_left')).toMatchObject({ total: 0, assumed_left: 0 })
  })
})

describe('POST /presence/sign-in', () => {
  const person = { first_name: 'Ona', last_name: 'Byrne', mobile: '0491570313' }
  const signIn = (body: object, token?: string, headers: Record<string, string> = {}) =>
    post('/presence/sign-in', { method: venue.door.id, ...person, ...body }, token, headers)

  it('ends the search for the mobile of a name, for whoever does not read all mobiles', async () => {
    const manager = await member({ managerOf: venue.siteId })
    const { token } = await admin()
    const guess = (number: number, by: string) =>
      signIn({ first_name: 'Guessed', mobile: `04915701${10 + number}` }, by)
    for (let number = 0; number < 10; number += 1) await guess(number, manager.token)
    expect(await guess(10, manager.token)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    for (let number = 0; number < 11; number += 1)
      expect((await guess(number, token)).body).not.toMatchObject({ code: 'too_many_requests' })
  })

  it('is refused without a session, to staff, and at methods that one does not manage', async () => {
    expect((await signIn({})).status).toBe(401)
    const staff = await member({ staffOf: venue.siteId })
    expect((await signIn({}, staff.token)).status).toBe(403)
    const mixed = await member({ managerOf: venue.otherId, staffOf: venue.siteId })
    expect(await signIn({}, mixed.token)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const unseen = await member({ managerOf: venue.otherId })
    expect((await signIn({}, unseen.token)).status).toBe(404)
    const { token } = await admin()
    expect((await signIn({ method: here.world.b.method.id }, token)).status).toBe(404)
    expect((await signIn({ method: newId() }, token)).status).toBe(404)
    for (const body of [
      { first_name: ' ' },
      { mobile: '' },
      { dependents: -1 },
      { method: 'x' },
      { role: 'x' },
    ])
      expect((await signIn(body, token)).status, JSON.stringify(body)).toBe(400)
    expect(await signIn({ mobile: '12' }, token)).toMatchObject({
      status: 422,
      body: { code: 'invalid_phone' },
    })
    expect((await list(token)).total).toBe(0)
  })

  it('puts the person on the list and the board, and tells who did it', async () => {
    const { userId, token } = await member({ managerOf: venue.siteId })
    const { status, body } = await signIn({ dependents: 2 }, token)
    expect([status, body['outcome']]).toEqual([200, 'signed_in'])
    const id = String(body['visit_id'])
    expect(await list(token)).toMatchObject({ items: [{ id, last_name: 'Byrne' }], total: 1, people: 3 })
    expect(await board(token)).toBe(1)
    expect(await visitOf(id)).toMatchObject({ source: 'staff', method_id: venue.door.id, dependents: 2 })
    expect(await log(token)).toEqual(['in staff'])
    const audited = await here.sql`
      select actor_id, target_id, details from audit_entries
      where client_id = ${venue.clientId} and action = 'visit.signed_in'`
    expect(audited).toEqual([{ actor_id: userId, target_id: id, details: {} }])
    expect(JSON.stringify(body)).not.toContain('checkOutToken')
  })

  it('joins somebody who has no mobile with nobody, and shows no number', async () => {
    const { clientId, siteId } = venue
    const { token } = await admin()
    const noMobile = { mobile: null, first_name: 'Ona', last_name: 'Byrne' }
    await here.signIn(venue.door.id, { firstName: 'Ona', lastName: 'Byrne', mobile: '0491570313' })
    const ban = { first_name: 'Ona', last_name: 'Byrne', mobile: '0491570314', site_id: siteId }
    expect((await post('/bans', { ...ban, reason: 'Theft' }, token)).status).toBe(201)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await signIn(noMobile, token, headers)
    expect([first.status, first.body['outcome']]).toEqual([200, 'signed_in'])
    expect((await signIn(noMobile, token, headers)).body).toEqual(first.body)
    const second = await signIn(noMobile, token)
    const { items } = await list(token)
    expect(items.map((one: { mobile: string | null }) => one.mobile).toSorted()).toEqual([
      '+61491570313',
      null,
      null,
    ])
    const rows = await here.sql`
      select mobile, ended_as, user_id from visits where client_id = ${clientId} and mobile = ''`
    const alone = { mobile: '', ended_as: null, user_id: null }
    expect(rows).toEqual([alone, alone])
    const shown = (await here.get(`/access-log/${String(first.body['visit_id'])}`, token)).json()
    expect(shown).toMatchObject({ mobile: null, mobile_masked: false, possible_ban_match: false })
    const { text } = await call(here.test, 'GET', '/presence/export', undefined, { token })
    expect(text).not.toContain('+61')
    const form = { id: venue.door.id, firstName: 'Ona', lastName: 'Byrne', mobile: null }
    expect((await post('/checkin/user-data', form)).status).toBe(200)
    // Also after a correction of the name they are two people.
    const third = await signIn({ ...noMobile, last_name: 'Burn' }, token)
    await correct(String(third.body['visit_id']), { last_name: 'Byrne' }, token)
    const keys = async () =>
      new Set(
        (
          await here.sql<{ person_key: string }[]>`
            select person_key from presence where client_id = ${clientId} and last_name = 'Byrne'`
        ).map((row) => row.person_key),
      ).size
    expect(await keys()).toBe(4)
    // A mobile that is told later joins the visit with the person who has it.
    await checkOut(
      {
        ids: items
          .filter((one: { mobile: string | null }) => one.mobile !== null)
          .map((one: { id: string }) => one.id),
      },
      token,
    )
    await correct(String(second.body['visit_id']), { mobile: '0491570313' }, token)
    const [joined] = await here.sql`
      select count(distinct person_key)::int as people, count(*)::int as visits from visits
      where client_id = ${clientId} and mobile = '+61491570313'`
    expect(joined).toEqual({ people: 1, visits: 2 })
  })

  it('supersedes the visit that is open, and is done once under a key', async () => {
    const { token } = await admin()
    await here.signIn(venue.door.id, { firstName: 'Ona', lastName: 'Byrne', mobile: '0491570313' })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const answers = [await signIn({}, token, headers), await signIn({}, token, headers)]
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect((await signIn({ dependents: 1 }, token, headers)).status).toBe(409)
    const ends = await here.sql`
      select ended_as, source from visits where client_id = ${venue.clientId} order by signed_in_at, id`
    expect(ends).toEqual([
      { ended_as: 'superseded', source: 'phone' },
      { ended_as: null, source: 'staff' },
    ])
    expect((await list(token)).total).toBe(1)
    const audited = await here.sql`
      select from audit_entries where client_id = ${venue.clientId} and action = 'visit.signed_in'`
    expect(audited).toHaveLength(1)
  })

  it('asks what the method asks, and refuses by its rules', async () => {
    const { db } = here.test.database
    const { clientId, siteId } = venue
    const { token } = await admin()
    const guest = await makeRole(db, clientId, siteId, 'Guest')
    const crew = await makeRole(db, clientId, siteId, 'Crew')
    const pass = { text: 'No', action: 'pass' as const }
    const fail = { text: 'Yes', action: 'fail' as const }
    const fever = await makeQuestion(db, clientId, siteId, {
      type: 'yes/no',
      text: 'Fever?',
      answers: { yes: fail, no: pass },
      roles: [crew.id],
    })
    expect(await signIn({}, token)).toMatchObject({ status: 422, body: { code: 'unknown_role' } })
    const blank = { [fever.id]: { answer: '' } }
    expect(await signIn({ role: crew.id, questions: blank }, token)).toMatchObject({
      status: 422,
      body: { code: 'answers_incomplete', fields: { [`questions.${fever.id}`]: expect.any(String) } },
    })
    expect((await signIn({ role: guest.id }, token)).body['outcome']).toBe('signed_in')
    const answered = (answer: string) =>
      signIn({ role: crew.id, questions: { [fever.id]: { answer } } }, token)
    expect((await answered('yes')).body).toMatchObject({ outcome: 'failed_answer', visit_id: null })
    expect((await answered('no')).body['outcome']).toBe('signed_in')
    const refused = await here.sql`
      select source, reason from refused_attempts where client_id = ${clientId}`
    expect(refused).toEqual([{ source: 'staff', reason: 'failed_answer' }])
    const audited = await here.sql`
      select action from audit_entries where client_id = ${clientId} and action = 'visit.refused'`
    expect(audited).toHaveLength(1)
  })

  it('does not let banned people in, and uses up a temperature code', async () => {
    const { db } = here.test.database
    const { clientId, siteId } = venue
    const { token } = await admin()
    const personKey = here.test.keys.personKeys(clientId, {
      firstName: 'Ona',
      lastName: 'Byrne',
      mobile: '+61491570313',
    })
    const ban = await makeBan(db, clientId, { personKey })
    expect((await signIn({}, token)).body).toMatchObject({ outcome: 'banned', visit_id: null })
    await here.sql`delete from bans where id = ${ban.id}`
    const heat = await makeMethod(db, clientId, siteId, { useTemperature: true })
    expect((await signIn({ method: heat.id }, token)).body['outcome']).toBe('invalid_code')
    expect((await signIn({ method: heat.id, temperature_code: '123456' }, token)).body['outcome']).toBe(
      'invalid_code',
    )
    expect((await list(token)).total).toBe(0)
  })

  it('takes a right code also where visitors have guessed too many, and counts wrong ones by who signs in', async () => {
    const { test } = here
    const heat = await makeMethod(test.database.db, venue.clientId, venue.siteId, { useTemperature: true })
    const measured = { methodId: heat.id, temperature: 36.6 }
    const measure = () => recordReading({ db: test.database.db, now: clock() }, measured)
    const { code } = await measure()
    const [{ userId, token }, other] = await Promise.all([admin(), admin()])
    await leaveTokens(test, 'guessesPerSite', venue.siteId, 0)
    await leaveTokens(test, 'guessesPerNetwork', `${userId} ${venue.siteId}`, 1)
    const wrong = code === '000000' ? '000001' : '000000'
    const asking = (temperature_code: string) => ({ method: heat.id, temperature_code })
    expect((await signIn(asking(wrong), token)).body['outcome']).toBe('invalid_code')
    expect(await signIn(asking(wrong), token)).toMatchObject({ status: 429 })
    expect((await signIn(asking(code), other.token)).body['outcome']).toBe('signed_in')
  })
})

describe('GET /presence/export', () => {
  const rowsOf = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true })
  const write = (query: string, token?: string) =>
    call(here.test, 'GET', `/presence/export${query}`, undefined, token === undefined ? {} : { token })

  it('is refused without a session and for a site that one may not see', async () => {
    expect((await write('')).status).toBe(401)
    const staff = await member({ staffOf: venue.siteId })
    expect((await write(`?site=${venue.otherId}`, staff.token)).status).toBe(404)
    expect((await write('?state=gone', staff.token)).status).toBe(400)
  })

  it('has the people that match, by name, and is recorded', async () => {
    const staff = await member({ staffOf: venue.siteId })
    await enter(venue.door, { lastName: 'Zhou', dependents: 2 })
    await enter(venue.door, { lastName: '=Álvarez' })
    await enter(venue.otherDoor, { lastName: 'Hidden' })
    const { status, text, headers } = await write('', staff.token)
    expect([status, headers['x-export-rows']]).toEqual([200, '2'])
    const rows = rowsOf(text)
    expect(rows.map((row) => row['last_name'])).toEqual(["'=Álvarez", 'Zhou'])
    expect(rows[1]).toMatchObject({
      site: 'Quay',
      dependents: '2',
      state: 'on_site',
      site_time_zone: 'Australia/Brisbane',
      signed_in_utc: clock().toISOString(),
      assumed_left_utc: '',
    })
    const audited = await here.sql`
      select details from audit_entries where client_id = ${venue.clientId} and action = 'presence.exported'`
    expect(audited).toMatchObject([{ details: { rows: 2 } }])
  })

  it('has the visits that a rule has closed where they are asked for', async () => {
    await here.sql`update sites set assumed_left_after_hours = 1 where id = ${venue.siteId}`
    await enter()
    later(15 * HOUR_MS)
    await assumeLeft(here.test.database.db, installationScope(), clock(), (error) => {
      throw error
    })
    const { token } = await admin()
    expect(rowsOf((await write('?state=assumed_left', token)).text)).toMatchObject([
      { state: 'assumed_left', assumed_left_utc: clock().toISOString() },
    ])
    expect(rowsOf((await write('', token)).text)).toEqual([])
  })
})
