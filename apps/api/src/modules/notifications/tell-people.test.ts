import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Notification } from '@gatehouse/validation/endpoints/notifications'
import type { NotificationEvent } from '@gatehouse/validation/notification-events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  makeClient,
  makeMethod,
  makeQuestion,
  makeRecipient,
  makeSite,
  makeUser,
} from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { freePort } from '../../../test/running-server.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { type NoticePayload, recordNotices } from '../../db/outbox.ts'
import { clientScope, installationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import { takeStatement } from '../../jobs/outbox-worker.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { noticeRules } from './tell-people.ts'
import { tellOverdue } from '../presence/tell-overdue.ts'
import { recordReading } from '../readings/record-reading.ts'
import { createBan } from '../bans/create-ban.ts'

/** A gateway of text messages on the loopback. */
interface ReceivedText {
  headers: IncomingHttpHeaders
  body: string
}
const texts: ReceivedText[] = []
let answer = 202
const gateway = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    texts.push({ headers: request.headers, body })
    response.writeHead(answer).end('0491570156 was told')
  })
})
const port = await freePort()
const here = inWorld({
  settings: {
    SMS_URL: `http://gateway.test:${port}/send`,
    SMS_AUTHORIZATION: 'Bearer of-the-gateway',
    OUTBOUND_ALLOWED: 'gateway.test',
  },
  resolveName: (name) => Promise.resolve(name === 'gateway.test' ? ['127.0.0.1'] : []),
})
beforeAll(async () => {
  gateway.listen(port, '127.0.0.1')
  await once(gateway, 'listening')
  expect((gateway.address() as AddressInfo).port).toBe(port)
})
afterAll(() => new Promise<void>((done) => void gateway.close(() => done())))

let clientId: string
let siteId: string
let method: { id: string }
beforeEach(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId, { name: 'Quay', timeZone: 'Australia/Sydney' })).id
  method = await makeMethod(db, clientId, siteId, { name: 'Gate' })
  here.test.mails.length = 0
  texts.length = 0
  answer = 202
})
afterEach(() => here.sql`delete from outbox`)

type UserFields = Parameters<typeof makeUser>[3]
const makePerson = (fields: UserFields = {}) =>
  makeUser(here.test.database.db, here.test.passwords, clientId, fields)
const worksAt = async (userType: 'Manager' | 'Staff' | 'Device', site = siteId, fields: UserFields = {}) => {
  const { id } = await makePerson(fields)
  await here.sql`insert into access_entries (client_id, user_id, site_id, user_type)
    values (${clientId}, ${id}, ${site}, ${userType})`
  return id
}
const happen = (event: NotificationEvent, payload: NoticePayload, subject = method.id) =>
  withScope(here.test.database.db, clientScope(clientId), (tx) =>
    recordNotices(tx, [{ clientId, event, subject, at: here.test.clock.now, payload }]),
  )
const bellOf = async (userId: string): Promise<Notification[]> => {
  const token = await openSession(here.test, { clientId, userId })
  return (await call(here.test, 'GET', '/me/notifications', undefined, { token }))
    .body as unknown as Notification[]
}
const countsOf = async (...ids: string[]) => {
  const counts: number[] = []
  for (const id of ids) counts.push((await bellOf(id)).length)
  return counts
}
const later = (milliseconds: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds)
}
const sydney = (text: string) => {
  here.test.clock.now = new Date(
    Temporal.PlainDateTime.from(text).toZonedDateTime('Australia/Sydney').epochMilliseconds,
  )
}

describe('who is told', () => {
  it('are the people with a right at the site, and nobody of another site or client', async () => {
    const { db } = here.test.database
    const other = (await makeSite(db, clientId)).id
    const [admin, archived] = [
      await makePerson({ admin: true }),
      await makePerson({ admin: true, status: 'archived' }),
    ]
    const people = [
      admin.id,
      await worksAt('Manager'),
      await worksAt('Staff'),
      await worksAt('Device'),
      await worksAt('Manager', other),
      archived.id,
    ]
    await happen('banned', { site: siteId, method: method.id })
    await happen('device_offline', { method: method.id })
    await here.test.tell()
    const rows = await here.sql<{ user_id: string; kind: string }[]>`
      select user_id, kind from notifications where client_id = ${clientId}`
    const kinds = people.map((id) =>
      rows
        .filter((row) => row.user_id === id)
        .map(({ kind }) => kind)
        .toSorted(),
    )
    expect(kinds).toEqual([
      ['banned', 'device_offline'],
      ['banned', 'device_offline'],
      ['banned'],
      [],
      [],
      [],
    ])
    expect(
      await here.sql`select from notifications where client_id in (${here.world.a.clientId}, ${here.world.b.clientId})`,
    ).toEqual([])
    const [newest] = await bellOf(admin.id)
    expect(newest).toMatchObject({
      name: 'A device is offline',
      message: 'Gate at Quay is no longer connected.',
      level: 'warning',
      icon: 'device',
      link: '/machine_management?search=Gate',
    })
  })

  it('is each recipient as entered, and only at sites where they have a right', async () => {
    const { db } = here.test.database
    const other = (await makeSite(db, clientId)).id
    const admin = await makePerson({ admin: true })
    const quiet = await worksAt('Staff')
    const foreign = await worksAt('Staff', other)
    const disabled = await worksAt('Staff')
    await makeRecipient(db, clientId, { userId: admin.id, events: ['device_offline'] })
    await makeRecipient(db, clientId, { userId: quiet, events: ['banned'], channels: ['mail'] })
    await makeRecipient(db, clientId, { userId: foreign, events: ['banned'] })
    await makeRecipient(db, clientId, { userId: disabled, events: ['overdue'], enabled: false })
    const elsewhere = await makeRecipient(db, clientId, {
      userId: await worksAt('Manager'),
      events: ['banned'],
    })
    await here.sql`insert into notification_recipient_sites (client_id, recipient_id, site_id)
      values (${clientId}, ${elsewhere.id}, ${other})`
    await happen('banned', { site: siteId, method: method.id })
    await here.test.tell()
    const rows = await here.sql`select user_id from notifications where client_id = ${clientId}`
    expect(rows.map((row) => row['user_id'])).toEqual([disabled])
    await here.test.deliver()
    expect(here.test.mails).toHaveLength(1)
  })

  it('is nobody any more whose right at the site has ended since', async () => {
    const { db } = here.test.database
    const other = (await makeSite(db, clientId)).id
    const left = await worksAt('Manager', siteId, { mobile: '+61491570156' })
    await here.sql`insert into access_entries (client_id, user_id, site_id, user_type)
      values (${clientId}, ${left}, ${other}, 'Staff')`
    const stays = await worksAt('Staff')
    for (const userId of [left, stays])
      await makeRecipient(db, clientId, { userId, channels: ['bell', 'mail', 'text'] })
    await happen('banned', { site: siteId, method: method.id })
    await here.test.tell()
    expect(await countsOf(left, stays)).toEqual([1, 1])
    await here.sql`delete from access_entries where user_id = ${left} and site_id = ${siteId}`
    expect(await countsOf(left, stays)).toEqual([0, 1])
    await here.test.deliver()
    await here.test.textWorker().deliverDue()
    expect(here.test.mails.map(({ to }) => to.address)).toEqual([`${stays}@test.example`])
    expect(texts).toEqual([])
  })

  it('of an account that waits are those who may approve it', async () => {
    const manager = await worksAt('Manager', siteId, { approvalAccess: true })
    const without = await worksAt('Manager')
    const staff = await worksAt('Staff')
    const pending = await worksAt('Staff', siteId, { status: 'pending', firstName: 'Nia', lastName: 'New' })
    await happen('approval_waiting', { user: pending })
    await here.test.tell()
    expect(await countsOf(manager, without, staff)).toEqual([1, 0, 0])
    expect((await bellOf(manager))[0]).toMatchObject({
      message: 'Nia New was added as a new user. Please approve or reject the account.',
      link: '/user_management?status=pending',
    })
  })

  it('of an account that waits is nobody any more who may not approve it now', async () => {
    const { db } = here.test.database
    const [loses, leaves, stays] = [
      await worksAt('Manager', siteId, { approvalAccess: true, mobile: '+61491570156' }),
      await worksAt('Manager', siteId, { approvalAccess: true, mobile: '+61491570157' }),
      await worksAt('Manager', siteId, { approvalAccess: true, mobile: '+61491570158' }),
    ]
    for (const userId of [loses, leaves, stays])
      await makeRecipient(db, clientId, {
        userId,
        events: ['approval_waiting'],
        channels: ['bell', 'mail', 'text'],
      })
    const pending = await worksAt('Staff', siteId, { status: 'pending' })
    await happen('approval_waiting', { user: pending })
    await here.test.tell()
    expect(await countsOf(loses, leaves, stays)).toEqual([1, 1, 1])
    await here.sql`update users set approval_access = false where id = ${loses}`
    await here.sql`update access_entries set user_type = 'Staff' where user_id = ${leaves}`
    expect(await countsOf(loses, leaves, stays)).toEqual([0, 0, 1])
    await here.test.deliver()
    await here.test.textWorker().deliverDue()
    expect(here.test.mails.map(({ to }) => to.address)).toEqual([`${stays}@test.example`])
    expect(texts.map(({ body }) => body)).toEqual([
      expect.stringContaining('A new user was added. Please approve or reject the account.'),
    ])
  })

  it('are told by the channels of the event', async () => {
    const admin = await makePerson({ admin: true, mobile: '+61491570156' })
    await makeRecipient(here.test.database.db, clientId, {
      userId: admin.id,
      channels: ['bell', 'mail', 'text'],
      channelsByEvent: { banned: ['text'], device_offline: ['bell'] },
    })
    await happen('device_offline', { method: method.id })
    await here.test.tell()
    await here.test.deliver()
    await here.test.textWorker().deliverDue()
    expect([(await bellOf(admin.id)).length, here.test.mails.length, texts.length]).toEqual([1, 0, 0])
    await happen('banned', { site: siteId })
    await here.test.tell()
    await here.test.deliver()
    await here.test.textWorker().deliverDue()
    expect([(await bellOf(admin.id)).length, here.test.mails.length, texts.length]).toEqual([1, 0, 1])
    await happen('device_back', { method: method.id })
    await here.test.tell()
    await here.test.deliver()
    await here.test.textWorker().deliverDue()
    expect([(await bellOf(admin.id)).length, here.test.mails.length, texts.length]).toEqual([2, 1, 2])
  })

  it('of what is for admins is nobody any more who is none now', async () => {
    const { id } = await makePerson({ admin: true })
    const other = await makePerson({ firstName: 'Nia' })
    for (const [kind, values] of [
      ['user_mail_failed', { reason: '550', user: other.id }],
      ['notice_failed', { event: 'banned' }],
      ['webhook_failing', { webhook: 'receiver.example' }],
      ['mail_failed', { reason: '550' }],
      ['password_changed', {}],
    ] as const)
      await here.sql`insert into notifications (client_id, id, user_id, kind, level, values)
        values (${clientId}, gen_random_uuid(), ${id}, ${kind}, 'info', ${here.sql.json(values)})`
    expect(await countsOf(id)).toEqual([5])
    await here.sql`update users set admin = false where id = ${id}`
    const kinds = (await bellOf(id)).map(({ icon }) => icon)
    expect(kinds.toSorted()).toEqual(['mail_failed', 'password_changed'])
  })

  it('is nobody where the client is disabled, and an unknown event is left out', async () => {
    const admin = await makePerson({ admin: true })
    await here.sql`insert into outbox (client_id, id, type, subject, next_attempt_at)
      values (${clientId}, gen_random_uuid(), 'notice.of_tomorrow', 'x', ${here.test.clock.now})`
    await here.sql`update clients set enabled = false where id = ${clientId}`
    await happen('banned', { site: siteId })
    await here.test.tell()
    expect(await here.sql`select from notifications where user_id = ${admin.id}`).toEqual([])
    expect(await here.sql`select from outbox where delivered_at is null`).toEqual([])
  })
})

describe('what happens', () => {
  it('is told of each refusal, once, in the bell with its reason and outside without it', async () => {
    const { db } = here.test.database
    const hot = await makeMethod(db, clientId, siteId, { name: 'Heat', useTemperature: true })
    const question = await makeQuestion(db, clientId, siteId, {
      type: 'yes/no',
      text: 'Are you ill?',
      answers: { yes: { text: 'Ill', action: 'fail' }, no: { text: 'Well', action: 'pass' } },
    })
    const admin = await makePerson({ admin: true, mobile: '+61491570199', language: 'en' })
    await makeRecipient(db, clientId, {
      userId: admin.id,
      channels: ['bell', 'mail', 'text'],
      repeatMinutes: 0,
    })
    const well = { [question.id]: { answer: 'no' } }
    for (const temperature of [39.1, 33.2]) {
      const { code } = await recordReading(
        { db, now: here.test.clock.now },
        { methodId: hot.id, temperature },
      )
      await here.signIn(hot.id, { verificationCode: code, questions: well })
    }
    const ill = { [question.id]: { answer: 'yes' } }
    const body = {
      firstName: 'Ana',
      lastName: 'Silva',
      mobile: '0491570156',
      machineId: method.id,
      questions: ill,
    }
    expect((await call(here.test, 'POST', '/checkin', body)).status).toBe(422)
    const whom = { person: { firstName: 'Ana', lastName: 'Silva', mobile: '+61491570156' } }
    const { now } = here.test.clock
    await withScope(db, clientScope(clientId), (tx) =>
      createBan(
        tx,
        here.test.banKeys,
        { kind: 'system', id: null },
        { clientId, siteId: null, whom, reason: 'x', from: now, until: null },
        now,
      ),
    )
    await here.signIn(method.id, { questions: well })
    await here.test.tell()
    const bell = await bellOf(admin.id)
    expect(bell.map(({ name }) => name ?? '').toSorted()).toEqual([
      'A banned person tried to sign in',
      'A temperature was too high',
      'A temperature was too low',
      'An answer blocked a sign-in',
    ])
    await here.test.deliver()
    await here.test.textWorker().deliverDue()
    await here.test.tell()
    expect([here.test.mails.length, texts.length, (await bellOf(admin.id)).length]).toEqual([4, 4, 4])
    const outside = [
      ...here.test.mails.map(({ subject, text, html }) => `${subject} ${text} ${html}`),
      ...texts.map((text) => text.body),
    ]
    for (const text of outside) {
      for (const hidden of ['39', '33.2', 'temperature', 'ill', 'Ill', '1570156', 'Ana', 'answer'])
        expect(text.replaceAll(/will|Nobody reads the answers|[\da-f]+(?:-[\da-f]+){4}/g, '')).not.toContain(
          hidden,
        )
      expect(text).toContain('Quay')
    }
    expect(here.test.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A banned person tried to sign in',
      ...Array.from({ length: 3 }, () => 'A sign-in was refused'),
    ])
    expect(texts[0]?.headers).toMatchObject({ authorization: 'Bearer of-the-gateway' })
    expect(JSON.parse(texts[0]?.body ?? '')).toMatchObject({
      to: '+61491570199',
      id: texts[0]?.headers['idempotency-key'],
    })
  })

  it('is told in the language of each person', async () => {
    const admin = await makePerson({ admin: true, language: 'es' })
    await makeRecipient(here.test.database.db, clientId, { userId: admin.id })
    await happen('low_pressure', { method: method.id })
    await here.test.tell()
    await here.test.deliver()
    expect((await bellOf(admin.id))[0]?.name).toBe('Presión baja')
    expect(here.test.mails[0]).toMatchObject({ subject: 'Presión baja' })
  })

  it('is told once in the minutes of the limit, and then how often it was held back', async () => {
    const { db } = here.test.database
    const admin = await makePerson({ admin: true })
    await makeRecipient(db, clientId, { userId: admin.id, repeatMinutes: 30 })
    const again = async (milliseconds: number) => {
      later(milliseconds)
      await happen('banned', { site: siteId, method: method.id })
      await here.test.tell()
      return (await bellOf(admin.id)).length
    }
    expect(await again(0)).toBe(1)
    expect(await again(MINUTE_MS)).toBe(1)
    expect(await again(29 * MINUTE_MS - 1)).toBe(1)
    expect(await again(1)).toBe(2)
    const [newest] = await bellOf(admin.id)
    expect(newest?.message).toContain('It happened 2 more times since the last notification.')
    const elsewhere = await makeMethod(db, clientId, siteId)
    await happen('banned', { site: siteId, method: elsewhere.id }, elsewhere.id)
    await here.test.tell()
    expect((await bellOf(admin.id)).length).toBe(3)
  })

  it('is told once of many at the same moment, by two workers', async () => {
    const admin = await makePerson({ admin: true })
    await makeRecipient(here.test.database.db, clientId, { userId: admin.id, repeatMinutes: 5 })
    for (let number = 0; number < 12; number += 1) await happen('banned', { site: siteId, method: method.id })
    await Promise.all([here.test.tell(), here.test.tell()])
    expect((await bellOf(admin.id)).length).toBe(1)
    const [row] = await here.sql`select held_back from notification_repeats where user_id = ${admin.id}`
    expect(row?.['held_back']).toBe(11)
  })

  it('waits for the end of the quiet hours outside, but not in the bell', async () => {
    const { db } = here.test.database
    const admin = await makePerson({ admin: true })
    await makeRecipient(db, clientId, { userId: admin.id, quietFrom: '22:00', quietUntil: '06:30' })
    sydney('2026-11-20T23:00:00')
    await happen('banned', { site: siteId, method: method.id })
    await here.test.tell()
    await here.test.deliver()
    expect([(await bellOf(admin.id)).length, here.test.mails.length]).toEqual([1, 0])
    sydney('2026-11-21T06:29:59')
    await here.test.deliver()
    expect(here.test.mails.length).toBe(0)
    later(1000)
    await here.test.deliver()
    expect(here.test.mails.length).toBe(1)
  })

  it('is told of each real muster at once, also in quiet hours and within the repeat limit; a drill waits', async () => {
    const { db } = here.test.database
    const admin = await makePerson({ admin: true })
    await makeRecipient(db, clientId, {
      userId: admin.id,
      repeatMinutes: 60,
      quietFrom: '22:00',
      quietUntil: '06:30',
    })
    sydney('2026-11-20T23:00:00')
    for (const event of ['drill_started', 'muster_started', 'muster_started'] as const) {
      await happen(event, { site: siteId }, siteId)
      later(MINUTE_MS)
    }
    await here.test.tell()
    await here.test.deliver()
    expect(here.test.mails.map(({ subject }) => subject)).toEqual(['Evacuation', 'Evacuation'])
    expect((await bellOf(admin.id)).length).toBe(3)
  })

  it('is told of each banned person at one device, and of one who tries again once', async () => {
    const { db } = here.test.database
    const admin = await makePerson({ admin: true })
    const { now } = here.test.clock
    const banned = ['Silva', 'Okafor'].map((lastName) => ({
      firstName: 'Ana',
      lastName,
      mobile: '+61491570156',
    }))
    for (const person of banned)
      await withScope(db, clientScope(clientId), (tx) =>
        createBan(
          tx,
          here.test.banKeys,
          { kind: 'system', id: null },
          { clientId, siteId: null, whom: { person }, reason: 'x', from: now, until: null },
          now,
        ),
      )
    for (const person of [...banned, ...banned])
      await call(here.test, 'POST', '/checkin', { ...person, machineId: method.id, questions: {} })
    await here.test.tell()
    expect((await bellOf(admin.id)).map(({ name }) => name)).toEqual([
      'A banned person tried to sign in',
      'A banned person tried to sign in',
    ])
  })

  it.each([
    ['visitor_arrived', 10],
    ['possible_ban_match', 10],
    ['ban_exception', 10],
    ['admitted_after_refusal', 10],
    ['drill_started', 5],
    ['muster_ended', 5],
  ] as const)('again and again is always in the bell, and outside by the limit: %s', async (event, most) => {
    const person = await makePerson({ admin: true, mobile: '+61491570156' })
    await makeRecipient(here.test.database.db, clientId, {
      userId: person.id,
      channels: ['bell', 'mail', 'text'],
      // The limit counts whatever the entry says.
      repeatMinutes: 0,
    })
    const elsewhere = (await makeSite(here.test.database.db, clientId)).id
    let times = 0
    const again = async (site = siteId) => {
      times += 1
      await happen(event, { site, host: person.id }, `subject ${times}`)
      await here.test.tell()
    }
    const outside = async () => {
      await here.test.deliver()
      await here.test.textWorker().deliverDue()
      const counts = [here.test.mails.length, texts.length]
      here.test.mails.length = 0
      texts.length = 0
      return counts
    }
    for (let time = 0; time < most + 3; time += 1) await again()
    expect(await outside()).toEqual([most, most])
    await again(elsewhere)
    expect(await outside()).toEqual([1, 1])
    later(10 * MINUTE_MS - 1)
    await again()
    expect(await outside()).toEqual([0, 0])
    later(1)
    await again()
    await here.test.deliver()
    expect(here.test.mails).toMatchObject([{ text: expect.stringContaining('4 more times') }])
    expect((await bellOf(person.id)).length).toBe(times)
    expect(
      await here.sql`select from outbox where type = 'mail.alert' and client_id = ${clientId}`,
    ).toHaveLength(most + 2)
  })

  it('is told of a danger before all that waits', async () => {
    const { db } = here.test.database
    for (const subject of ['a', 'b', 'c']) await happen('overdue', { site: siteId, count: 1 }, subject)
    later(1000)
    await happen('muster_started', { site: siteId }, 'muster')
    const { now } = here.test.clock
    const [first] = await withScope(db, installationScope(), (tx) =>
      tx.execute(takeStatement(noticeRules, now, [])),
    )
    expect(first).toMatchObject({ type: 'notice.muster_started' })
    await here.sql`update outbox set delivered_at = now() where type like 'notice.%'`
  })

  it('is told of people who are overdue, once for each closing', async () => {
    const { db } = here.test.database
    const admin = await makePerson({ admin: true })
    const open = { day: 5, opens: '08:00', closes: '18:00' }
    await here.sql`update sites set opening_hours = ${here.sql.json([open])} where id = ${siteId}`
    sydney('2026-11-20T17:00:00')
    await here.signIn(method.id, { firstName: 'Ana' })
    await here.signIn(method.id, { firstName: 'Bo' })
    const round = async (at: string) => {
      sydney(at)
      await tellOverdue(db, installationScope(), here.test.clock.now)
      await here.test.tell()
      return (await bellOf(admin.id)).map(({ message }) => message)
    }
    expect(await round('2026-11-20T18:00:00')).toEqual([
      'Overdue at Quay: 2. Please check whether they are still there.',
    ])
    expect((await bellOf(admin.id))[0]?.link).toBe(`/checked_in_users?site=${siteId}&state=overdue`)
    expect(await round('2026-11-20T18:01:00')).toHaveLength(1)
    await here.signIn(method.id, { firstName: 'Cy' })
    expect(await round('2026-11-21T07:00:00')).toHaveLength(1)
    expect(await round('2026-11-21T07:02:00')).toEqual([
      'Overdue at Quay: 3. Please check whether they are still there.',
      'Overdue at Quay: 2. Please check whether they are still there.',
    ])
  })
})

describe('a text message', () => {
  const texted = async () => {
    const admin = await makePerson({ admin: true, mobile: '+61491570199' })
    await makeRecipient(here.test.database.db, clientId, { userId: admin.id, channels: ['text'] })
    await happen('device_back', { method: method.id })
    await here.test.tell()
    return admin.id
  }
  const row = async () => (await here.sql`select * from outbox where type = 'text.alert'`)[0]

  it('is tried again with the same id after an error, and given up after three hours', async () => {
    const userId = await texted()
    answer = 500
    const worker = here.test.textWorker()
    await worker.deliverDue()
    expect(await row()).toMatchObject({ attempts: 1, outcome: '500', delivered_at: null, failed_at: null })
    later(HOUR_MS)
    await worker.deliverDue()
    expect(new Set(texts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    later(3 * HOUR_MS)
    await worker.deliverDue()
    expect(await row()).toMatchObject({ attempts: 3, failure: '500' })
    expect((await bellOf(userId))[0]).toMatchObject({ name: 'A text message to you could not be delivered' })
    const token = await openSession(here.test, { clientId, userId, admin: true })
    const dead = await call(here.test, 'GET', '/dead-letters?kind=text', undefined, { token })
    expect(dead.body).toMatchObject({
      total: 1,
      items: [{ kind: 'text', type: 'text.alert', failure: '500' }],
    })
    const [item] = dead.body['items'] as { id: string; subject: string | null }[]
    expect(item?.subject).not.toBeNull()
    answer = 200
    const again = { action: 'send_again', ids: [item?.id] }
    expect((await call(here.test, 'POST', '/dead-letters/bulk', again, { token })).body).toMatchObject({
      done: 1,
    })
    await worker.deliverDue()
    expect((await row())?.['delivered_at']).not.toBeNull()
  })

  it('is given up at once where the gateway refuses the number', async () => {
    await texted()
    answer = 422
    await here.test.textWorker().deliverDue()
    expect(await row()).toMatchObject({ attempts: 1, failure: '422' })
  })

  it('is not sent to an account that has been archived meanwhile', async () => {
    const userId = await texted()
    await here.sql`update users set status = 'archived' where id = ${userId}`
    await here.test.textWorker().deliverDue()
    expect(texts).toEqual([])
  })
})

describe('what nobody could be told of', () => {
  it('stands in the bell of the admins once a day, and can be sent again', async () => {
    const admin = await makePerson({ admin: true })
    const staff = await worksAt('Staff')
    const giveUp = async () => {
      await happen('overdue', { site: siteId, count: 1 }, siteId)
      await here.sql`update outbox set attempts = 20 where type = 'notice.overdue'`
      await here.test.tell()
    }
    await giveUp()
    await giveUp()
    expect(await bellOf(staff)).toEqual([])
    const bell = await bellOf(admin.id)
    expect(bell).toHaveLength(1)
    expect(bell[0]).toMatchObject({
      name: 'A notification could not be sent',
      message: expect.stringContaining('“People are still on site”'),
      level: 'danger',
      link: '/settings/failed_deliveries',
    })
    const token = await openSession(here.test, { clientId, userId: admin.id, admin: true })
    const dead = await call(here.test, 'GET', '/dead-letters?kind=notice', undefined, { token })
    expect(dead.body).toMatchObject({
      total: 2,
      items: [{ kind: 'notice', type: 'notice.overdue', subject: null, failure: 'unknown' }, {}],
    })
    const again = { action: 'send_again', matching: { kind: 'notice' } }
    expect((await call(here.test, 'POST', '/dead-letters/bulk', again, { token })).body).toMatchObject({
      done: 2,
    })
    await here.test.tell()
    expect(await bellOf(staff)).toHaveLength(1)
  })
})

describe('what one person is told by mail', () => {
  it('leaves in its order, and does not wait for what has failed or waits for the end of quiet hours', async () => {
    const { db } = here.test.database
    const { id: userId } = await makePerson({ admin: true })
    await makeRecipient(db, clientId, { userId, channels: ['mail'], repeatMinutes: 0 })
    const subjects: string[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const worker = here.test.mailWorker({
      async send({ subject }) {
        subjects.push(subject)
        if (subjects.length === 1) await released
      },
      close: () => {},
    })
    await happen('banned', { site: siteId, method: method.id })
    await here.test.tell()
    await happen('device_offline', { method: method.id })
    await here.test.tell()
    const delivered = worker.deliverDue()
    await expect.poll(() => subjects).toEqual(['A banned person tried to sign in'])
    release()
    await delivered
    expect(subjects).toEqual(['A banned person tried to sign in', 'A device is offline'])

    await happen('device_back', { method: method.id })
    await here.test.tell()
    await here.sql`update outbox set next_attempt_at = ${new Date(here.test.clock.now.getTime() + HOUR_MS).toISOString()}
      where type = 'mail.alert' and delivered_at is null`
    await happen('banned', { site: siteId, method: method.id })
    await here.test.tell()
    await worker.deliverDue()
    expect(subjects.slice(2)).toEqual(['A banned person tried to sign in'])
  })

  it('waits for no other one that has failed, or whose quiet hours are about to end', async () => {
    const { db } = here.test.database
    const { id: userId } = await makePerson({ admin: true })
    await makeRecipient(db, clientId, { userId, channels: ['mail'], repeatMinutes: 0 })
    const tried: string[] = []
    const worker = here.test.mailWorker({
      async send({ subject }) {
        tried.push(subject)
        if (tried.length === 1) throw new Error('not now')
      },
      close: () => {},
    })
    await happen('banned', { site: siteId, method: method.id })
    await here.test.tell()
    await worker.deliverDue()
    await happen('device_offline', { method: method.id })
    await here.test.tell()
    await worker.deliverDue()
    expect(tried).toEqual(['A banned person tried to sign in', 'A device is offline'])
    here.test.clock.now = new Date(here.test.clock.now.getTime() + 40_000)
    await worker.deliverDue()
    expect(tried.slice(2)).toEqual(['A banned person tried to sign in'])

    await happen('device_back', { method: method.id })
    await here.test.tell()
    await here.sql`update outbox set next_attempt_at = ${new Date(here.test.clock.now.getTime() + 30_000).toISOString()}
      where type = 'mail.alert' and delivered_at is null`
    await happen('banned', { site: siteId, method: method.id })
    await here.test.tell()
    await worker.deliverDue()
    expect(tried.slice(3)).toEqual(['A banned person tried to sign in'])
  })
})
