import type { OwnVisitor } from '@gatehouse/validation/endpoints/hosts'
import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import { limits, rateRules, serverLimits } from '@gatehouse/validation/limits'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSecondNode } from '../../../test/build-test-app.ts'
import { countQueries } from '../../../test/count-queries.ts'
import { makeClient, makeMethod, makeRecipient, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { leaveTokens } from '../../../test/leave-tokens.ts'
import { call, freshIp } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { createDatabase } from '../../db/client.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { retentionSteps } from '../../registry.ts'
import { createBan } from '../bans/create-ban.ts'
import { applyRetention } from '../privacy/apply-retention.ts'

const here = inWorld()

let clientId: string
let siteId: string
let otherSiteId: string
let desk: { id: string; key: string }
let kiosk: { id: string; key: string }

/** Somebody of the client, with an entry for the site. */
type UserFields = NonNullable<Parameters<typeof makeUser>[3]>
const makeHost = (fields: UserFields = {}, of = clientId) =>
  makeUser(here.test.database.db, here.test.passwords, of, {
    access: [{ siteId, userType: 'Staff' }],
    ...fields,
  })

beforeAll(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId, { name: 'Quay' })).id
  otherSiteId = (await makeSite(db, clientId)).id
  desk = await makeMethod(db, clientId, siteId, { asksHost: true })
  kiosk = await makeMethod(db, clientId, siteId, { type: 'kiosk', asksHost: true })
})
beforeEach(() => here.sql`delete from rate_buckets`)

const post = (url: string, payload: object, remoteAddress = freshIp()) =>
  here.test.app.inject({ method: 'POST', url: `/api${url}`, remoteAddress, payload })

interface FoundHost {
  name: string
  ref: string
}
async function find(search: string, id = desk.id): Promise<FoundHost[]> {
  const response = await post('/checkin/hosts', { id, search })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ hosts: FoundHost[] }>().hosts
}
const namesOf = async (search: string, id?: string) => (await find(search, id)).map(({ name }) => name)
const refOf = async (lastName: string, id = desk.id) => {
  const [host, ...others] = await find(lastName, id)
  expect(others).toEqual([])
  if (!host) throw new Error(`${lastName} is not found`)
  return host.ref
}

let visitors = 0
const visitor = (fields: object = {}) => {
  visitors += 1
  const lastName = `Visitor${String(visitors).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`
  return { firstName: 'Zoë', lastName, mobile: '0491570156', machineId: desk.id, ...fields }
}
const tokenOf = (userId: string) => openSession(here.test, { clientId, userId })
async function visitorsOf(userId: string): Promise<OwnVisitor[]> {
  const response = await here.get('/me/visitors', await tokenOf(userId))
  expect(response.statusCode, response.body).toBe(200)
  return response.json<OwnVisitor[]>()
}
async function bellOf(userId: string): Promise<Notification[]> {
  await here.test.tell()
  return (await here.get('/me/notifications', await tokenOf(userId))).json<Notification[]>()
}

describe('POST /checkin/hosts', () => {
  it('refuses a method that does not ask, is closed, or is not there', async () => {
    const { db } = here.test.database
    const plain = await makeMethod(db, clientId, siteId)
    const closed = await makeMethod(db, clientId, siteId, { asksHost: true, enabled: false })
    for (const id of [plain.id, closed.id, newId()]) {
      const response = await post('/checkin/hosts', { id, search: 'Silva' })
      expect(response.json(), response.body).toMatchObject({ statusCode: 404, code: 'not_found' })
    }
  })

  it('finds nobody by fewer than three letters, also with spaces between them', async () => {
    await makeHost({ firstName: 'Al', lastName: 'Bo' })
    expect(await namesOf('al b')).toEqual(['Al Bo'])
    for (const search of ['', 'a', 'al', ' a  l ', '%%%', '___', 'a%'])
      expect(await namesOf(search)).toEqual([])
  })

  it('finds words of a name by their beginnings, without regard to case and accents', async () => {
    await makeHost({ firstName: 'Renée', lastName: 'O’Brien-Núñez' })
    for (const search of ['ren', 'RENEE', 'nun', 'núñ', 'renee nun', 'nun ren'])
      expect(await namesOf(search), search).toEqual(['Renée O’Brien-Núñez'])
    for (const search of ['enee', 'unez', 'rene nobody']) expect(await namesOf(search), search).toEqual([])
  })

  it('compares with at most 8 words, also where a letter unfolds to several', async () => {
    const counted = countQueries(createDatabase({ runtimeUrl: here.test.database.runtimeUrl }))
    const node = await buildSecondNode(here.test, counted.db)
    const payload = { id: desk.id, search: '\ufdfa'.repeat(200) }
    const response = await node.app.inject({ method: 'POST', url: '/api/checkin/hosts', payload })
    expect(response.json(), response.body).toEqual({ hosts: [] })
    const searches = counted.statements.filter((text) => text.includes('folded_name" like'))
    expect(searches).toHaveLength(1)
    // One word is compared with four beginnings.
    expect(searches[0]?.match(/ like /g)).toHaveLength(8 * 4)
    await node.close()
  })

  it('finds people who work at the site only: no other site, no screen, nobody who is not active', async () => {
    const { b } = here.world
    const lastName = 'Quillfeather'
    const named = (firstName: string, fields: UserFields = {}) => makeHost({ firstName, lastName, ...fields })
    await named('Staff')
    await named('Manager', { access: [{ siteId, userType: 'Manager' }] })
    await named('Device', { access: [{ siteId, userType: 'Device' }] })
    await named('Guest', { access: [{ siteId, userType: 'Guest' }] })
    await named('Elsewhere', { access: [{ siteId: otherSiteId, userType: 'Staff' }] })
    await named('Admin', { access: [], admin: true })
    await named('Archived', { status: 'archived' })
    await named('Pending', { status: 'pending' })
    await named('Rejected', { status: 'rejected' })
    await makeUser(here.test.database.db, here.test.passwords, b.clientId, {
      firstName: 'Foreign',
      lastName,
      access: [{ siteId: b.siteId, userType: 'Staff' }],
    })
    expect(await namesOf(lastName)).toEqual(['Manager Quillfeather', 'Staff Quillfeather'])
  })

  it('shows names alone, the first few of them, and references that tell nothing', async () => {
    for (let number = 0; number < limits.hosts.shown + 2; number += 1)
      await makeHost({ firstName: `Kim${'abcdefgh'[number]}`, lastName: 'Overmany' })
    const [first, second] = [await find('overmany'), await find('overmany')]
    expect(first).toHaveLength(limits.hosts.shown)
    expect(first.map((host) => Object.keys(host))).toEqual(first.map(() => ['name', 'ref']))
    const refs = [...first, ...second].map(({ ref }) => ref)
    expect(new Set(refs).size).toBe(refs.length)
    const ids = await here.sql<{ id: string }[]>`select id from users where last_name = 'Overmany'`
    for (const { id } of ids) expect(JSON.stringify(first)).not.toContain(id)
  })

  it('goes on for an opened page where others have used up the searches of the address', async () => {
    const ip = freshIp()
    const ask = (draft?: string | null) =>
      post('/checkin/hosts', { id: desk.id, search: 'zzz', draft }, ip).then(({ statusCode }) => statusCode)
    await leaveTokens(here.test, 'hostSearch', `${ip} ${desk.id}`, 0)
    const draftOf = (id: string) => here.test.keys.drafts.issue(id, here.test.clock.now)
    for (const none of [undefined, null, 'forged', draftOf(here.world.b.method.id)])
      expect(await ask(none)).toBe(429)
    const [own, another] = [draftOf(desk.id), draftOf(desk.id)]
    const statuses: number[] = []
    const { burst } = rateRules.hostSearchPerDraft
    for (let number = 0; number <= burst; number += 1) statuses.push(await ask(own))
    expect(statuses).toEqual([...Array<number>(burst).fill(200), 429])
    expect(await ask(another)).toBe(200)
  })

  it('is limited for an address, and for a method whatever the address', async () => {
    const ip = freshIp()
    const ask = (from: string) => post('/checkin/hosts', { id: desk.id, search: 'zzz' }, from)
    for (let number = 0; number < rateRules.hostSearch.burst; number += 1)
      expect((await ask(ip)).statusCode).toBe(200)
    expect((await ask(ip)).json()).toMatchObject({ code: 'too_many_requests' })
    expect((await ask(freshIp())).statusCode).toBe(200)
    // Of all addresses together; then each has some of its own.
    await here.sql`delete from rate_buckets`
    const tokens = rateRules.hostSearchPerMethod.burst - 1
    await withScope(here.test.database.db, installationScope(), (tx) =>
      here.test.limits.charge(tx, [['hostSearchPerMethod', desk.id, tokens]]),
    )
    expect((await ask(freshIp())).statusCode).toBe(200)
    const { burst } = rateRules.hostSearchInFlood
    const flooding = freshIp()
    const statuses: number[] = []
    for (let number = 0; number <= burst; number += 1) statuses.push((await ask(flooding)).statusCode)
    expect(statuses).toEqual([...Array<number>(burst).fill(200), 429])
    expect((await ask(freshIp())).statusCode).toBe(200)
  })
})

describe('a sign-in', () => {
  it('refuses a host who is unknown, forged, of another method, or no longer there', async () => {
    const { db } = here.test.database
    const other = await makeMethod(db, clientId, siteId, { asksHost: true })
    await makeHost({ lastName: 'Otherdesk' })
    const left = await makeHost({ lastName: 'Leftmeanwhile' })
    const moved = await makeHost({ lastName: 'Movedmeanwhile' })
    const refs = [
      'forged',
      newId(),
      await refOf('Otherdesk', other.id),
      await refOf('Leftmeanwhile'),
      await refOf('Movedmeanwhile'),
      here.test.keys.hostRefs.of(here.world.b.userId, desk.id),
    ]
    await here.sql`update users set status = 'archived' where id = ${left.id}`
    await here.sql`delete from access_entries where user_id = ${moved.id}`
    for (const ref of refs) {
      const body = visitor({ host: { name: 'Somebody', ref } })
      const response = await post('/checkin', body)
      expect(response.json(), response.body).toMatchObject({
        statusCode: 422,
        code: 'unknown_host',
        field_codes: { host: 'host_unknown' },
      })
      expect(await here.sql`select from visits where last_name = ${body.lastName}`).toEqual([])
    }
  })

  it('tells the host, who sees the visitor and answers, and the pass shows the answer', async () => {
    const host = await makeHost({ firstName: 'Ada', lastName: 'Welcomer' })
    const other = await makeHost()
    const body = visitor({ host: { name: 'ada w', ref: await refOf('Welcomer') }, dependents: 2 })
    const { checkOutToken } = (await post('/checkin', body)).json<{ checkOutToken: string }>()
    const [told, ...more] = await bellOf(host.id)
    expect(more).toEqual([])
    expect(told).toMatchObject({
      name: 'You have a visitor',
      message: `Zoë ${body.lastName} has signed in at Quay to see you. Please reply.`,
      level: 'info',
      icon: 'person',
      link: '/my_visitors',
    })
    expect(await bellOf(other.id)).toEqual([])

    const [visit, ...others] = await visitorsOf(host.id)
    expect(others).toEqual([])
    expect(visit).toMatchObject({
      name: `Zoë ${body.lastName}`,
      dependents: 2,
      site_name: 'Quay',
      has_left: false,
      answer: null,
    })
    expect(await visitorsOf(other.id)).toEqual([])

    const asked = () => post('/checkin/host-answer', { checkOutToken })
    expect((await asked()).json()).toEqual({ host: 'Ada Welcomer', isTold: true, answer: null })
    const answer = async (userId: string, said: string) =>
      call(
        here.test,
        'PUT',
        `/me/visitors/${visit?.id}/answer`,
        { answer: said },
        { token: await tokenOf(userId) },
      )
    expect((await answer(other.id, 'on_my_way')).body).toMatchObject({ code: 'not_found' })
    expect((await answer(host.id, 'hurrying')).body).toMatchObject({ code: 'bad_request' })
    expect((await asked()).json()).toMatchObject({ answer: null })
    expect((await answer(host.id, 'on_my_way')).body).toMatchObject({ id: visit?.id, answer: 'on_my_way' })
    expect((await asked()).json()).toMatchObject({ answer: 'on_my_way' })
    expect((await answer(host.id, 'sending_somebody')).body).toMatchObject({ answer: 'sending_somebody' })
    expect((await asked()).json()).toMatchObject({ answer: 'sending_somebody' })
    const entries = await here.sql`
      select actor_id as actor, details->>'answer' as answer from audit_entries
      where action = 'visit.answered' and target_id = ${String(visit?.id)} order by at, id`
    expect([...entries]).toEqual([
      { actor: host.id, answer: 'on_my_way' },
      { actor: host.id, answer: 'sending_somebody' },
    ])
  })

  it('shows the host on the board, among the checked-in users and in the log', async () => {
    const admin = await makeHost({ admin: true, access: [] })
    const host = await makeHost({ firstName: 'Bo', lastName: 'Shownhost' })
    const body = visitor({ host: { name: 'x', ref: await refOf('Shownhost') } })
    await post('/checkin', body)
    const token = await tokenOf(admin.id)
    const board = (await here.get(`/board/${siteId}`, token)).json<
      { lastName: string; host: string | null }[]
    >()
    expect(board.find(({ lastName }) => lastName === body.lastName)).toMatchObject({ host: 'Bo Shownhost' })
    const present = (await here.get(`/presence?search=${body.lastName}`, token)).json<{
      items: { id: string }[]
    }>()
    expect(present.items).toMatchObject([{ host: 'Bo Shownhost' }])
    const id = present.items[0]?.id ?? ''
    const record = async () => (await here.get(`/access-log/${id}`, token)).json()
    expect(await record()).toMatchObject({ host: 'Bo Shownhost', host_answer: null, host_answered_at: null })
    await call(
      here.test,
      'PUT',
      `/me/visitors/${id}/answer`,
      { answer: 'not_here' },
      { token: await tokenOf(host.id) },
    )
    expect(await record()).toMatchObject({ host_answer: 'not_here', host_answered_at: expect.any(String) })
  })

  it('keeps a name that was only typed for staff, and tells nobody', async () => {
    const host = await makeHost({ lastName: 'Typedonly' })
    const body = visitor({ host: { name: ' Ada \u202e Typedonly ' } })
    const { checkOutToken } = (await post('/checkin', body)).json<{ checkOutToken: string }>()
    expect(await bellOf(host.id)).toEqual([])
    expect((await post('/checkin/host-answer', { checkOutToken })).json()).toEqual({
      host: 'Ada Typedonly',
      isTold: false,
      answer: null,
    })
  })

  it('ignores the host where the method does not ask, and stores none for an empty name', async () => {
    const plain = await makeMethod(here.test.database.db, clientId, siteId)
    for (const fields of [
      { machineId: plain.id, host: { name: 'Ada', ref: 'forged' } },
      { host: { name: ' ' } },
      { host: null },
      {},
    ]) {
      const response = await post('/checkin', visitor(fields))
      expect(response.statusCode, response.body).toBe(200)
      const { checkOutToken } = response.json<{ checkOutToken: string }>()
      expect((await post('/checkin/host-answer', { checkOutToken })).json()).toMatchObject({ host: null })
    }
  })

  it('tells once, however often it is sent', async () => {
    const host = await makeHost({ lastName: 'Onceonly' })
    const payload = visitor({ host: { name: 'x', ref: await refOf('Onceonly') } })
    const headers = { 'idempotency-key': newId() }
    const send = () => here.test.app.inject({ method: 'POST', url: '/api/checkin', headers, payload })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await bellOf(host.id)).toHaveLength(1)
    expect(await visitorsOf(host.id)).toHaveLength(1)
  })

  it('tells of several visitors of one host, in one batch too', async () => {
    const host = await makeHost({ lastName: 'Manyvisitors' })
    const ref = await refOf('Manyvisitors')
    const bodies = Array.from({ length: 5 }, () => visitor({ host: { name: 'x', ref } }))
    const mixed = [...bodies, visitor(), visitor({ host: { name: 'x', ref: 'forged' } })]
    const statuses = await Promise.all(mixed.map(async (body) => (await post('/checkin', body)).statusCode))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 422])
    expect(await bellOf(host.id)).toHaveLength(5)
    expect(await visitorsOf(host.id)).toHaveLength(5)
  })

  it('that is refused by a rule tells no host', async () => {
    const host = await makeHost({ lastName: 'Nottold' })
    const body = visitor({ host: { name: 'x', ref: await refOf('Nottold') } })
    const { db } = here.test.database
    const person = { firstName: body.firstName, lastName: body.lastName, mobile: '+61491570156' }
    const from = here.test.clock.now
    const ban = { clientId, siteId: null, whom: { person }, reason: 'x', from, until: null }
    await withScope(db, clientScope(clientId), (tx) =>
      createBan(tx, here.test.banKeys, { kind: 'system', id: null }, ban, from),
    )
    expect((await post('/checkin', body)).json()).toMatchObject({ banned: true })
    expect((await bellOf(host.id)).map(({ link }) => link)).not.toContain('/my_visitors')
    expect(await visitorsOf(host.id)).toEqual([])
    // Later visitors have the same first name and mobile.
    await here.sql`update bans set lifted_at = now() where client_id = ${clientId}`
  })

  it('that a kiosk sends late counts an unknown host as typed, and tells of nobody who has left', async () => {
    const host = await makeHost({ lastName: 'Latehost' })
    const send = async (fields: object) => {
      const payload = visitor({
        machineId: kiosk.id,
        signedInAt: here.test.clock.now.toISOString(),
        ...fields,
      })
      const headers = { 'idempotency-key': newId() }
      const response = await here.test.app.inject({ method: 'POST', url: '/api/checkin', headers, payload })
      expect(response.statusCode, response.body).toBe(200)
      return response.json<{ checkOutToken: string }>()
    }
    const { checkOutToken } = await send({ host: { name: 'Ada Gone', ref: 'forged' } })
    expect((await post('/checkin/host-answer', { checkOutToken })).json()).toMatchObject({
      host: 'Ada Gone',
      isTold: false,
    })
    await send({ host: { name: 'Latehost', ref: await refOf('Latehost', kiosk.id) } })
    expect(await bellOf(host.id)).toHaveLength(1)
  })
})

describe('the notification', () => {
  it('goes by the channels of an entry with the event, and names no visitor outside', async () => {
    const { db } = here.test.database
    const host = await makeHost({ lastName: 'Bymail' })
    await makeRecipient(db, clientId, { userId: host.id, events: ['visitor_arrived'], channels: ['mail'] })
    const body = visitor({ host: { name: 'x', ref: await refOf('Bymail') } })
    here.test.mails.length = 0
    await post('/checkin', body)
    expect(await bellOf(host.id)).toHaveLength(1)
    await here.test.deliver()
    expect(here.test.mails).toMatchObject([{ subject: 'You have a visitor' }])
    expect(JSON.stringify(here.test.mails)).not.toContain(body.lastName)
    expect(JSON.stringify(here.test.mails)).toContain('/my_visitors')
  })

  it('reaches the bell of a host whose entry is about other events', async () => {
    const { db } = here.test.database
    const host = await makeHost({ lastName: 'Otherevents' })
    await makeRecipient(db, clientId, { userId: host.id, events: ['banned'], channels: ['mail'] })
    here.test.mails.length = 0
    await post('/checkin', visitor({ host: { name: 'x', ref: await refOf('Otherevents') } }))
    expect(await bellOf(host.id)).toHaveLength(1)
    await here.test.deliver()
    expect(here.test.mails).toEqual([])
  })
})

describe('what is kept', () => {
  it('are the visitors of a day in the list, and nothing past the days of names', async () => {
    const host = await makeHost({ firstName: 'Ada', lastName: 'Forgotten' })
    const body = visitor({ host: { name: 'x', ref: await refOf('Forgotten') } })
    const { checkOutToken } = (await post('/checkin', body)).json<{ checkOutToken: string }>()
    await here.sql`update clients set contact_retention_days = 2 where id = ${clientId}`
    expect(await bellOf(host.id)).toHaveLength(1)
    const start = here.test.clock.now
    try {
      here.test.clock.now = new Date(start.getTime() + (serverLimits.ownVisitors.hours + 1) * HOUR_MS)
      expect(await visitorsOf(host.id)).toEqual([])
      here.test.clock.now = new Date(start.getTime() + 4 * 24 * HOUR_MS)
      await applyRetention(
        {
          db: here.test.database.db,
          steps: retentionSteps,
          photos: here.test.photos,
          clock: () => here.test.clock.now,
        },
        clientScope(clientId),
      )
    } finally {
      here.test.clock.now = start
    }
    expect(await here.sql`select from visit_hosts where client_id = ${clientId}`).toEqual([])
    expect((await post('/checkin/host-answer', { checkOutToken })).json()).toMatchObject({ host: null })
    expect(JSON.stringify(await bellOf(host.id))).not.toContain(body.lastName)
  })
})
