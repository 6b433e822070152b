import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import { eventOf } from '@gatehouse/devices/raw-device'
import { rateRules } from '@gatehouse/validation/limits'
import { beforeEach, describe, expect, it } from 'vitest'
import { deviceBench } from '../../../test/device-bench.ts'
import { makeClient, makeMethod, makeRecipient, makeSite, makeUser } from '../../../test/factories.ts'
import { call, freshIp } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { clientScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'
import { retentionSteps } from '../../registry.ts'
import { applyRetention } from '../privacy/apply-retention.ts'
import { createBan, type NewBan } from './create-ban.ts'

const { here, online, makePerson } = deviceBench()

const mobile = '+61491570157'
const jane = { firstName: 'Jane', lastName: 'O’Brien', mobile }
const near = { ...jane, lastName: 'Obrian' }

let clientId: string
let siteId: string
let door: { id: string }
let adminId: string

beforeEach(async () => {
  await here.sql`delete from outbox`
  await here.sql`delete from rate_buckets`
  here.test.mails.length = 0
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId, { name: 'Quay' })).id
  door = await makeMethod(db, clientId, siteId, { name: 'Gate' })
  adminId = await makeMember({ admin: true })
})

async function makeMember(fields: NonNullable<Parameters<typeof makeUser>[3]>): Promise<string> {
  return (await makeUser(here.test.database.db, here.test.passwords, clientId, fields)).id
}
const worksAt = (userType: 'Manager' | 'Staff' | 'Device', at = siteId) =>
  makeMember({ access: [{ siteId: at, userType }] })

function ban(fields: Partial<NewBan> = {}): Promise<{ id: string }> {
  const { now } = here.test.clock
  const whom = { person: jane }
  const given = { clientId, siteId: null, whom, reason: 'Test', from: now, until: null, ...fields }
  return withScope(here.test.database.db, clientScope(given.clientId), (tx) =>
    createBan(tx, here.test.banKeys, { kind: 'system', id: null }, given, now),
  )
}

async function submit(body: object, headers: Record<string, string> = {}, machineId = door.id) {
  const payload = { machineId, ...body }
  const response = await here.test.app.inject({
    method: 'POST',
    url: '/api/checkin',
    remoteAddress: freshIp(),
    payload,
    headers,
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Record<string, unknown>>()
}

/** Who is told of an event, each as often as they are. */
async function toldOf(event: NotificationEvent = 'possible_ban_match', of = clientId): Promise<string[]> {
  await here.test.tell()
  const rows = await here.sql<{ user_id: string }[]>`
    select user_id from notifications where client_id = ${of} and kind = ${event} order by user_id`
  return rows.map((row) => row.user_id)
}
async function bellOf(userId: string): Promise<Notification[]> {
  await here.test.tell()
  const token = await openSession(here.test, { clientId, userId })
  return (await here.get('/me/notifications', token)).json<Notification[]>()
}
const visitsOf = (of = clientId) => here.sql`select first_name, last_name from visits where client_id = ${of}`

describe('nobody is told', () => {
  it.each([
    ['where nobody is banned', () => Promise.resolve()],
    [
      'where the ban is of another site',
      async () => ban({ siteId: (await makeSite(here.test.database.db, clientId)).id }),
    ],
    [
      'where the ban is of another client',
      async () => ban({ clientId: (await makeClient(here.test.database.db)).id }),
    ],
    ['where the ban is over', () => ban({ from: new Date(0), until: new Date(1) })],
    ['where the ban has not begun', () => ban({ from: new Date(Date.now() + HOUR_MS) })],
    [
      'where the ban is lifted',
      async () => {
        const { id } = await ban()
        await here.sql`update bans set lifted_at = now() where id = ${id}`
      },
    ],
    [
      'where an exception lets the person in here',
      async () => {
        const { id } = await ban()
        await except(id, siteId)
      },
    ],
    ['where only others are banned', () => ban({ whom: { person: { ...jane, mobile: '+61491570158' } } })],
    [
      'where a quite different person has the mobile',
      () => ban({ whom: { person: { firstName: 'Tomas', lastName: 'Costa', mobile } } }),
    ],
  ])('%s', async (_, prepare) => {
    await prepare()
    expect(await submit(near)).toMatchObject({ banned: false })
    expect(await visitsOf()).toHaveLength(1)
    expect(await toldOf()).toEqual([])
  })

  it('of the banned person, who is refused', async () => {
    await ban()
    expect(await submit(jane)).toMatchObject({ banned: true })
    expect(await toldOf('banned')).toEqual([adminId])
    expect(await toldOf()).toEqual([])
  })

  it('where the ban is lifted in the moment after the sign-in', async () => {
    const { id } = await ban()
    await submit(near)
    await here.sql`update bans set lifted_at = now() where id = ${id}`
    expect(await toldOf()).toEqual([])
  })

  it('where another rule refuses the visitor', async () => {
    await ban()
    await here.sql`update sign_in_methods set use_temperature = true where id = ${door.id}`
    expect(await submit(near)).toMatchObject({ invalidCode: true })
    expect(await toldOf()).toEqual([])
  })
})

/** Lets the banned person in at a site for an hour. */
async function except(banId: string, at: string): Promise<void> {
  const second = await makeMember({ admin: true })
  await here.sql`
    insert into ban_exceptions (client_id, id, ban_id, site_id, reason, hours, asked_by, asked_at, is_granted, decided_by, decided_at, until_at)
    values (${clientId}, ${newId()}, ${banId}, ${at}, 'Repairs', 1, ${adminId}, now(), true, ${second}, now(), now() + interval '1 hour')`
}

describe('a visitor with the mobile of a ban is let in like anybody, and the recipients of bans are told', () => {
  it.each([
    ['a title', 'Bo', 'Banned', 'Mr Bo', 'Banned'],
    ['a suffix', 'Bo', 'Banned', 'Bo', 'Banned Jr'],
    ['a sign for a letter', 'Bo', 'Banned', 'Bo', 'B@nned'],
    ['a doubled letter', 'Bo', 'Banned', 'Bo', 'Bannned'],
    ['a dropped umlaut', 'Eva', 'Müller', 'Eva', 'Müler'],
    ['another vowel', 'Jane', 'O’Brien', 'Jane', 'Obrian'],
    ['another vowel and swapped names', 'Jane', 'O’Brien', 'Obrian', 'Jane'],
  ])('with %s', async (_, firstName, lastName, givenFirst, givenLast) => {
    await ban({ whom: { person: { firstName, lastName, mobile } } })
    const anybody = await submit({ firstName: 'Tomas', lastName: 'Costa', mobile: '0491570156' })
    const answer = await submit({ firstName: givenFirst, lastName: givenLast, mobile: '0491 570 157' })
    const own = { checkOutToken: expect.any(String), submissionTime: expect.any(String) }
    expect(answer).toEqual({ ...anybody, ...own })
    expect(await visitsOf()).toContainEqual({ first_name: givenFirst, last_name: givenLast })
    expect(await toldOf()).toEqual([adminId])
  })

  it('once, however many bans and spellings match', async () => {
    const member = await makeMember({ ...jane, personKey: here.test.personKeys(clientId, jane) })
    await ban({ whom: { userId: member } })
    await ban({ whom: { person: { ...jane, lastName: 'O’Brian' } }, siteId })
    await ban({ whom: { person: { ...jane, firstName: 'Janet' } } })
    await submit({ ...near, lastName: 'Obryen' })
    expect(await toldOf()).toEqual([adminId])
  })

  it('also where an exception holds at another site', async () => {
    const { id } = await ban()
    await except(id, (await makeSite(here.test.database.db, clientId)).id)
    await submit(near)
    expect(await toldOf()).toContain(adminId)
  })

  it('who are exactly those of a refused person', async () => {
    const { db } = here.test.database
    const other = (await makeSite(db, clientId)).id
    const [manager, staff] = [await worksAt('Manager'), await worksAt('Staff')]
    const [entered, mailed] = [await worksAt('Manager'), await worksAt('Staff')]
    const [elsewhere, otherwise] = [await worksAt('Manager', other), await worksAt('Manager')]
    await worksAt('Device')
    await makeRecipient(db, clientId, { userId: entered, events: ['banned'] })
    await makeRecipient(db, clientId, { userId: mailed, events: ['banned'], channels: ['mail'] })
    await makeRecipient(db, clientId, { userId: elsewhere, events: ['banned'] })
    await makeRecipient(db, clientId, { userId: otherwise, events: ['ban_exception', 'overdue'] })
    await ban()
    await submit(jane)
    const inBell = [adminId, manager, staff, entered].toSorted()
    expect(await toldOf('banned')).toEqual(inBell)
    await here.test.deliver()
    const addresses = () => here.test.mails.map(({ to }) => to.address).toSorted()
    const ofBan = addresses()
    expect(ofBan).toHaveLength(2)
    here.test.mails.length = 0
    await submit(near)
    expect(await toldOf()).toEqual(inBell)
    await here.test.deliver()
    expect(addresses()).toEqual(ofBan)
  })

  it('again for another spelling, but not for the same one within minutes', async () => {
    await ban()
    await submit(near)
    await submit(near)
    expect(await toldOf()).toEqual([adminId])
    await submit({ ...near, firstName: 'Janne' })
    expect(await toldOf()).toEqual([adminId, adminId])
  })
})

describe('what people are told', () => {
  it('names the visitor in the bell, and nobody in a mail', async () => {
    await makeRecipient(here.test.database.db, clientId, { userId: adminId, events: ['banned'] })
    await ban()
    await submit(near)
    const [shown] = await bellOf(adminId)
    expect(shown).toMatchObject({
      name: 'Possible match with a ban',
      message:
        'Jane Obrian signed in at Quay, Gate, with a banned person’s mobile and a similar name. Check who it is.',
      level: 'warning',
      icon: 'ban',
      link: `/site_management/${siteId}`,
    })
    await here.test.deliver()
    expect(here.test.mails).toHaveLength(1)
    expect(JSON.stringify(here.test.mails)).toContain('similar name')
    const kept = await here.sql`select payload, subject from outbox`
    const stored = await here.sql`select values from notifications where client_id = ${clientId}`
    expect(JSON.stringify([here.test.mails, kept, stored])).not.toMatch(/Jane|Obri|Brien|491570157/)
  })

  it('is without the name once the visit is', async () => {
    await ban()
    await submit(near)
    expect((await bellOf(adminId))[0]?.message).toContain('Jane Obrian')
    await here.sql`update clients set contact_retention_days = 2 where id = ${clientId}`
    const later = new Date(here.test.clock.now.getTime() + 4 * DAY_MS)
    const { db } = here.test.database
    const run = { db, steps: retentionSteps, photos: here.test.photos, clock: () => later }
    await applyRetention(run, clientScope(clientId))
    const shown = await bellOf(adminId)
    expect(shown).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toMatch(/Jane|Obri/)
  })

  it('is not told where the visit has been anonymised by then', async () => {
    await ban()
    await submit(near)
    await here.sql`update visits set first_name = '', last_name = '', mobile = '' where client_id = ${clientId}`
    expect(await toldOf()).toEqual([])
  })
})

describe('GET /access-log/:id', () => {
  it('marks such a visit as long as the ban holds, and no other one', async () => {
    const { id: banId } = await ban()
    await submit(near)
    await submit({ ...near, firstName: 'Tomas', lastName: 'Costa' })
    const token = await openSession(here.test, { clientId, userId: await worksAt('Staff') })
    const marks = async () => {
      const visits = await here.sql<{ id: string }[]>`
        select id from visits where client_id = ${clientId} order by last_name desc`
      const found: unknown[] = []
      for (const { id } of visits)
        found.push((await here.get(`/access-log/${id}`, token)).json()['possible_ban_match'])
      return found
    }
    expect(await marks()).toEqual([true, false])
    await here.sql`update bans set lifted_at = now() where id = ${banId}`
    expect(await marks()).toEqual([false, false])
  })
})

describe('the same holds for each way in', () => {
  it('the kiosk, also for a sign-in that it had stored, and for somebody who has left', async () => {
    const kiosk = await makeMethod(here.test.database.db, clientId, siteId, { type: 'kiosk' })
    await ban()
    await submit(near, {}, kiosk.id)
    expect(await toldOf()).toEqual([adminId])
    const ago = (ms: number) => new Date(here.test.clock.now.getTime() - ms).toISOString()
    const late = { ...near, firstName: 'Mr Jane', signedInAt: ago(30 * MINUTE_MS) }
    const key = newId()
    for (let times = 0; times < 2; times += 1) await submit(late, { 'idempotency-key': key }, kiosk.id)
    expect(await toldOf()).toEqual([adminId, adminId])
    // Earlier than the visit before, so it has ended already.
    await submit({ ...late, signedInAt: ago(HOUR_MS) }, { 'idempotency-key': newId() }, kiosk.id)
    const [ended] = await here.sql`
      select visits.id from visits join outbox on outbox.client_id = visits.client_id and outbox.payload ->> 'visit' = visits.id::text
      where visits.client_id = ${clientId} and ended_as is not null and type = 'notice.possible_ban_match'`
    expect(ended).toBeDefined()
  })

  it('staff who sign somebody in', async () => {
    const managerId = await worksAt('Manager')
    await ban()
    const { status, body, text } = await call(
      here.test,
      'POST',
      '/presence/sign-in',
      { method: door.id, first_name: 'Jane', last_name: 'Obrian', mobile: '0491570157' },
      { token: await openSession(here.test, { clientId, userId: managerId }) },
    )
    expect(status, text).toBe(200)
    expect(body).toMatchObject({ outcome: 'signed_in' })
    expect(await toldOf()).toEqual([adminId, managerId].toSorted())
  })

  it('a PIN at a device', async () => {
    const { device } = await online()
    const { clientId: ofDevice } = here.world.a
    const { pin } = await makePerson({ ...near, personKey: here.test.personKeys(ofDevice, near) })
    const { id } = await ban({ clientId: ofDevice, whom: { person: jane } })
    expect(await device.ask(eventOf('pin', { pin, direction: 'in' }))).toMatchObject({
      outcome: 'signed_in',
    })
    const told = await toldOf('possible_ban_match', ofDevice)
    expect(told.length).toBeGreaterThan(0)
    expect(new Set(told).size).toBe(told.length)
    await here.sql`update bans set lifted_at = now() where id = ${id}`
  })
})

it('a Manager tries few mobiles of a ban by corrections of a visit', async () => {
  const manager = await worksAt('Manager')
  const token = await openSession(here.test, { clientId, userId: manager, siteId, userType: 'Manager' })
  const barred = await ban()
  const shown = await call(here.test, 'GET', `/bans/${barred.id}`, undefined, { token })
  expect(shown.body).toMatchObject({ mobile: '••• 157', mobile_masked: true })
  await submit({ ...near, mobile: '0491 570 156' })
  const [visit] = await here.sql`select id from visits where client_id = ${clientId}`
  const path = `/access-log/${String(visit?.['id'])}/corrections`
  const correct = async (text: string, body: object = {}, by = token) =>
    (await call(here.test, 'POST', path, { mobile: text, note: 'a slip', ...body }, { token: by })).status
  const { burst } = rateRules.personKeyChange
  for (let at = 0; at < burst; at += 1) expect(await correct(`04916${10 + at}157`)).toBe(200)
  expect(await correct('0491570157')).toBe(429)
  expect(await correct('0491570157', { last_name: 'OBRIAN' })).toBe(429)
  const admin = await openSession(here.test, { clientId, userId: adminId })
  expect(await correct('0491570157', {}, admin)).toBe(200)
})
