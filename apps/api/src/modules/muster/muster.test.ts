import type { MusterReport, MusterState, NewMark } from '@gatehouse/validation/endpoints/musters'
import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import { limits, rateRules } from '@gatehouse/validation/limits'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { leaveTokens } from '../../../test/leave-tokens.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { waitForLocks } from '../../../test/wait-for-locks.ts'
import { type ActorName, openSession } from '../../../test/world.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { newId } from '../../lib/ids.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { retentionSteps } from '../../registry.ts'
import { lifecycle as board } from '../board/lifecycle.ts'
import { assumeLeft } from '../presence/assume-left.ts'
import { tendForgottenMusters } from './end-muster.ts'
import { applyRetention } from '../privacy/apply-retention.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'

const here = inWorld()
let siteId: string
let machineId: string
let warden: string
let wardenId: string

const later = (milliseconds: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds)
}
const throwIt = (error: unknown) => {
  throw error
}
const iso = (milliseconds = 0) => new Date(here.test.clock.now.getTime() + milliseconds).toISOString()

async function newWarden(): Promise<{ id: string; token: string }> {
  const { clientId } = here.world.a
  const { id } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
    access: [{ siteId, userType: 'Staff' }],
  })
  return { id, token: await openSession(here.test, { clientId, userId: id, siteId, userType: 'Staff' }) }
}

beforeEach(async () => {
  const { clientId } = here.world.a
  siteId = (await makeSite(here.test.database.db, clientId)).id
  machineId = (await makeMethod(here.test.database.db, clientId, siteId)).id
  const made = await newWarden()
  warden = made.token
  wardenId = made.id
})

let people = 0
/** Signs somebody new in. */
async function signIn(fields: object = {}): Promise<{ checkOutToken: string; lastName: string }> {
  people += 1
  const lastName = `Silva ${people}`
  const signedIn = await here.signIn(machineId, { lastName, ...fields })
  return { lastName, ...signedIn }
}
const signOut = (checkOutToken: string) =>
  call(here.test, 'POST', '/checkin/checkout', { checkOutToken, time: iso() })

const ask = (method: 'GET' | 'POST', path: string, body?: object, token: string | undefined = warden) =>
  call(here.test, method, path, body, token === undefined ? {} : { token })

/** Closes by the rule of the site who is overdue. Sessions are over by then. */
async function assumeThatAllHaveLeft({ overdue, more } = { overdue: 13, more: 1 }): Promise<void> {
  await here.sql`
    update sites set overdue_after_hours = ${overdue}, assumed_left_after_hours = ${more} where id = ${siteId}`
  later((overdue + more) * HOUR_MS + 1)
  await assumeLeft(here.test.database.db, installationScope(), here.test.clock.now, throwIt)
  warden = (await newWarden()).token
}

async function start(drill = false, more: object = {}): Promise<string> {
  const { status, body, text } = await ask('POST', '/musters', { site_id: siteId, drill, ...more })
  expect(status, text).toBe(200)
  return body['id'] as string
}
async function stateOf(id: string, after = 0, token = warden): Promise<MusterState> {
  const { status, body, text } = await ask('GET', `/board/musters/${id}?after=${after}`, undefined, token)
  expect(status, text).toBe(200)
  return body as unknown as MusterState
}
const mark = (personId: string, state: NewMark['state'], more: Partial<NewMark> = {}): NewMark => ({
  id: newId(),
  person_id: personId,
  state,
  at: iso(),
  ...more,
})
const send = (id: string, marks: NewMark[], token = warden, query = '') =>
  ask('POST', `/musters/${id}/marks${query}`, marks, token)

describe('starting a muster', () => {
  it('is refused to screens of their own, without a session, and at sites of others', async () => {
    const body = { site_id: here.world.a.siteId, drill: false }
    const as = async (actor: ActorName, input: object = body) => {
      const token = await here.world.open(actor)
      const { status, body: answer } = await call(
        here.test,
        'POST',
        '/musters',
        input,
        token ? { token } : {},
      )
      return [status, answer['code']]
    }
    expect(await as('anonymous')).toEqual([401, 'unauthenticated'])
    expect(await as('board-only A')).toEqual([403, 'forbidden'])
    expect(await as('guest-only A')).toEqual([403, 'forbidden'])
    expect(await as('staff A', { ...body, site_id: here.world.a.otherSiteId })).toEqual([404, 'not_found'])
    expect(await as('admin B')).toEqual([404, 'not_found'])
    expect(await as('staff A', { site_id: here.world.a.siteId })).toEqual([400, 'bad_request'])
    expect(await here.sql`select id from musters where site_id = ${here.world.a.siteId}`).toEqual([])
  })

  it('records a few past ones an hour of each person at a site, and more for nobody', async () => {
    const past = (token = warden) =>
      ask('POST', '/musters', { site_id: siteId, drill: true, started_at: iso(), ended_at: iso() }, token)
    const { burst } = rateRules.pastMusters
    for (let number = 0; number < burst; number += 1) {
      later(MINUTE_MS)
      expect((await past()).status).toBe(200)
    }
    later(1000)
    const refused = await past()
    expect([refused.status, refused.body['message']]).toEqual([
      429,
      `You have recorded ${burst} past musters at this site. Try again later.`,
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await here.sql`select id from musters where site_id = ${siteId}`).toHaveLength(burst)
    expect((await past((await newWarden()).token)).status).toBe(200)
    // An alarm is never refused.
    await start()
  })

  it('freezes who is on site, with dependants and with who has just left', async () => {
    const present = await signIn({ dependents: 2 })
    const left = await signIn()
    const longGone = await signIn()
    await signOut(longGone.checkOutToken)
    later((musterLimits.leftMinutes - 5) * MINUTE_MS)
    await signOut(left.checkOutToken)
    later(10 * MINUTE_MS)
    const id = await start()
    const { roll, muster } = await stateOf(id)
    expect(muster).toMatchObject({ drill: false, ended_at: null, total: null, site_id: siteId })
    expect(roll.map(({ last_name, had_left, dependents }) => [last_name, had_left, dependents])).toEqual([
      [present.lastName, false, 2],
      [left.lastName, true, 0],
    ])
    expect(roll[1]?.left_at).toBe(iso(-10 * MINUTE_MS))
    expect(roll[0]).toMatchObject({ tel: '+61491570156', tel_masked: false, left_at: null })
  })

  it('shows the mobiles of those who left to managers and admins alone, also of those whom a mark names', async () => {
    const longGone = await signIn()
    await signOut(longGone.checkOutToken)
    const [visit] = await here.sql<{ id: string }[]>`select id from visits where site_id = ${siteId}`
    later(DAY_MS)
    warden = (await newWarden()).token
    const left = await signIn()
    await signOut(left.checkOutToken)
    const id = await start()
    await send(id, [mark(visit?.id ?? '', 'undone')])
    const { roll } = await stateOf(id)
    expect(roll).toMatchObject([
      { last_name: longGone.lastName, tel: '••• 156', tel_masked: true },
      { last_name: left.lastName, tel: '••• 156', tel_masked: true },
    ])
    const ofAdmin = await stateOf(id, 0, await here.world.open('admin A'))
    expect(ofAdmin.roll.map(({ tel }) => tel)).toEqual(['+61491570156', '+61491570156'])
  })

  it('joins the one that is running, and makes a drill a real one', async () => {
    const id = await start(true)
    const other = await newWarden()
    const joined = await ask('POST', '/musters', { site_id: siteId, drill: true }, other.token)
    expect(joined.body).toMatchObject({ id, drill: true })
    const real = await ask('POST', '/musters', { site_id: siteId, drill: false }, other.token)
    expect(real.body).toMatchObject({ id, drill: false })
    expect(await start(true)).toBe(id)
    expect((await stateOf(id)).muster.drill).toBe(false)
  })

  it('is one muster, however many start it at once', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => start()))
    expect(new Set(ids).size).toBe(1)
  })

  it('is recorded, and mailed to the wardens with the roll', async () => {
    const { lastName } = await signIn({ dependents: 1 })
    here.test.mails.length = 0
    const id = await start()
    await here.test.deliver()
    const mails = here.test.mails.filter(({ text }) => text.includes(siteId))
    expect(mails).toHaveLength(1)
    const [mail] = mails
    expect(mail?.text).toContain(`${lastName}, Ana · with 1 dependant`)
    expect(mail?.text).toContain(`/board?site=${siteId}`)
    expect(mail?.html).toContain(`<li>${lastName}, Ana`)
    const audited = await here.sql`select action, details from audit_entries where target_id = ${id}`
    expect(audited).toEqual([{ action: 'muster.started', details: { site: siteId, drill: false } }])
  })

  it('is mailed again, with who is there by then, where a drill becomes a real one', async () => {
    await start(true)
    const { lastName } = await signIn()
    await here.test.deliver()
    const ofSite = () => here.test.mails.filter(({ text }) => text.includes(siteId))
    expect(ofSite().map(({ subject }) => subject)).toEqual([expect.stringContaining('Drill at ')])
    here.test.mails.length = 0
    later(MINUTE_MS)
    await start(false)
    await start(false)
    await here.test.deliver()
    const [mail, ...others] = ofSite()
    expect(others).toEqual([])
    expect(mail?.subject).toContain('Evacuation at ')
    expect(mail?.text).toContain('became a real evacuation at ')
    expect(mail?.text).toContain(`${lastName}, Ana`)
  })

  it('makes no drill a real one that ends at the same time, and gives no version twice', async () => {
    const id = await start(true)
    /** Starts a real one while somebody else changes the drill. */
    const startDuring = (change: (holder: typeof here.sql) => PromiseLike<unknown>) =>
      here.sql.begin(async (holder) => {
        await change(holder as unknown as typeof here.sql)
        const started = start(false)
        await waitForLocks(here.sql)
        return { started }
      })
    const ended = await startDuring(
      (holder) =>
        holder`update musters set ended_at = now(), safe = 0, missing = 0, total = 0 where id = ${id}`,
    )
    const real = await ended.started
    expect(real).not.toBe(id)
    expect((await stateOf(real)).muster).toMatchObject({ drill: false, became_real_at: null })
    await ask('POST', `/musters/${real}/end`)

    later(MINUTE_MS)
    const second = await start(true)
    const { version } = await stateOf(second)
    const marked = await startDuring(
      (holder) => holder`update musters set version = version + 5 where id = ${second}`,
    )
    expect(await marked.started).toBe(second)
    expect((await stateOf(second)).version).toBe(version + 6)
  })

  it('takes the time of a phone that was without a network, by the server’s clock', async () => {
    const day = 24 * HOUR_MS
    const id = await start(false, { started_at: iso(day - 20 * MINUTE_MS), sent_at: iso(day) })
    expect((await stateOf(id)).muster.started_at).toBe(iso(-20 * MINUTE_MS))
  })

  it('joins the muster that others held while a phone was without a network', async () => {
    const startedAt = iso()
    later(MINUTE_MS)
    const id = await start()
    later(MINUTE_MS)
    await ask('POST', `/musters/${id}/end`)
    later(MINUTE_MS)
    expect(await start(false, { started_at: startedAt, sent_at: iso() })).toBe(id)
    expect(await start(false)).not.toBe(id)
  })

  it('is a muster of its own where it was a real one, and was started well after one that is over', async () => {
    const first = await start()
    later(musterLimits.sameStartMinutes * MINUTE_MS)
    const atOnce = iso()
    later(1)
    const startedAt = iso()
    later(MINUTE_MS)
    await ask('POST', `/musters/${first}/end`)
    later(MINUTE_MS)
    expect(await start(true, { started_at: startedAt, sent_at: iso() })).toBe(first)
    expect(await start(false, { started_at: atOnce, sent_at: iso() })).toBe(first)
    const real = await start(false, { started_at: startedAt, sent_at: iso() })
    expect(real).not.toBe(first)
    expect((await stateOf(real)).muster).toMatchObject({ started_at: startedAt, ended_at: null })
  })

  it('is a muster of its own where it was a real one, and others held a drill meanwhile', async () => {
    await signIn()
    const startedAt = iso()
    later(MINUTE_MS)
    const drill = await start(true)
    await ask('POST', `/musters/${drill}/end`)
    later(MINUTE_MS)
    const real = await start(false, { started_at: startedAt, sent_at: iso() })
    expect(real).not.toBe(drill)
    expect((await stateOf(real)).muster).toMatchObject({
      drill: false,
      started_at: startedAt,
      ended_at: null,
    })
    expect((await stateOf(drill)).muster.drill).toBe(true)
    // A drill joins the real one, and the real one stays as it is.
    expect(await start(true, { started_at: startedAt, sent_at: iso() })).toBe(real)
  })
})

describe('a muster that a phone has started and ended without a network', () => {
  const keep = (drill: boolean, times: { started_at: string; ended_at: string }, token = warden) =>
    ask('POST', '/musters', { site_id: siteId, drill, ...times, sent_at: iso() }, token)
  const outbox = () => here.sql`select type from outbox where client_id = ${here.world.a.clientId}`
  const keptId = async (drill: boolean, times: { started_at: string; ended_at: string }) => {
    const { status, body, text } = await keep(drill, times)
    expect(status, text).toBe(200)
    return String(body['id'])
  }

  it('is written down with its marks and who was there, and alarms nobody', async () => {
    const stayed = await signIn()
    const left = await signIn()
    const started_at = iso()
    later(5 * MINUTE_MS)
    const ended_at = iso()
    later(MINUTE_MS)
    await signOut(left.checkOutToken)
    await signIn()
    later(20 * MINUTE_MS)
    const before = await outbox()
    const id = await keptId(false, { started_at, ended_at })
    const types = (await outbox()).slice(before.length).map((row) => row['type'])
    expect(types.filter((type) => type !== 'muster.ended')).toEqual([])
    expect((await ask('GET', `/board/${siteId}/muster`)).body).toMatchObject({ muster: null })
    const kept = await stateOf(id)
    expect(kept.muster).toMatchObject({ started_at, ended_at, missing: 2, total: 2, forgotten: false })
    expect(kept.roll.map((one) => [one.last_name, one.left_at])).toEqual([
      [stayed.lastName, null],
      [left.lastName, null],
    ])
    const tick = mark(kept.roll[0]?.id ?? '', 'safe', { at: ended_at })
    expect((await send(id, [tick], warden, `?sent_at=${iso()}&started_at=${started_at}`)).status).toBe(200)
    expect((await stateOf(id)).muster).toMatchObject({ safe: 1, missing: 1 })
    // The answer may have been lost.
    expect(await keptId(false, { started_at, ended_at })).toBe(id)
  })

  it('joins the one that others held in that time, and none that began when it was over', async () => {
    const times = { started_at: iso(), ended_at: iso(5 * MINUTE_MS) }
    later(MINUTE_MS)
    const id = await start()
    later(10 * MINUTE_MS)
    expect(await keptId(false, times)).toBe(id)
    const early = { started_at: iso(-20 * MINUTE_MS), ended_at: iso(-15 * MINUTE_MS) }
    expect(await keptId(false, early)).not.toBe(id)
    expect((await ask('GET', `/board/${siteId}/muster`)).body).toMatchObject({ muster: { id } })
  })

  it('makes no drill a real one', async () => {
    const drill = await start(true)
    later(MINUTE_MS)
    const times = { started_at: iso(), ended_at: iso(MINUTE_MS) }
    later(2 * MINUTE_MS)
    expect(await keptId(false, times)).not.toBe(drill)
    expect((await stateOf(drill)).muster).toMatchObject({ drill: true, ended_at: null })
    expect(await keptId(true, times)).toBe(drill)
  })

  it('is not taken for one that another phone has started and not ended', async () => {
    const [started_at, second] = [iso(), iso(2 * MINUTE_MS)]
    later(5 * MINUTE_MS)
    const times = { started_at, ended_at: iso() }
    later(MINUTE_MS)
    const id = await keptId(false, times)
    const running = await start(false, { started_at: second, sent_at: iso() })
    expect(running).not.toBe(id)
    expect((await stateOf(running)).muster.ended_at).toBeNull()
  })

  it('is refused where it was ended too long ago', async () => {
    const times = { started_at: iso(), ended_at: iso() }
    later(musterLimits.lateHours * HOUR_MS + MINUTE_MS)
    const { status, body } = await keep(true, times, (await newWarden()).token)
    expect([status, body['code']]).toEqual([422, 'muster_over'])
  })
})

describe('the roll', () => {
  it('goes on with who comes, and nobody leaves it', async () => {
    const first = await signIn()
    const id = await start()
    const before = await stateOf(id)
    const second = await signIn()
    const { roll, version } = await stateOf(id, before.version)
    expect(roll.map(({ last_name }) => last_name)).toEqual([second.lastName])
    later(MINUTE_MS)
    await signOut(first.checkOutToken)
    const after = await stateOf(id, version)
    expect(after.roll).toMatchObject([{ last_name: first.lastName, left_at: iso(), had_left: false }])
    expect((await stateOf(id)).roll).toHaveLength(2)
  })

  it('has somebody once who signs in again', async () => {
    await signIn({ lastName: 'Again' })
    const id = await start()
    later(MINUTE_MS)
    await signIn({ lastName: 'Again', dependents: 3 })
    expect((await stateOf(id)).roll).toMatchObject([{ last_name: 'Again', dependents: 3, left_at: null }])
  })

  it('counts somebody again who had left and came back', async () => {
    const gone = await signIn({ lastName: 'Back' })
    await signOut(gone.checkOutToken)
    later(MINUTE_MS)
    const id = await start()
    expect((await stateOf(id)).roll).toMatchObject([{ had_left: true }])
    await signIn({ lastName: 'Back' })
    expect((await stateOf(id)).roll).toMatchObject([{ had_left: false, left_at: null }])
  })

  it.each([
    ['before the start', true],
    ['during the muster', false],
  ])('counts somebody again whose check-out %s was taken back', async (_, isBefore) => {
    const { checkOutToken } = await signIn()
    const manager = await here.world.open('admin A')
    const [visit] = await here.sql<{ id: string }[]>`
      select visit_id as id from presence where site_id = ${siteId}`
    const ids = [visit?.id]
    const checkOut = () => ask('POST', '/presence/check-out', { ids, reason: '' }, manager)
    if (isBefore) expect((await checkOut()).body).toMatchObject({ done: 1 })
    later(MINUTE_MS)
    const id = await start()
    if (!isBefore) expect((await checkOut()).body).toMatchObject({ done: 1 })
    const before = await stateOf(id)
    expect(before.roll).toMatchObject([{ left_at: expect.any(String), had_left: isBefore }])
    const undone = await ask('POST', '/presence/check-out/undo', { ids }, manager)
    expect(undone.body).toMatchObject({ done: 1 })
    const after = await stateOf(id, before.version)
    expect(after.roll).toMatchObject([{ left_at: null, had_left: false }])
    expect((await stateOf(id, after.version)).roll).toEqual([])
    expect((await ask('POST', '/checkin/muster', { checkOutToken })).body).toMatchObject({
      muster: { isSeen: false },
    })
    const { body: report } = await ask('GET', `/musters/${id}/report`)
    expect(report).toMatchObject({ safe: 0, missing: 1, total: 1, people: [{ outcome: 'missing' }] })
  })

  it.each([
    { overdue: 13, more: 1 },
    { overdue: limits.site.overdueHours.max, more: limits.site.overdueHours.max },
  ])('counts those who were assumed to have left shortly before the start, %o', async (hours) => {
    const { lastName } = await signIn({ dependents: 1 })
    await assumeThatAllHaveLeft(hours)
    later(musterLimits.leftMinutes * MINUTE_MS)
    const id = await start()
    const { roll, version } = await stateOf(id)
    // Not on site by the board, so the number is that of somebody who has left.
    expect(roll).toMatchObject([{ last_name: lastName, left_at: null, had_left: false, tel_masked: true }])
    const { body: report } = await ask('GET', `/musters/${id}/report`)
    expect(report).toMatchObject({
      missing: 2,
      total: 2,
      people: [{ outcome: 'missing', left_at: null }],
    })
    await send(id, [mark(roll[0]?.id ?? '', 'safe')])
    expect((await stateOf(id, version)).roll).toEqual([])
    expect((await ask('POST', `/musters/${id}/end`)).body).toMatchObject({ safe: 2, missing: 0 })
  })

  it('has nobody who was assumed to have left long before, unless a phone marks them', async () => {
    const { lastName } = await signIn()
    const [visit] = await here.sql<{ id: string }[]>`
      select visit_id as id from presence where site_id = ${siteId}`
    await assumeThatAllHaveLeft()
    later(musterLimits.leftMinutes * MINUTE_MS + 1)
    const id = await start()
    expect((await stateOf(id)).roll).toEqual([])
    await send(id, [mark(visit?.id ?? '', 'note', { text: 'Works late' })])
    expect((await stateOf(id)).roll).toMatchObject([
      { last_name: lastName, left_at: null, had_left: false, tel_masked: true },
    ])
    expect((await ask('POST', `/musters/${id}/end`)).body).toMatchObject({ missing: 1, total: 1 })
  })

  it('invents no departure during a muster, and shows one that is told later', async () => {
    const { checkOutToken } = await signIn()
    later(MINUTE_MS)
    const leftAt = iso()
    const id = await start()
    await assumeThatAllHaveLeft()
    const before = await stateOf(id)
    expect(before.roll).toMatchObject([{ left_at: null, had_left: false }])
    const told = await call(here.test, 'POST', '/checkin/checkout', { checkOutToken, time: leftAt })
    expect(told.status, told.text).toBe(200)
    const { roll } = await stateOf(id, before.version)
    expect(roll).toMatchObject([{ left_at: leftAt, had_left: false }])
    expect((await ask('POST', `/musters/${id}/end`)).body).toMatchObject({ missing: 1, total: 1 })
  })

  it('is watched by a screen of the site, which marks nobody', async () => {
    const { clientId } = here.world.a
    const { id: userId } = await makeUser(here.test.database.db, here.test.passwords, clientId, {
      access: [{ siteId, userType: 'Device' }],
    })
    const screen = await openSession(here.test, { clientId, userId, siteId, userType: 'Device' })
    const id = await start()
    expect(await stateOf(id, 0, screen)).toMatchObject({ can_mark: false, hand_in_token: null })
    const running = await ask('GET', `/board/${siteId}/muster`, undefined, screen)
    expect(running.body).toMatchObject({ muster: { id }, can_start: false })
    expect((await send(id, [mark(newId(), 'safe')], screen)).status).toBe(403)
    await ask('POST', `/musters/${id}/end`)
    expect((await ask('GET', `/board/musters/${id}`, undefined, screen)).status).toBe(404)
    expect((await ask('GET', `/board/${siteId}/muster`, undefined, screen)).body).toEqual({
      muster: null,
      can_start: false,
      hand_in_token: null,
    })
  })

  it('is only watched before the second factor', async () => {
    const { clientId } = here.world.a
    await here.sql`update clients set board_without_two_step = true where id = ${clientId}`
    const half = await openSession(here.test, { clientId, userId: wardenId }, { authenticated: false })
    const id = await start()
    expect(await stateOf(id, 0, half)).toMatchObject({ can_mark: false, hand_in_token: null })
    const running = await ask('GET', `/board/${siteId}/muster`, undefined, half)
    expect(running.body).toMatchObject({ muster: { id }, can_start: false, hand_in_token: null })
    expect((await send(id, [mark(newId(), 'safe')], half)).status).toBe(403)
    await here.sql`update clients set board_without_two_step = false where id = ${clientId}`
    expect((await ask('GET', `/board/musters/${id}`, undefined, half)).status).toBe(403)
    expect((await ask('GET', `/board/${siteId}/muster`, undefined, half)).status).toBe(403)
  })

  it('is brought up to date once, however many screens wait for it', async () => {
    const id = await start()
    await here.sql`create sequence roll_updates`
    await here.sql`create function count_roll_update() returns trigger language plpgsql security definer as
      $$ begin perform nextval('public.roll_updates'); return null; end $$`
    await here.sql`create trigger count_roll_update after update on musters for each row execute function count_roll_update()`
    await signIn()
    const states = await here.sql.begin(async (holder) => {
      await holder`select from musters where id = ${id} for update`
      const asked = [1, 2, 3, 4].map(() => stateOf(id))
      await waitForLocks(here.sql, 4)
      return { asked }
    })
    for (const { roll } of await Promise.all(states.asked)) expect(roll).toHaveLength(1)
    const [updates] = await here.sql`select last_value::int as many from roll_updates`
    await here.sql`drop trigger count_roll_update on musters`
    expect(updates).toEqual({ many: 1 })
  })

  it('has whoever came, also where nobody read it before the changes of the board were purged', async () => {
    const id = await start()
    const { lastName } = await signIn()
    // The database tells the age of both by its own clock.
    await here.sql`update musters set roll_compared_at = roll_compared_at - interval '3 hours' where id = ${id}`
    await here.sql`
      update board_changes set changed_at = changed_at - interval '3 hours' where site_id = ${siteId}`
    expect(await purgeExpired(here.test.database.db, board.expires, new Date())).toEqual([])
    expect(await here.sql`select from board_changes where site_id = ${siteId} and list = 'on_site'`).toEqual(
      [],
    )
    expect((await stateOf(id)).roll).toMatchObject([{ last_name: lastName }])
  })

  it('is read without its muster being held', async () => {
    const id = await start()
    const { lastName } = await signIn()
    const asked = await here.sql.begin(async (holder) => {
      await holder`lock table muster_points in access exclusive mode`
      const state = stateOf(id)
      await waitForLocks(here.sql)
      await holder`select from musters where id = ${id} for update nowait`
      return { state }
    })
    expect((await asked.state).roll).toMatchObject([{ last_name: lastName }])
  })

  it('is answered with 304 while nothing changes', async () => {
    const id = await start()
    const first = await ask('GET', `/board/musters/${id}?after=1`)
    const again = await call(here.test, 'GET', `/board/musters/${id}?after=1`, undefined, {
      token: warden,
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    expect(again.status).toBe(304)
  })

  it.each([250, 251, 450])('of %i people is read whole and in order, and so are the marks', async (size) => {
    const id = await start()
    const { clientId } = here.world.a
    const at = here.test.clock.now
    await here.sql`
      insert into muster_roll (client_id, muster_id, person_id, person_key, kind, visit_id, signed_in_at, first_name, last_name, version)
      select ${clientId}, ${id}, gen_random_uuid(), 'key ' || n, 'visitor', gen_random_uuid(), ${at}, 'Ana', 'Silva ' || lpad(n::text, 4, '0'),
        case when n <= 20 then 1 else 2 end
      from generate_series(1, ${size}) n`
    await here.sql`
      insert into muster_marks (client_id, muster_id, id, person_id, state, made_at, targets, received_at, version)
      select client_id, muster_id, gen_random_uuid(), person_id, 'safe', ${at}, '{}', ${at}, version
      from muster_roll where client_id = ${clientId} and muster_id = ${id}`
    await here.sql`update musters set version = 2 where client_id = ${clientId} and id = ${id}`
    const [stored] = await here.sql<{ marks: string[] }[]>`
      select array_agg(id order by version, id) as marks from muster_marks where client_id = ${clientId} and muster_id = ${id}`
    const names = Array.from({ length: size }, (_, number) => `Silva ${String(number + 1).padStart(4, '0')}`)
    for (const [after, earlier] of [
      [0, 0],
      [1, 20],
    ] as const) {
      const { roll, marks } = await stateOf(id, after)
      expect(roll.map((entry) => entry.last_name)).toEqual(names.slice(earlier))
      expect(marks.map((one) => one.id)).toEqual(stored?.marks.slice(earlier))
    }
    const { body } = await ask('GET', `/musters/${id}/report`)
    expect(body).toMatchObject({ safe: size, missing: 0, total: size })
    expect((body as unknown as MusterReport).people.map(({ name }) => name)).toEqual(
      names.map((name) => `${name}, Ana`),
    )
    expect((await ask('POST', `/musters/${id}/end`)).body).toMatchObject({ safe: size, total: size })
  })
})

describe('marks', () => {
  it('are refused for a muster of others, and where they are no marks', async () => {
    const id = await start()
    const outsider = await here.world.open('admin B')
    const foreign = await send(id, [mark(newId(), 'safe')], outsider)
    const absent = await send(newId(), [mark(newId(), 'safe')], outsider)
    expect([foreign.status, foreign.text]).toEqual([404, absent.text])
    const wrong = [
      [{ ...mark(newId(), 'safe'), state: 'said_safe' }],
      [{ ...mark(newId(), 'safe'), id: 'x' }],
      [{ ...mark(newId(), 'safe'), by: wardenId }],
      [mark(newId(), 'note', { text: 'x'.repeat(musterLimits.textCharacters + 1) })],
      [
        mark(newId(), 'undone', {
          targets: Array.from({ length: musterLimits.targets + 1 }, () => newId()),
        }),
      ],
      Array.from({ length: musterLimits.marksPerCall + 1 }, () => mark(newId(), 'safe')),
    ]
    for (const marks of wrong) expect((await send(id, marks as NewMark[])).status).toBe(400)
    expect((await stateOf(id)).marks).toEqual([])
  })

  it('are stored once, with who made them and when, and shared', async () => {
    await signIn()
    const id = await start()
    const { roll, version } = await stateOf(id)
    const tick = mark(roll[0]?.id ?? '', 'safe')
    later(MINUTE_MS)
    await Promise.all([send(id, [tick]), send(id, [tick]), send(id, [tick])])
    const other = await newWarden()
    const shared = await stateOf(id, version, other.token)
    expect(shared.roll).toEqual([])
    expect(shared.marks).toEqual([
      {
        id: tick.id,
        person_id: tick.person_id,
        state: 'safe',
        at: tick.at,
        by: wardenId,
        targets: [],
        point_id: null,
        text: '',
        received_at: iso(),
        is_flagged: false,
      },
    ])
    expect(shared.wardens.map((one) => one.id)).toEqual([wardenId])
  })

  it('are all read, however many there are', async () => {
    const id = await start()
    const stored = await here.sql<{ id: string }[]>`
      with made as (
        insert into muster_marks (client_id, muster_id, id, person_id, state, made_at, targets, received_at, version)
        select ${here.world.a.clientId}, ${id}, gen_random_uuid(), gen_random_uuid(), 'note', now(), '{}', now(), n % 2 + 2
        from generate_series(1, 1800) n returning id, version)
      select id from made order by version, id`
    expect((await stateOf(id)).marks.map((one) => one.id)).toEqual(stored.map((one) => one.id))
    expect((await stateOf(id, 2)).marks).toHaveLength(900)
  })

  it('have the time of the server, where the clock of the phone is a day off', async () => {
    const id = await start()
    const day = 24 * HOUR_MS
    later(MINUTE_MS)
    const made = [
      mark(newId(), 'unlisted', { at: iso(day - 30_000), text: 'Ahead' }),
      mark(newId(), 'unlisted', { at: iso(day), text: 'Never' }),
    ]
    await send(id, made, warden, `?sent_at=${iso(day)}`)
    const alone = mark(newId(), 'unlisted', { at: iso(day), text: 'Alone' })
    await send(id, [alone])
    const { marks } = await stateOf(id)
    expect(marks.map(({ at }) => at).toSorted()).toEqual([iso(-30_000), iso(), iso()])
  })

  it('of a visitor whom a phone knows by an earlier visit are those of the person on the roll', async () => {
    const [, earlier] = [await signIn({ lastName: 'Known' }), newId()]
    const [visit] = await here.sql<{ visit_id: string }[]>`
      select visit_id from presence where site_id = ${siteId}`
    later(MINUTE_MS)
    await signIn({ lastName: 'Known' })
    const id = await start()
    await send(id, [mark(visit?.visit_id ?? earlier, 'safe')])
    const { roll, marks } = await stateOf(id)
    expect(roll[0]?.id).not.toBe(visit?.visit_id)
    expect(marks).toMatchObject([{ person_id: roll[0]?.id, state: 'safe' }])
  })

  it('of somebody who had left too long ago for the roll put them on it, with their name', async () => {
    const { lastName, checkOutToken } = await signIn()
    const [visit] = await here.sql<{ visit_id: string }[]>`
      select visit_id from presence where site_id = ${siteId}`
    later(MINUTE_MS)
    await signOut(checkOutToken)
    const leftAt = iso()
    later((musterLimits.leftMinutes + 15) * MINUTE_MS)
    const id = await start()
    const { roll, version } = await stateOf(id)
    expect(roll).toEqual([])
    const help = mark(visit?.visit_id ?? '', 'help_needed')
    for (const round of [1, 2]) expect((await send(id, [help])).status, `round ${round}`).toBe(200)
    expect((await stateOf(id, version)).roll).toMatchObject([
      { id: help.person_id, last_name: lastName, left_at: leftAt, had_left: true },
    ])
    const { body } = await ask('GET', `/musters/${id}/report`)
    expect(body).toMatchObject({
      missing: 1,
      total: 1,
      people: [{ name: `${lastName}, Ana`, outcome: 'missing' }],
    })
    await ask('POST', `/musters/${id}/end`)
    expect((await stateOf(id)).muster).toMatchObject({ safe: 0, missing: 1, total: 1 })
  })

  it('of somebody whom nobody knows are counted and reported, as long as one stands', async () => {
    const id = await start()
    const tick = mark(newId(), 'safe')
    await send(id, [tick])
    const report = async () => (await ask('GET', `/musters/${id}/report`)).body
    expect(await report()).toMatchObject({
      safe: 1,
      missing: 0,
      total: 1,
      people: [{ name: '', outcome: 'safe' }],
    })
    await send(id, [mark(tick.person_id, 'undone', { targets: [tick.id] })])
    expect(await report()).toMatchObject({ total: 0, people: [] })
  })

  it('are accepted for a while after the end, and change the figures', async () => {
    await signIn()
    const id = await start()
    const { roll } = await stateOf(id)
    const ended = await ask('POST', `/musters/${id}/end`)
    expect(ended.body).toMatchObject({ safe: 0, missing: 1, total: 1 })
    later(HOUR_MS / 2)
    expect((await send(id, [mark(roll[0]?.id ?? '', 'safe')])).status).toBe(200)
    expect((await stateOf(id)).muster).toMatchObject({ safe: 1, missing: 0, total: 1 })
    const again = await newWarden()
    later(musterLimits.lateHours * HOUR_MS)
    const token = await openSession(here.test, {
      clientId: here.world.a.clientId,
      userId: again.id,
      siteId,
      userType: 'Staff',
    })
    const late = await send(id, [mark(newId(), 'unlisted', { text: 'x' })], token)
    expect([late.status, late.body['code']]).toEqual([422, 'muster_over'])
  })
})

describe('marks that come after the end', () => {
  it('change the figures as if all were counted again, and read nobody else’s marks', async () => {
    const longGone = await signIn({ dependents: 3 })
    await signOut(longGone.checkOutToken)
    later(musterLimits.leftMinutes * MINUTE_MS + MINUTE_MS)
    const left = await signIn()
    const present = [await signIn({ dependents: 2 }), await signIn(), await signIn({ dependents: 1 })]
    await signOut(left.checkOutToken)
    later(MINUTE_MS)
    const id = await start()
    const { roll } = await stateOf(id)
    const idOf = ({ lastName }: { lastName: string }) =>
      roll.find(({ last_name }) => last_name === lastName)?.id ?? ''
    const [first, second, third] = present.map(idOf)
    const stranger = newId()
    const ticked = mark(first ?? '', 'safe')
    await send(id, [ticked, mark(stranger, 'unlisted', { text: 'A driver' })])
    await ask('POST', `/musters/${id}/end`)
    const figures = async () => {
      const [row] = await here.sql`select safe, missing, total from musters where id = ${id}`
      return { ...row }
    }
    expect(await figures()).toEqual({ safe: 3, missing: 4, total: 7 })
    const [visit] = await here.sql<{ id: string }[]>`
      select id from visits where site_id = ${siteId} and last_name = ${longGone.lastName}`
    const late: [NewMark[], object][] = [
      [
        [mark(second ?? '', 'safe'), mark(third ?? '', 'note', { text: 'x' })],
        { safe: 4, missing: 3, total: 7 },
      ],
      [[mark(stranger, 'safe'), mark(stranger, 'safe')], { safe: 5, missing: 2, total: 7 }],
      [[mark(idOf(left), 'help_needed')], { safe: 5, missing: 3, total: 8 }],
      [
        [mark(idOf(left), 'safe'), mark(newId(), 'unlisted', { text: 'y' })],
        { safe: 6, missing: 3, total: 9 },
      ],
      // Somebody who was not on the roll, with three others.
      [[mark(visit?.id ?? '', 'safe')], { safe: 10, missing: 3, total: 13 }],
      // Sent again.
      [[ticked], { safe: 10, missing: 3, total: 13 }],
      [[mark(first ?? '', 'undone', { targets: [ticked.id] })], { safe: 7, missing: 6, total: 13 }],
    ]
    for (const [marks, expected] of late) {
      const { status, text } = await send(id, marks)
      expect(status, text).toBe(200)
      expect(await figures(), JSON.stringify(marks)).toEqual(expected)
      const { body } = await ask('GET', `/musters/${id}/report`)
      const { safe, missing, total } = body
      expect({ safe, missing, total }, 'the report counts all').toEqual(expected)
    }
  })
})

describe('a warden whose access was taken away', () => {
  const handIn = (token: string, marks: NewMark[]) =>
    call(here.test, 'POST', '/musters/hand-in', { token, marks, sent_at: iso() })

  it('hands in what the phone has, and it is kept and flagged', async () => {
    await signIn()
    const id = await start()
    const other = await newWarden()
    const { hand_in_token: token, roll } = await stateOf(id, 0, other.token)
    await here.sql`delete from access_entries where user_id = ${other.id}`
    const tick = mark(roll[0]?.id ?? '', 'safe')
    expect((await send(id, [tick], other.token)).status).toBe(403)
    expect((await handIn(token ?? '', [tick])).body).toMatchObject({ flagged: true })
    const { marks } = await stateOf(id)
    expect(marks).toMatchObject([{ id: tick.id, by: other.id, is_flagged: true }])
    const ended = await ask('POST', `/musters/${id}/end`)
    expect(ended.body).toMatchObject({ safe: 0, missing: 1 })
  })

  it('hands in where others at the address have sent forged tokens until they were refused', async () => {
    const id = await start()
    const phone = await newPhone()
    const { hand_in_token: token } = await stateOf(id, 0, phone.token)
    const ip = '10.77.1.1'
    const from = (used: string) =>
      call(here.test, 'POST', '/musters/hand-in', { token: used, marks: [] }, { ip })
    await leaveTokens(here.test, 'forgedHandIns', ip, 1)
    expect([(await from('forged')).status, (await from('forged')).status]).toEqual([404, 429])
    expect((await from(token ?? '')).status).toBe(200)
    // A warden's own limit holds wherever they are, and is no other warden's.
    await leaveTokens(here.test, 'handInsPerWarden', phone.id, 1)
    expect([(await from(token ?? '')).status, (await from(token ?? '')).status]).toEqual([200, 429])
    const other = await newPhone()
    const theirs = (await stateOf(id, 0, other.token)).hand_in_token
    expect((await from(theirs ?? '')).status).toBe(200)
  })

  it('is not flagged whose session has only run out', async () => {
    const id = await start()
    const phone = await newPhone()
    const { hand_in_token: token } = await stateOf(id, 0, phone.token)
    await here.sql`update sessions set expires_at = ${iso()} where user_id = ${phone.id}`
    expect((await handIn(token ?? '', [mark(newId(), 'unlisted', { text: 'A driver' })])).status).toBe(200)
    expect((await stateOf(id)).marks).toMatchObject([{ by: phone.id, is_flagged: false }])
  })

  it('hands in what was marked in a muster that the phone started itself', async () => {
    await signIn()
    const other = await newWarden()
    const running = await ask('GET', `/board/${siteId}/muster`, undefined, other.token)
    const token = running.body['hand_in_token'] as string
    later(MINUTE_MS)
    const startedAt = iso()
    const own = (marks: NewMark[], drill = false) =>
      call(here.test, 'POST', '/musters/hand-in', {
        token,
        marks,
        sent_at: iso(),
        started_at: startedAt,
        drill,
      })
    // Nobody holds one: the phone keeps its marks.
    expect((await own([mark(newId(), 'unlisted', { text: 'x' })])).status).toBe(404)
    const drill = await start(true)
    await ask('POST', `/musters/${drill}/end`)
    expect((await own([mark(newId(), 'unlisted', { text: 'x' })])).status).toBe(404)
    later(MINUTE_MS)
    const id = await start()
    await here.sql`delete from access_entries where user_id = ${other.id}`
    const { roll } = await stateOf(id)
    const tick = mark(roll[0]?.id ?? '', 'safe')
    for (const round of [1, 2]) expect((await own([tick])).status, `round ${round}`).toBe(200)
    expect((await stateOf(id)).marks).toMatchObject([{ id: tick.id, by: other.id, is_flagged: true }])
    expect((await stateOf(drill)).marks).toEqual([])
    later(musterLimits.lateHours * HOUR_MS)
    const tooLate = await own([tick])
    expect([tooLate.status, tooLate.body['code']]).toEqual([422, 'muster_over'])
  })

  /** A warden, and what their phone has for a muster that it starts itself. */
  async function newPhone() {
    const person = await newWarden()
    const running = await ask('GET', `/board/${siteId}/muster`, undefined, person.token)
    return { ...person, siteToken: String(running.body['hand_in_token']) }
  }
  const handInOwn = (token: string, marks: NewMark[], startedAt: string, more: object = {}) =>
    call(here.test, 'POST', '/musters/hand-in', {
      token,
      marks,
      sent_at: iso(),
      started_at: startedAt,
      drill: false,
      ...more,
    })

  it('does not find people safe in a muster that began after they were seen', async () => {
    await signIn()
    const phone = await newPhone()
    const startedAt = iso()
    const early = [mark(newId(), 'unlisted', { text: 'A driver' })]
    later((musterLimits.leftMinutes + 1) * MINUTE_MS)
    const id = await start()
    const { roll } = await stateOf(id)
    const [person] = roll
    early.push(
      mark(person?.id ?? '', 'safe', { at: startedAt }),
      mark(newId(), 'help_needed', { at: startedAt }),
    )
    const late = mark(newId(), 'safe', { at: iso(-musterLimits.leftMinutes * MINUTE_MS) })
    expect((await handInOwn(phone.siteToken, [...early, late], startedAt)).status).toBe(200)
    const { marks } = await stateOf(id)
    const flagged = marks.filter((one) => one.is_flagged).map((one) => one.id)
    expect(new Set(flagged)).toEqual(new Set(early.map((one) => one.id)))
    expect(marks.map((one) => one.id)).toContain(late.id)
    // The driver, and whoever asks for help, count; the person on the roll is missing.
    expect((await ask('POST', `/musters/${id}/end`)).body).toMatchObject({ safe: 1, missing: 3, total: 4 })
  })

  it('does not do so with a session either, where the phone had joined it', async () => {
    await signIn()
    const startedAt = iso()
    later((musterLimits.leftMinutes + 1) * MINUTE_MS)
    const id = await start()
    const tick = mark((await stateOf(id)).roll[0]?.id ?? '', 'safe', { at: startedAt })
    expect((await send(id, [tick], warden, `?sent_at=${iso()}&started_at=${startedAt}`)).status).toBe(200)
    expect((await stateOf(id)).marks).toMatchObject([{ id: tick.id, is_flagged: true }])
    // What was marked in the muster itself belongs to it, whatever the phone's clock said.
    const wrong = mark(tick.person_id, 'safe', { at: startedAt })
    await send(id, [wrong], warden, `?sent_at=${iso()}`)
    expect((await stateOf(id)).marks).toMatchObject([
      { is_flagged: true },
      { id: wrong.id, is_flagged: false },
    ])
  })

  it('hands in to the first muster that was held, and to none that began many hours later', async () => {
    const phone = await newPhone()
    const startedAt = iso()
    later(MINUTE_MS)
    const first = await start()
    later(MINUTE_MS)
    await ask('POST', `/musters/${first}/end`)
    later((musterLimits.leftMinutes + 1) * MINUTE_MS)
    const second = await start()
    const note = mark(newId(), 'unlisted', { text: 'A driver', at: startedAt })
    expect((await handInOwn(phone.siteToken, [note], startedAt)).status).toBe(200)
    expect((await stateOf(first)).marks).toMatchObject([{ id: note.id, is_flagged: false }])
    expect((await stateOf(second)).marks).toEqual([])
    expect(await start(false, { started_at: startedAt, sent_at: iso() })).toBe(first)
    await ask('POST', `/musters/${second}/end`)

    later(MINUTE_MS)
    const alone = iso()
    later(musterLimits.startedHours * HOUR_MS + MINUTE_MS)
    const { token } = await newWarden()
    const next = await ask('POST', '/musters', { site_id: siteId, drill: false }, token)
    expect((await handInOwn(phone.siteToken, [note], alone)).status).toBe(404)
    expect((await stateOf(String(next.body['id']), 0, token)).marks).toEqual([])
  })

  it('hands in what was marked in one that the phone has ended to none that began later', async () => {
    const phone = await newPhone()
    const startedAt = iso()
    const tick = mark(newId(), 'unlisted', { text: 'A driver', at: startedAt })
    later(2 * MINUTE_MS)
    const id = await start()
    const handInEnded = (endedAt: string) =>
      handInOwn(phone.siteToken, [tick], startedAt, { ended_at: endedAt })
    expect((await handInEnded(iso(-MINUTE_MS))).status).toBe(404)
    expect((await stateOf(id)).marks).toEqual([])
    expect((await handInEnded(iso())).status).toBe(200)
  })

  it('hands in to the muster that the phone knows, which is one of the site', async () => {
    const phone = await newPhone()
    const first = await start()
    later(MINUTE_MS)
    await ask('POST', `/musters/${first}/end`)
    later(MINUTE_MS)
    const second = await start()
    const tick = mark(newId(), 'unlisted', { text: 'x' })
    const known = (musterId: string) =>
      call(here.test, 'POST', '/musters/hand-in', {
        token: phone.siteToken,
        marks: [tick],
        sent_at: iso(),
        muster_id: musterId,
      })
    expect((await known(second)).status).toBe(200)
    expect((await stateOf(second)).marks).toMatchObject([{ id: tick.id }])
    expect((await stateOf(first)).marks).toEqual([])
    const elsewhere = await makeSite(here.test.database.db, here.world.a.clientId)
    const admin = await here.world.open('admin A')
    const other = await ask('POST', '/musters', { site_id: elsewhere.id, drill: false }, admin)
    expect((await known(String(other.body['id']))).status).toBe(404)
  })

  it('cannot reach musters that were over long before the phone last looked for one', async () => {
    const id = await start()
    later(MINUTE_MS)
    await ask('POST', `/musters/${id}/end`)
    const endedAt = iso()
    later((musterLimits.startedHours + 1) * HOUR_MS)
    const token = here.test.keys.handInTokens.ofSite(
      { clientId: here.world.a.clientId, siteId, userId: wardenId, sessionId: newId() },
      here.test.clock.now,
    )
    expect((await handInOwn(token, [mark(newId(), 'safe')], endedAt)).status).toBe(404)
  })

  it('fills no muster', async () => {
    const id = await start()
    const phone = await newPhone()
    const { hand_in_token: token } = await stateOf(id, 0, phone.token)
    await here.sql`delete from access_entries where user_id = ${phone.id}`
    const marks = Array.from({ length: musterLimits.marksPerCall }, () => mark(newId(), 'safe'))
    const calls = musterLimits.flaggedMarks / musterLimits.marksPerCall
    for (let round = 0; round < calls; round += 1) {
      const more = round === 0 ? marks : marks.map(({ person_id }) => mark(person_id, 'safe'))
      expect((await handIn(token ?? '', more)).status).toBe(200)
    }
    const tooMany = await handIn(token ?? '', [mark(newId(), 'safe')])
    expect([tooMany.status, tooMany.body['code']]).toEqual([422, 'too_many_marks'])
    // What is sent again takes no room.
    expect((await handIn(token ?? '', marks)).status).toBe(200)
    // Nor has it taken that of others, and it makes nobody missing.
    const other = await newPhone()
    const { hand_in_token: theirs } = await stateOf(id, 0, other.token)
    await here.sql`delete from access_entries where user_id = ${other.id}`
    expect((await handIn(theirs ?? '', [mark(newId(), 'note', { text: 'x' })])).status).toBe(200)
    const report = (await ask('GET', `/musters/${id}/report`)).body as unknown as MusterReport
    expect(report).toMatchObject({ safe: 0, missing: 1, total: 1 })
    expect(report.people.filter(({ outcome }) => outcome === 'not_counted')).toHaveLength(marks.length)
  })

  it('writes no more notes about one person than wardens may', async () => {
    const id = await start()
    const phone = await newPhone()
    const { hand_in_token: token } = await stateOf(id, 0, phone.token)
    await here.sql`delete from access_entries where user_id = ${phone.id}`
    const person = newId()
    const notes = (count: number) => Array.from({ length: count }, () => mark(person, 'note', { text: 'x' }))
    expect((await handIn(token ?? '', notes(musterLimits.notesOfPerson))).status).toBe(200)
    expect((await handIn(token ?? '', notes(1))).body['code']).toBe('too_many_notes')
    expect((await handIn(token ?? '', [mark(newId(), 'note', { text: 'y' })])).status).toBe(200)
    expect((await send(id, notes(1))).status).toBe(200)
  })

  it.each([
    ['was logged out', ({ id }) => here.sql`update sessions set revoked_at = now() where user_id = ${id}`],
    ['was archived', ({ id }) => here.sql`update users set status = 'archived' where id = ${id}`],
    [
      'has a second factor due again',
      ({ id }) => here.sql`update sessions set authenticated = false where user_id = ${id}`,
    ],
    ['needs a second factor by now', () => requireTwoStepOf('{Staff}')],
    [
      'marks at a site that was archived',
      () => here.sql`update sites set status = 'archived' where id = ${siteId}`,
    ],
  ] satisfies [string, (phone: { id: string }) => PromiseLike<unknown>][])(
    'still hands in, flagged, who %s',
    async (_, change) => {
      onTestFinished(async () => void (await requireTwoStepOf('{}')))
      await signIn()
      const id = await start()
      const phone = await newPhone()
      const { hand_in_token: token, roll } = await stateOf(id, 0, phone.token)
      await change(phone)
      expect((await handIn(token ?? '', [mark(roll[0]?.id ?? '', 'safe')])).status).toBe(200)
      expect(await here.sql`select made_by, is_flagged from muster_marks where muster_id = ${id}`).toEqual([
        { made_by: phone.id, is_flagged: true },
      ])
    },
  )
  const requireTwoStepOf = (audiences: string) =>
    here.sql`update clients set two_step_required_for = ${audiences} where id = ${here.world.a.clientId}`

  it('is who has started a muster on a phone, whoever is logged in there when it is sent', async () => {
    const phone = await newPhone()
    const startedAt = iso()
    later(MINUTE_MS)
    const more = { started_at: startedAt, sent_at: iso() }
    const starterOf = async (id: string) =>
      (
        await here.sql<
          { startedBy: string }[]
        >`select started_by as "startedBy" from musters where id = ${id}`
      )[0]?.startedBy
    const id = await start(false, { ...more, hand_in_token: phone.siteToken })
    expect(await starterOf(id)).toBe(phone.id)
    const [audited] = await here.sql`
      select actor_id, details from audit_entries where target_id = ${id} and action = 'muster.started'`
    expect(audited).toEqual({
      actor_id: wardenId,
      details: { site: siteId, drill: false, user_id: phone.id },
    })
    await ask('POST', `/musters/${id}/end`)
    // One of another site, or a forged one, says nothing.
    const elsewhere = here.test.keys.handInTokens.ofSite(
      {
        clientId: here.world.a.clientId,
        siteId: here.world.a.siteId,
        userId: phone.id,
        sessionId: newId(),
      },
      here.test.clock.now,
    )
    for (const token of [elsewhere, `${phone.siteToken.slice(0, -2)}xx`, 'x']) {
      later(MINUTE_MS)
      const next = await start(false, { hand_in_token: token })
      expect(await starterOf(next)).toBe(wardenId)
      await ask('POST', `/musters/${next}/end`)
    }
  })

  it('is told that there is no such muster with a forged token', async () => {
    const id = await start()
    const { hand_in_token: token } = await stateOf(id)
    const forged = [`${token?.slice(0, -1)}${token?.endsWith('A') ? 'B' : 'A'}`, 'x', '', 'x'.repeat(300)]
    for (const one of forged) expect((await handIn(one, [mark(newId(), 'safe')])).status).toBe(404)
    expect((await stateOf(id)).marks).toEqual([])
  })
})

describe('the end', () => {
  it('reports who was found, by whom, when, and who is missing', async () => {
    const found = await signIn({ dependents: 1 })
    const missing = await signIn({ firstName: '=1+1' })
    const id = await start()
    const { roll } = await stateOf(id)
    const idOf = (lastName: string) => roll.find(({ last_name }) => last_name === lastName)?.id ?? ''
    later(90_000)
    const help = mark(idOf(found.lastName), 'help_needed')
    await send(id, [
      mark(idOf(found.lastName), 'safe'),
      help,
      mark(idOf(found.lastName), 'help_given', { targets: [help.id] }),
      mark(idOf(missing.lastName), 'note', { text: 'Last seen in the hall' }),
      mark(newId(), 'unlisted', { text: 'A driver' }),
    ])
    const outsider = await ask('POST', `/musters/${id}/end`, undefined, await here.world.open('admin B'))
    expect(outsider.status).toBe(404)
    const ended = await ask('POST', `/musters/${id}/end`)
    expect(ended.body).toMatchObject({ safe: 2, missing: 2, total: 4, ended_at: iso() })
    later(MINUTE_MS)
    expect((await ask('POST', `/musters/${id}/end`)).body).toEqual(ended.body)

    const report = (await ask('GET', `/musters/${id}/report`)).body as unknown as MusterReport
    expect(report).toMatchObject({ safe: 2, missing: 2, total: 4 })
    expect(report.people.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['A driver', 'missing'],
      [`${missing.lastName}, =1+1`, 'missing'],
      [`${found.lastName}, Ana`, 'safe'],
    ])
    expect(report.people[2]).toMatchObject({ mobile: '••• 156', mobile_masked: true })
    expect(report.people[2]).toMatchObject({ seconds: 90, help_needed_at: null, safe_at: iso(-MINUTE_MS) })
    expect(report.people[2]?.help_given_at).not.toBeNull()
    expect(report.people[1]?.notes).toMatchObject([
      { text: 'Last seen in the hall', by: expect.stringMatching(/./), at: expect.stringMatching(/Z$/) },
    ])
    const wardenName = report.people[2]?.safe_by
    expect(report.people[2]).toMatchObject({
      help_given_by: wardenName,
      help_needed_by: null,
      added_at: null,
    })
    expect(report.people[0]).toMatchObject({
      kind: 'unlisted',
      added_by: wardenName,
      added_at: iso(-MINUTE_MS),
      flagged_before: 0,
    })
    expect(report.wardens).toEqual([{ name: expect.any(String), ticks: 1 }])

    const csv = await ask('GET', `/musters/${id}/report/export`)
    expect(csv.headers['x-export-rows']).toBe('3')
    const [head, ...lines] = csv.text.trim().split(/\r?\n/)
    expect(lines.find((line) => line.includes(found.lastName))).toContain('"••• 156"')
    expect(head).toMatch(
      /flagged_before"?,"?flagged_marks"?,"?muster_started_at"?,"?muster_started_by"?,"?muster_became_real_at"?,"?muster_ended_at"?,"?muster_ended_by"?$/,
    )
    expect(csv.text).toContain(`"${found.lastName}, Ana","visitor","Visitor",`)
    expect(csv.text).toContain('"A driver","unlisted","",')
    const { started_at, started_by, ended_at, ended_by } = report.muster
    const asCsv = (text: string | null) => expect.stringContaining(String(text))
    for (const line of lines)
      for (const text of [started_at, started_by, ended_at, ended_by, report.muster.site_name])
        expect(line).toEqual(asCsv(text))
    expect(head).toMatch(/^"?site"?,"?site_time_zone"?,"?drill"?,/)
    expect(lines.find((line) => line.includes('A driver'))).toContain(`"${iso(-MINUTE_MS)}","${wardenName}"`)
    expect(csv.headers['content-disposition']).toMatch(/muster_.+_\d{4}-\d{2}-\d{2}_\d{4}\.csv/)
    expect(csv.text).toContain(`"${missing.lastName}, =1+1"`)
    const audited = await here.sql<{ action: string }[]>`
      select action from audit_entries where target_id = ${id} order by at, id`
    expect(audited.map(({ action }) => action)).toEqual(['muster.started', 'muster.ended', 'muster.exported'])
    const admin = await here.world.open('admin A')
    const { text: asAdmin } = await ask('GET', `/musters/${id}/report/export`, undefined, admin)
    expect(asAdmin).toContain('"0491 570 156"')
  })

  it('of a drill that became real says when it did, and counts from then', async () => {
    const arrived = [await signIn(), await signIn()]
    const id = await start(true)
    const startedAt = iso()
    const { roll, muster } = await stateOf(id)
    expect(muster.became_real_at).toBeNull()
    const [first = '', second = ''] = arrived.map(
      ({ lastName }) => roll.find(({ last_name }) => last_name === lastName)?.id,
    )
    later(MINUTE_MS)
    await send(id, [mark(first, 'safe')])
    later(MINUTE_MS)
    // A phone knew a minute ago, and says so now.
    later(MINUTE_MS)
    expect(await start(false, { started_at: iso(-MINUTE_MS), sent_at: iso() })).toBe(id)
    const becameReal = iso(-MINUTE_MS)
    expect(await start(false)).toBe(id)
    await send(id, [mark(second, 'safe')])
    const ended = (await ask('POST', `/musters/${id}/end`)).body
    expect(ended).toMatchObject({ drill: false, started_at: startedAt, became_real_at: becameReal })
    const listed = (await ask('GET', `/musters?site=${siteId}`)).body
    expect(listed).toMatchObject({ items: [{ id, became_real_at: becameReal }] })
    const report = (await ask('GET', `/musters/${id}/report`)).body as unknown as MusterReport
    expect(report.muster.became_real_at).toBe(becameReal)
    expect(new Map(report.people.map((person) => [person.id, person.seconds]))).toEqual(
      new Map([
        [first, null],
        [second, 60],
      ]),
    )
    expect((await ask('GET', `/musters/${id}/report/export`)).text).toContain(`"${becameReal}"`)
  })

  it('is in the list of past musters, for those who may see the site', async () => {
    const id = await start(true)
    await ask('POST', `/musters/${id}/end`)
    const listed = await ask('GET', `/musters?site=${siteId}`)
    expect(listed.body).toMatchObject({ total: 1, items: [{ id, drill: true, total: 0 }] })
    expect((await ask('GET', `/musters?site=${siteId}&drill=false`)).body).toMatchObject({ total: 0 })
    const operator = await here.world.open('site_admin')
    const all = await ask('GET', '/musters', undefined, operator)
    expect(all.body['items']).toContainEqual(expect.objectContaining({ id, client_name: expect.any(String) }))
    const others = await ask('GET', '/musters', undefined, await here.world.open('admin B'))
    expect(JSON.stringify(others.body)).not.toContain(id)
  })

  it('that nobody ends is told to the wardens every two hours without a mark, and is ended after a day', async () => {
    const { db } = here.test.database
    // Each round would tell of those of the tests before.
    await here.sql`
      update musters set ended_at = started_at, safe = 0, missing = 0, total = 0 where ended_at is null`
    await here.sql`delete from outbox`
    const { lastName } = await signIn()
    const id = await start()
    let token = warden
    await here.test.tell()
    const round = async (milliseconds: number) => {
      later(milliseconds)
      await tendForgottenMusters(db, installationScope(), here.test.clock.now, throwIt)
      await here.test.tell()
      // A session is over before the muster is.
      token = await openSession(here.test, {
        clientId: here.world.a.clientId,
        userId: wardenId,
        siteId,
        userType: 'Staff',
      })
      const { body } = await ask('GET', '/me/notifications', undefined, token)
      return (body as unknown as Notification[]).map(({ message }) => message)
    }
    const started = expect.stringContaining('A muster was started at ')
    const forgotten = expect.stringContaining('End it if it is finished.')
    expect(await round(0)).toEqual([started])
    expect(await round(2 * HOUR_MS - 1)).toEqual([started])
    expect(await round(1)).toEqual([forgotten, started])
    expect(await round(HOUR_MS)).toHaveLength(2)
    const [person] = (await stateOf(id, 0, token)).roll
    await send(id, [mark(person?.id ?? '', 'note', { text: 'x' })], token)
    expect(await round(HOUR_MS + 30 * MINUTE_MS)).toHaveLength(2)
    expect(await round(30 * MINUTE_MS)).toHaveLength(3)

    expect(await round(22 * HOUR_MS - 1)).toHaveLength(4)
    expect((await stateOf(id, 0, token)).muster.ended_at).toBeNull()
    expect((await round(1))[0]).toContain('has ended. Missing: 1.')
    expect((await stateOf(id, 0, token)).muster).toMatchObject({
      ended_at: iso(),
      ended_by: null,
      forgotten: true,
      missing: 1,
    })
    const [audited] = await here.sql`
      select actor_kind, actor_id from audit_entries where target_id = ${id} and action = 'muster.ended'`
    expect(audited).toEqual({ actor_kind: 'system', actor_id: null })
    expect(person?.last_name).toBe(lastName)
    expect(await round(3 * HOUR_MS)).toHaveLength(5)
  })

  it('that cannot be ended keeps no other from its end', async () => {
    const stuck = await start()
    siteId = (await makeSite(here.test.database.db, here.world.a.clientId)).id
    warden = (await newWarden()).token
    const ended = await start()
    await here.sql.unsafe(
      `alter table musters add constraint musters_stuck check (id <> '${stuck}' or ended_at is null)`,
    )
    later(24 * HOUR_MS)
    const failures: unknown[] = []
    await tendForgottenMusters(here.test.database.db, installationScope(), here.test.clock.now, (error) =>
      failures.push(error),
    )
    await here.sql`alter table musters drop constraint musters_stuck`
    expect(failures).toHaveLength(1)
    expect(
      await here.sql`select id from musters where ended_at is null and id in ${here.sql([stuck, ended])}`,
    ).toEqual([{ id: stuck }])
  })
  it('leaves counts and no names after the retention', async () => {
    const { lastName } = await signIn()
    const id = await start()
    await send(id, [mark(newId(), 'unlisted', { text: 'A driver' })])
    await ask('POST', `/musters/${id}/end`)
    const { clientId } = here.world.a
    await here.sql`update clients set contact_retention_days = 28 where id = ${clientId}`
    const now = new Date(here.test.clock.now.getTime() + 40 * 24 * HOUR_MS)
    const failures = await applyRetention(
      { db: here.test.database.db, steps: retentionSteps, photos: here.test.photos, clock: () => now },
      clientScope(clientId),
    )
    expect(failures).toEqual([])
    const rolls = await here.sql`select * from muster_roll where muster_id = ${id}`
    expect(JSON.stringify(rolls)).not.toContain(lastName)
    expect(JSON.stringify(rolls)).not.toContain('491570156')
    expect(await here.sql`select text from muster_marks where muster_id = ${id}`).toEqual([{ text: '' }])
    expect(await here.sql`select safe, missing, total from musters where id = ${id}`).toEqual([
      { safe: 0, missing: 2, total: 2 },
    ])
  })
})

describe('the marks of a muster', () => {
  it('are answered by pages of whole versions', async () => {
    const id = await start()
    const perVersion = 90
    const many = musterLimits.marksPerPage + 500
    await here.sql`
      insert into muster_marks (client_id, muster_id, id, person_id, state, made_at, made_by, targets, received_at, version)
      select client_id, id, gen_random_uuid(), gen_random_uuid(), 'safe', started_at, ${wardenId}, '{}', now(), 2 + n / ${perVersion}
      from musters, generate_series(0, ${many - 1}) n where id = ${id}`
    await here.sql`update musters set version = ${2 + Math.floor((many - 1) / perVersion)} where id = ${id}`
    const first = await stateOf(id)
    expect(first).toMatchObject({ has_more: true })
    expect(first.marks.length % perVersion).toBe(0)
    const rest = await stateOf(id, first.version)
    expect(rest).toMatchObject({ has_more: false })
    expect(new Set([...first.marks, ...rest.marks].map((one) => one.id)).size).toBe(many)
    expect(await stateOf(id, rest.version)).toMatchObject({ has_more: false, marks: [] })
  })
})

describe('the room of a muster', () => {
  const refusal = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body['code']]
  /** As if the warden had marked so often, long ago. */
  const fill = (id: string, marks: number) => here.sql`
    insert into muster_marks (client_id, muster_id, id, person_id, state, made_at, made_by, targets, received_at, version)
    select client_id, id, gen_random_uuid(), gen_random_uuid(), 'safe', started_at, ${wardenId}, '{}', now() - interval '1 day', 1
    from musters, generate_series(1, ${marks}) where id = ${id}`

  it('ends for notes about one person, and for nothing else about them', async () => {
    const id = await start()
    const person = newId()
    const notes = (count: number) => Array.from({ length: count }, () => mark(person, 'note', { text: 'x' }))
    const first = notes(musterLimits.notesOfPerson)
    expect(refusal(await send(id, [...first, ...notes(1)]))).toEqual([422, 'too_many_notes'])
    expect((await stateOf(id)).marks).toEqual([])
    expect((await send(id, first)).status).toBe(200)
    const { token } = await newWarden()
    expect(refusal(await send(id, notes(1), token))).toEqual([422, 'too_many_notes'])
    expect((await send(id, [first[0] ?? mark(person, 'note')])).status).toBe(200)
    expect((await send(id, [mark(newId(), 'note', { text: 'y' })], token)).status).toBe(200)
    expect((await send(id, [mark(person, 'help_needed')], token)).status).toBe(200)
    expect((await stateOf(id)).marks).toHaveLength(musterLimits.notesOfPerson + 2)
  })

  it('is not taken from others by one warden, with marks or with what they take back', async () => {
    const id = await start()
    await fill(id, musterLimits.marksOfWarden - 10)
    const targets = Array.from({ length: 10 }, () => newId())
    expect(refusal(await send(id, [mark(newId(), 'undone', { targets })]))).toEqual([422, 'too_many_marks'])
    const ticks = Array.from({ length: 11 }, () => mark(newId(), 'safe'))
    expect(refusal(await send(id, ticks))).toEqual([422, 'too_many_marks'])
    expect((await send(id, ticks.slice(1))).status).toBe(200)
    expect(refusal(await send(id, ticks.slice(0, 1)))).toEqual([422, 'too_many_marks'])
    expect((await send(id, ticks.slice(0, 1), (await newWarden()).token)).status).toBe(200)
  })

  it('is not taken from others by several wardens together', async () => {
    const id = await start()
    await fill(id, musterLimits.marks)
    expect(refusal(await send(id, [mark(newId(), 'safe')]))).toEqual([422, 'too_many_marks'])
    const { token } = await newWarden()
    expect((await send(id, [mark(newId(), 'safe')], token)).status).toBe(200)
    const own = await here.sql`
      select distinct made_by from muster_marks where muster_id = ${id} and made_by <> ${wardenId}`
    await here.sql`update muster_marks set made_by = ${own[0]?.['made_by']} where id in (
      select id from muster_marks where muster_id = ${id} and made_by = ${wardenId}
      limit ${musterLimits.marksInFullMuster - 1})`
    expect(refusal(await send(id, [mark(newId(), 'safe')], token))).toEqual([422, 'too_many_marks'])
  })

  it('is filled by nobody in a minute', async () => {
    const id = await start()
    const send100 = () =>
      send(
        id,
        Array.from({ length: musterLimits.marksPerCall }, () => mark(newId(), 'safe')),
      )
    for (let sent = 0; sent < musterLimits.marksPerMinute; sent += musterLimits.marksPerCall)
      expect((await send100()).status).toBe(200)
    const refused = await send100()
    expect(refusal(refused)).toEqual([429, 'too_many_requests'])
    later(MINUTE_MS + 1)
    expect((await send100()).status).toBe(200)
  })
})

describe('a visitor on the own pass', () => {
  const own = (checkOutToken: string) => ask('POST', '/checkin/muster', { checkOutToken })
  const saySafe = (checkOutToken: string) => ask('POST', '/checkin/muster/safe', { checkOutToken })

  it('is told that there is no such visit with a forged token', async () => {
    for (const asked of [own, saySafe]) expect((await asked('forged')).status).toBe(404)
  })

  it('sees the muster of the site with its muster points, while it runs', async () => {
    const { checkOutToken } = await signIn()
    expect((await own(checkOutToken)).body).toEqual({ muster: null })
    await here.sql`insert into muster_points (client_id, id, site_id, name, place)
      values (${here.world.a.clientId}, ${newId()}, ${siteId}, 'Lawn', 'Behind the hall')`
    const id = await start(true)
    const shown = {
      drill: true,
      points: [{ name: 'Lawn', place: 'Behind the hall' }],
      saidSafe: false,
      isSeen: false,
    }
    expect((await own(checkOutToken)).body).toEqual({ muster: shown })
    const justCame = await signIn()
    expect((await own(justCame.checkOutToken)).body).toEqual({ muster: shown })
    await ask('POST', `/musters/${id}/end`)
    expect((await own(checkOutToken)).body).toEqual({ muster: null })
  })

  it('does not see one after having left before', async () => {
    const { checkOutToken } = await signIn()
    await signOut(checkOutToken)
    later(MINUTE_MS)
    await start()
    expect((await own(checkOutToken)).body).toEqual({ muster: null })
  })

  it('says to be safe, once, and is not counted until a warden has seen them', async () => {
    const id = await start()
    const { checkOutToken } = await signIn()
    const said = await Promise.all([saySafe(checkOutToken), saySafe(checkOutToken)])
    expect(said.map(({ body }) => body)).toMatchObject([
      { muster: { saidSafe: true, isSeen: false } },
      { muster: { saidSafe: true } },
    ])
    const { marks, roll } = await stateOf(id)
    expect(marks).toMatchObject([{ state: 'said_safe', person_id: roll[0]?.id, by: null }])
    const report = (await ask('GET', `/musters/${id}/report`)).body
    expect(report).toMatchObject({
      safe: 0,
      missing: 1,
      people: [{ said_safe_at: iso(), said_safe_by_other_phone: false }],
    })
    await send(id, [mark(roll[0]?.id ?? '', 'safe')])
    expect((await own(checkOutToken)).body).toMatchObject({ muster: { isSeen: true } })
  })

  it('waits with all others who say so without holding up anybody else', async () => {
    const passes = await Promise.all(Array.from({ length: 30 }, () => signIn()))
    const id = await start()
    const { saying } = await here.sql.begin(async (holder) => {
      await holder`select from musters where id = ${id} for update`
      const asked = passes.map(({ checkOutToken }) => saySafe(checkOutToken))
      await waitForLocks(here.sql)
      const [first] = passes
      expect((await own(first?.checkOutToken ?? '')).body).toMatchObject({ muster: { saidSafe: false } })
      return { saying: asked }
    })
    expect((await Promise.all(saying)).map(({ status }) => status)).toEqual(passes.map(() => 200))
    const { marks } = await stateOf(id)
    expect(new Set(marks.map(({ person_id }) => person_id)).size).toBe(passes.length)
  })
})

describe('why somebody is on the board', () => {
  it('is told by the sign-in, its method and the rule of the site', async () => {
    const since = iso()
    await signIn()
    const [person] = (await ask('GET', `/board/${siteId}`)).text.match(/[\da-f]{8}-[\da-f-]{27}/) ?? []
    const why = () => ask('GET', `/board/${siteId}/why/${person}`)
    expect((await why()).body).toMatchObject({
      signedInAt: since,
      source: 'phone',
      method: expect.any(String),
      arrivedAt: null,
      rule: 'on_site',
    })
    await here.sql`update sites set overdue_after_hours = 1 where id = ${siteId}`
    later(HOUR_MS - 1000)
    expect((await why()).body).toMatchObject({ rule: 'on_site', overdueAfterHours: 1 })
    later(2000)
    const token = await here.world.open('admin A')
    expect((await ask('GET', `/board/${siteId}/why/${person}`, undefined, token)).body).toMatchObject({
      rule: 'overdue',
    })
    const foreign = await here.world.open('admin B')
    expect((await ask('GET', `/board/${siteId}/why/${person}`, undefined, foreign)).status).toBe(404)
  })

  it('is told in a muster of a visitor who has signed in again, and of whoever is only assumed to have left', async () => {
    await signIn({ lastName: 'Again' })
    const id = await start()
    const [again] = (await stateOf(id)).roll
    later(MINUTE_MS)
    await signIn({ lastName: 'Again' })
    const since = iso()
    await stateOf(id)
    const why = (personId = '') => ask('GET', `/board/${siteId}/why/${personId}`)
    expect((await why(again?.id)).body).toMatchObject({ signedInAt: since, rule: 'on_site' })
    await ask('POST', `/musters/${id}/end`)
    await assumeThatAllHaveLeft()
    // The board does not list them, and no muster runs that looks for them.
    expect((await why(again?.id)).status).toBe(404)
    const [assumed] = (await stateOf(await start())).roll
    expect((await why(assumed?.id)).body).toMatchObject({ signedInAt: since, rule: 'assumed_left' })
    const foreign = await here.world.open('admin B')
    expect((await ask('GET', `/board/${siteId}/why/${assumed?.id}`, undefined, foreign)).status).toBe(404)
  })
})
