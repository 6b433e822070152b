import type { MusterReport, MusterState, NewMark } from '@gatehouse/validation/endpoints/musters'
import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import { musterLimits } from '@gatehouse/validation/muster-limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeMethod, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { type ActorName, openSession } from '../../../test/world.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { newId } from '../../lib/ids.ts'
import { retentionSteps } from '../../registry.ts'
import { tendForgottenMusters } from './forgotten-musters.ts'
import { applyRetention } from '../privacy/apply-retention.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'

const here = inWorld()
let siteId: string
let machineId: string
let warden: string
let wardenId: string

const later = (milliseconds: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds)
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

async function start(drill = false, more: object = {}): Promise<string> {
  const { status, body, text } = await ask('POST', '/musters', { site_id: siteId, drill, ...more })
  expect(status, text).toBe(200)
  return body['id'] as string
}
async function stateOf(id: string, after = 0, token = warden): Promise<MusterState> {
  const { status, body, text } = await ask('GET', `/musters/${id}?after=${after}`, undefined, token)
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
    expect(mail?.text).toContain(`Ana ${lastName} · with 1 dependant`)
    expect(mail?.text).toContain(`/board?site=${siteId}`)
    expect(mail?.html).toContain(`<li>Ana ${lastName}`)
    const audited = await here.sql`select action, details from audit_entries where target_id = ${id}`
    expect(audited).toEqual([{ action: 'muster.started', details: { site: siteId, drill: false } }])
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
    expect((await ask('GET', `/musters/${id}`, undefined, screen)).status).toBe(404)
    expect((await ask('GET', `/board/${siteId}/muster`, undefined, screen)).body).toEqual({
      muster: null,
      can_start: false,
    })
  })

  it('is answered with 304 while nothing changes', async () => {
    const id = await start()
    const first = await ask('GET', `/musters/${id}?after=1`)
    const again = await call(here.test, 'GET', `/musters/${id}?after=1`, undefined, {
      token: warden,
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    expect(again.status).toBe(304)
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
    expect((await handIn(token ?? '', [tick])).status).toBe(200)
    const { marks } = await stateOf(id)
    expect(marks).toMatchObject([{ id: tick.id, by: other.id, is_flagged: true }])
    const ended = await ask('POST', `/musters/${id}/end`)
    expect(ended.body).toMatchObject({ safe: 0, missing: 1 })
  })

  it('is not flagged who only has no session any more', async () => {
    const id = await start()
    const { hand_in_token: token } = await stateOf(id)
    expect((await handIn(token ?? '', [mark(newId(), 'unlisted', { text: 'A driver' })])).status).toBe(200)
    expect((await stateOf(id)).marks).toMatchObject([{ by: wardenId, is_flagged: false }])
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
      [`=1+1 ${missing.lastName}`, 'missing'],
      ['A driver', 'missing'],
      [`Ana ${found.lastName}`, 'safe'],
    ])
    expect(report.people[2]).toMatchObject({ seconds: 90, help_needed_at: null, safe_at: iso(-MINUTE_MS) })
    expect(report.people[2]?.help_given_at).not.toBeNull()
    expect(report.people[0]?.notes).toEqual(['Last seen in the hall'])
    expect(report.wardens).toEqual([{ name: expect.any(String), ticks: 1 }])

    const csv = await ask('GET', `/musters/${id}/report/export`)
    expect(csv.headers['x-export-rows']).toBe('3')
    expect(csv.text).toContain(`"'=1+1 ${missing.lastName}"`)
    const audited = await here.sql<{ action: string }[]>`
      select action from audit_entries where target_id = ${id} order by at, id`
    expect(audited.map(({ action }) => action)).toEqual(['muster.started', 'muster.ended', 'muster.exported'])
  })

  it('is in the list of past musters, for those who may see the site', async () => {
    const id = await start(true)
    await ask('POST', `/musters/${id}/end`)
    const listed = await ask('GET', `/musters?site=${siteId}`)
    expect(listed.body).toMatchObject({ total: 1, items: [{ id, drill: true, total: 0 }] })
    expect((await ask('GET', `/musters?site=${siteId}&drill=false`)).body).toMatchObject({ total: 0 })
    const others = await ask('GET', '/musters', undefined, await here.world.open('admin B'))
    expect(JSON.stringify(others.body)).not.toContain(id)
  })

  it('that nobody ends is told to the wardens every two hours without a mark, and is ended after a day', async () => {
    const { db } = here.test.database
    const { lastName } = await signIn()
    const id = await start()
    let token = warden
    await here.test.tell()
    const round = async (milliseconds: number) => {
      later(milliseconds)
      await tendForgottenMusters(db, installationScope(), here.test.clock.now)
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
    const forgotten = expect.stringContaining('Please end it if it is over.')
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
    expect((await round(1))[0]).toContain('is over. Missing: 1.')
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
    expect(report).toMatchObject({ safe: 0, missing: 1, people: [{ said_safe_at: iso() }] })
    await send(id, [mark(roll[0]?.id ?? '', 'safe')])
    expect((await own(checkOutToken)).body).toMatchObject({ muster: { isSeen: true } })
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
})
