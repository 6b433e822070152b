import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeClient } from './factories.ts'
import { openSuperuserConnection } from './superuser.ts'
import { tokenInRawMail } from './mail-links.ts'
import { type MailServer, type Rejection, startMailServer } from './mail-server.ts'
import { call, makeMember, type Member, otherPassword, signIn } from './staff.ts'
import { handleResetRequests } from '../src/modules/auth/password/request-reset.ts'
import { recordMails } from '../src/db/outbox.ts'
import { clientScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { createMailer, type Mailer } from '../src/mail/mailer.ts'

let test: TestApp
let server: MailServer
let mailer: Mailer
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let member: Member

beforeAll(async () => {
  test = await buildTestApp()
  server = await startMailServer()
  mailer = createMailer({
    smtpUrl: server.url,
    from: 'no-reply@gatehouse.example',
    outboxFolder: '/nowhere',
    onFile: () => {},
  })
  sql = openSuperuserConnection(test.database)
  clientId = (await makeClient(test.database.db)).id
})
beforeEach(async () => {
  await sql`delete from outbox`
  server.received.length = 0
  server.behaviour = 'takes'
  server.behaviours.clear()
  server.rejections.clear()
  server.asked = 0
  member = await makeMember(test, clientId)
})
afterAll(async () => {
  mailer.close()
  await server.close()
  await test.close()
})

const later = (seconds: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
}
/** A slow machine must not fail the test. */
const sentTo = () => server.received.map(({ to }) => to[0] ?? '').toSorted()
const rowsOf = (subject: string) => sql<
  {
    type: string
    failure: string | null
    failed: boolean
    delivered: boolean
    recipient: string | null
    attempts: number
    wait: number
  }[]
>`
  select type, failure, failed_at is not null as failed, delivered_at is not null as delivered, recipient, attempts,
    round(extract(epoch from next_attempt_at) - ${test.clock.now.getTime() / 1000})::int as wait
  from outbox where subject = ${subject} order by id`
const bellOf = (userId: string) => sql<{ kind: string; values: Record<string, string> }[]>`
  select kind, values from notifications where user_id = ${userId} and kind like '%failed' order by id`
const forgot = () => call(test, 'POST', '/password/forgot', { email: member.email })
const receivedToken = (path: string) => tokenInRawMail(server.received[0]?.raw ?? '', path)

describe('a mail that is due', () => {
  it('arrives, from the request to the new password', async () => {
    await forgot()
    await test.deliver(mailer)
    expect(server.received).toHaveLength(1)
    expect(server.received[0]?.to).toEqual([member.email])
    const token = receivedToken('/reset_password')
    const response = await call(test, 'POST', `/password/reset/${token}`, { password: otherPassword })
    expect(response.status).toBe(204)
  })
  it('is tried again after growing delays, and the delivered mail contains the valid link', async () => {
    server.behaviour = 'busy'
    await forgot()
    await test.deliver(mailer)
    const waits: number[] = []
    for (let time = 0; time < 3; time += 1) {
      const [row] = await sql<{ wait: number }[]>`
        select extract(epoch from next_attempt_at)::float8 - ${test.clock.now.getTime() / 1000} as wait
        from outbox where subject = ${member.id} and delivered_at is null`
      waits.push(Math.round(row?.wait ?? 0))
      later((row?.wait ?? 0) + 1)
      await test.deliver(mailer)
    }
    expect(waits).toEqual([30, 60, 120])
    server.behaviour = 'takes'
    later(3600)
    await test.deliver(mailer)
    expect(server.received).toHaveLength(1)
    const token = receivedToken('/reset_password')
    expect((await call(test, 'POST', `/password/validate/${token}`)).body).toEqual({ validated: true })
    later(7 * 3600)
    await test.deliver(mailer)
    expect(server.received).toHaveLength(1)
  })
  it('is taken over when its node is killed', async () => {
    await forgot()
    const dying = test.mailWorker({ send: () => new Promise(() => {}), close: () => {} })
    dying.start()
    await expect
      .poll(() => sql`select from outbox where subject = ${member.id} and attempts = 1`)
      .toHaveLength(1)
    void dying.stop()
    await test.deliver(mailer)
    expect(server.received).toEqual([])
    later(91)
    await test.deliver(mailer)
    expect(server.received).toHaveLength(1)
  })
  it('is sent by one of several who look at once', async () => {
    const people = await Promise.all(Array.from({ length: 16 }, () => makeMember(test, clientId)))
    await Promise.all(people.map(({ email }) => call(test, 'POST', '/password/forgot', { email })))
    await Promise.all(Array.from({ length: 4 }, () => test.deliver(mailer)))
    expect(sentTo()).toEqual(people.map(({ email }) => email).toSorted())
  })
  it('waits for the earlier ones of its person, and for nobody else’s', async () => {
    const other = await makeMember(test, clientId)
    await forgot()
    await test.deliver({ send: () => Promise.reject(new Error('not now')), close: () => {} })
    later(1)
    await forgot()
    await call(test, 'POST', '/password/forgot', { email: other.email })
    await test.deliver(mailer)
    expect(server.received.map(({ to }) => to[0])).toEqual([other.email])
    later(60)
    await test.deliver(mailer)
    expect(server.received.map(({ to }) => to[0])).toEqual([other.email, member.email, member.email])
  })
  it('goes before those of many people where somebody waits for it, also before an earlier one to them', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => makeMember(test, clientId)))
    const { db } = test.database
    await withScope(db, clientScope(clientId), (tx) =>
      recordMails(
        tx,
        [...people, member].map(({ id, email }) => ({
          clientId,
          type: 'mail.access_pin',
          subject: id,
          recipient: email,
          at: test.clock.now,
          payload: {},
        })),
      ),
    )
    later(60)
    await forgot()
    const sent: string[] = []
    const mail: Mailer = {
      send: ({ subject, to }) => Promise.resolve(void sent.push(`${to.address} ${subject}`)),
      close: () => {},
    }
    await test.deliver(mail)
    expect(sent).toHaveLength(14)
    expect(sent[0]).toMatch(new RegExp(`^${member.email} .*password`))
  })
  it('is given up after its last attempt, and then holds up no other', async () => {
    const never = { send: () => Promise.reject(new Error('no such mailbox')), close: () => {} }
    await forgot()
    await test.deliver(never)
    await sql`update outbox set attempts = 13 where subject = ${member.id}`
    later(24 * 3600)
    await test.deliver(never)
    await forgot()
    await test.deliver(mailer)
    expect(server.received).toHaveLength(1)
  })
  it('to somebody who is gone by then is not sent', async () => {
    await forgot()
    await handleResetRequests(test.database.db, test.clock.now)
    await sql`update users set status = 'archived' where id = ${member.id}`
    await test.deliver(mailer)
    expect(server.received).toEqual([])
    expect(await sql`select from outbox where subject = ${member.id} and delivered_at is null`).toHaveLength(
      0,
    )
  })
})

describe('a rejection that is final for the recipient', () => {
  const noSuchUser: Rejection = {
    command: 'RCPT TO',
    code: 550,
    text: '5.1.1 <somebody@secret.example> is nobody',
  }

  it('ends the mail at once, and its reason is kept and told in the bell of the person and of the admins', async () => {
    const admin = await makeMember(test, clientId, { admin: true })
    const colleague = await makeMember(test, clientId)
    const elsewhere = await makeMember(test, (await makeClient(test.database.db)).id, { admin: true })
    server.rejections.set(member.email, noSuchUser)
    await forgot()
    await test.deliver(mailer)
    expect(await rowsOf(member.id)).toMatchObject([
      {
        type: 'mail.password_reset',
        failed: true,
        failure: '550 5.1.1',
        delivered: false,
        recipient: null,
        attempts: 1,
      },
    ])
    later(7 * 24 * 3600)
    await test.deliver(mailer)
    expect([server.asked, server.received]).toEqual([1, []])
    expect(await bellOf(member.id)).toEqual([{ kind: 'mail_failed', values: { reason: '550 5.1.1' } }])
    expect(await bellOf(admin.id)).toEqual([
      { kind: 'user_mail_failed', values: { reason: '550 5.1.1', user: member.id } },
    ])
    expect(await bellOf(colleague.id)).toEqual([])
    expect(await bellOf(elsewhere.id)).toEqual([])
  })

  it.each([
    [
      'en',
      'An email to a user could not be delivered',
      'An email to Robin Tester could not be delivered (550 5.1.1).',
    ],
    [
      'en-au',
      'An email to a user could not be delivered',
      'An email to Robin Tester could not be delivered (550 5.1.1).',
    ],
    [
      'es',
      'No se pudo entregar un correo a un usuario',
      'No se pudo entregar un correo a Robin Tester (550 5.1.1).',
    ],
  ] as const)('is told in %s, with a code and no word of the server', async (language, title, sentence) => {
    const client = await makeClient(test.database.db)
    const admin = await makeMember(test, client.id, { admin: true, language, firstName: 'Ada' })
    const person = await makeMember(test, client.id, { language })
    server.rejections.set(person.email, noSuchUser)
    await call(test, 'POST', '/password/forgot', { email: person.email })
    await test.deliver(mailer)
    const { token } = await signIn(test, admin)
    const { text, body } = await call(test, 'GET', '/me/notifications', undefined, { token })
    expect(body).toMatchObject([{ name: title, level: 'warning', icon: 'user_mail_failed' }])
    expect(text).toContain(sentence)
    const own = await signIn(test, person)
    const bell = await call(test, 'GET', '/me/notifications', undefined, { token: own.token })
    expect(bell.text).toContain('(550 5.1.1)')
    for (const hidden of ['secret.example', 'nobody', person.email, '{'.concat('reason')])
      expect(text + bell.text).not.toContain(hidden)
  })

  it('is reported once a day, also for several mails', async () => {
    server.rejections.set(member.email, noSuchUser)
    for (let time = 0; time < 2; time += 1) {
      await forgot()
      await test.deliver(mailer)
    }
    expect(await bellOf(member.id)).toHaveLength(1)
    later(25 * 3600)
    await forgot()
    await test.deliver(mailer)
    expect(await bellOf(member.id)).toHaveLength(2)
  })

  it('is not what a refused session, login, sender or message is: that mail is tried again', async () => {
    const others: Rejection[] = [
      { command: 'AUTH', code: 535, text: '5.7.8 Wrong credentials' },
      { command: 'MAIL FROM', code: 550, text: '5.1.0 Sender rejected' },
      { command: 'RCPT TO', code: 554, text: '5.7.1 Relay access denied' },
      { command: 'RCPT TO', code: 552, text: '5.2.2 Mailbox full' },
      { command: 'RCPT TO', code: 451, text: '4.3.0 Later' },
      { command: 'DATA', code: 552, text: '5.3.4 Too big' },
      { command: 'DATA', code: 550, text: 'No' },
    ]
    for (const rejection of others) {
      const person = await makeMember(test, clientId)
      server.rejections.set('*', rejection)
      await call(test, 'POST', '/password/forgot', { email: person.email })
      await test.deliver(mailer)
      expect(await rowsOf(person.id), rejection.text).toMatchObject([
        { failed: false, delivered: false, wait: 30 },
      ])
      server.rejections.clear()
      later(30)
      await test.deliver(mailer)
      expect(sentTo()).toContain(person.email)
      expect(await bellOf(person.id)).toEqual([])
    }
  })
})

describe('a mail that cannot be delivered for now', () => {
  it('waits from the moment of its failure, by the clock of then', async () => {
    await forgot()
    await test.deliver({
      send: () => {
        later(20)
        return Promise.reject(new Error('not now'))
      },
      close: () => {},
    })
    expect(await rowsOf(member.id)).toMatchObject([{ wait: 30 }])
  })
  it('ends after its last attempt, with its reason in the bell', async () => {
    server.behaviour = 'busy'
    await forgot()
    await test.deliver(mailer)
    await sql`update outbox set attempts = 13 where subject = ${member.id}`
    later(24 * 3600)
    await test.deliver(mailer)
    expect(await rowsOf(member.id)).toMatchObject([{ failed: true, failure: '451', recipient: null }])
    expect(await bellOf(member.id)).toEqual([{ kind: 'mail_failed', values: { reason: '451' } }])
  })
  it('ends after three days of waiting behind others', async () => {
    server.behaviour = 'busy'
    await forgot()
    await test.deliver(mailer)
    later(3 * 24 * 3600)
    await test.deliver(mailer)
    expect(await rowsOf(member.id)).toMatchObject([{ failed: true, failure: '451', attempts: 2 }])
  })
  it('that ends the program each time is given up too', async () => {
    await forgot()
    await test.deliver({ send: () => Promise.reject(new Error('not now')), close: () => {} })
    await sql`update outbox set attempts = 14 where subject = ${member.id}`
    later(24 * 3600)
    await test.deliver(mailer)
    expect(server.received).toEqual([])
    expect(await rowsOf(member.id)).toMatchObject([{ failed: true, failure: 'unknown' }])
  })
  it.each(['breaks off', 'hangs'] as const)(
    'because the server %s leaves no connection open and is sent later',
    async (behaviour) => {
      server.behaviours.set(member.email, behaviour)
      const other = await makeMember(test, clientId)
      await forgot()
      await call(test, 'POST', '/password/forgot', { email: other.email })
      await test.mailWorker(mailer, { attemptMs: 300 }).deliverDue()
      expect(sentTo()).toEqual([other.email])
      await expect.poll(() => server.connections).toBe(0)
      expect(await rowsOf(member.id)).toMatchObject([{ failed: false, delivered: false, wait: 30 }])
      server.release()
      server.received.length = 0
      later(30)
      await test.deliver(mailer)
      expect(sentTo()).toEqual([member.email])
    },
  )
})

describe('a changed email', () => {
  let token: string
  let newEmail: string
  beforeEach(async () => {
    token = (await signIn(test, member)).token
    newEmail = `new.${member.email}`
  })
  const change = (email: string) =>
    call(
      test,
      'PUT',
      '/me',
      {
        first_name: 'Robin',
        last_name: 'Tester',
        email,
        mobile: '',
        language: 'en',
        password: member.password,
      },
      { token },
    )
  const recipients = () => server.received.map(({ to }) => to[0])

  it('is told to the old one before its link leaves for the new one, also within one millisecond', async () => {
    for (let time = 0; time < 3; time += 1) {
      server.received.length = 0
      expect((await change(`${time}.${newEmail}`)).status).toBe(200)
      await test.deliver(mailer)
      expect(recipients()).toEqual([member.email, `${time}.${newEmail}`])
    }
  })
  it('keeps its link back while the warning fails for a while, and for an hour at most', async () => {
    server.behaviours.set(member.email, 'busy')
    await change(newEmail)
    await test.deliver(mailer)
    later(30)
    await test.deliver(mailer)
    expect(recipients()).toEqual([])
    later(3600 - 31)
    await test.deliver(mailer)
    expect(recipients()).toEqual([])
    later(1)
    await test.deliver(mailer)
    expect(recipients()).toEqual([newEmail])
  })
  it('gets its link once the warning is delivered, or refused for good', async () => {
    server.behaviours.set(member.email, 'busy')
    await change(newEmail)
    await test.deliver(mailer)
    server.behaviours.clear()
    later(30)
    await test.deliver(mailer)
    expect(recipients()).toEqual([member.email, newEmail])

    server.received.length = 0
    server.rejections.set(member.email, { command: 'RCPT TO', code: 550, text: 'No' })
    await change(`2.${newEmail}`)
    await test.deliver(mailer)
    expect(recipients()).toEqual([`2.${newEmail}`])
  })
  it('that takes no mail holds up no mail to the present one, and is told to its person alone', async () => {
    const admin = await makeMember(test, clientId, { admin: true })
    server.behaviours.set(newEmail, 'busy')
    await change(newEmail)
    await test.deliver(mailer)
    await forgot()
    await test.deliver(mailer)
    expect(recipients()).toEqual([member.email, member.email])
    server.rejections.set(newEmail, { command: 'RCPT TO', code: 550, text: '5.1.1 No' })
    later(30)
    await test.deliver(mailer)
    expect(await bellOf(member.id)).toEqual([
      { kind: 'new_address_mail_failed', values: { reason: '550 5.1.1' } },
    ])
    expect(await bellOf(admin.id)).toEqual([])
  })
  it('warns the old one even when the new one counts by then', async () => {
    server.behaviours.set(member.email, 'busy')
    await change(newEmail)
    await test.deliver(mailer)
    later(3600)
    await test.deliver(mailer)
    const mailed = receivedToken('/verify_email')
    expect((await call(test, 'POST', `/me/verify-email/${mailed}`)).status).toBe(204)
    server.behaviours.clear()
    server.received.length = 0
    later(6 * 3600)
    await test.deliver(mailer)
    expect(sentTo()).toEqual([member.email, newEmail].toSorted())
    const warning = server.received.find(({ to }) => to[0] === member.email)
    expect(warning?.raw).toContain('Subject: A new email address was entered')
  })
  it('gets no link that was asked for another, and the old one no reset link any more', async () => {
    server.behaviours.set(newEmail, 'busy')
    server.behaviours.set(member.email, 'busy')
    await change(newEmail)
    await forgot()
    await test.deliver(mailer)
    await change(`2.${newEmail}`)
    later(3600)
    await test.deliver(mailer)
    expect(recipients()).toEqual([`2.${newEmail}`])
    const mailed = receivedToken('/verify_email')
    expect((await call(test, 'POST', `/me/verify-email/${mailed}`)).status).toBe(204)
    server.behaviours.clear()
    later(24 * 3600)
    await test.deliver(mailer)
    const raws = server.received.map(({ raw }) => raw).join()
    expect(recipients()).not.toContain(newEmail)
    expect(raws).not.toContain('reset_password?token')
  })
})

describe('a stop', () => {
  const inAll = 25
  let people: Member[]
  beforeEach(async () => {
    people = await Promise.all(Array.from({ length: inAll }, () => makeMember(test, clientId)))
    await Promise.all(people.map(({ email }) => call(test, 'POST', '/password/forgot', { email })))
    server.behaviour = 'hangs'
  })
  const rows = () => sql<{ delivered: boolean; attempts: number; due: boolean }[]>`
    select delivered_at is not null as delivered, attempts, next_attempt_at <= ${test.clock.now.toISOString()}::timestamptz as due
    from outbox where subject = any(${people.map(({ id }) => id)})`

  it('finishes the mails in progress and takes no more: none is sent twice, and the others are due at once', async () => {
    const worker = test.mailWorker(mailer)
    worker.start()
    await expect.poll(() => server.held).toBe(10)
    const stopped = worker.stop()
    server.release()
    await stopped
    expect(server.received).toHaveLength(10)
    const left = (await rows()).filter(({ delivered }) => !delivered)
    expect(left).toEqual(
      Array.from({ length: inAll - 10 }, () => ({ delivered: false, attempts: 0, due: true })),
    )
    await test.deliver(mailer)
    expect(sentTo()).toEqual(people.map(({ email }) => email).toSorted())
  })

  it('waits no longer than its limit: what hangs then is due at once, and its connection is closed', async () => {
    const worker = test.mailWorker(mailer, { stopMs: 100 })
    worker.start()
    await expect.poll(() => server.held).toBe(10)
    await worker.stop()
    await expect.poll(() => server.connections).toBe(0)
    expect(await rows()).toEqual(
      Array.from({ length: inAll }, () => ({ delivered: false, attempts: 0, due: true })),
    )
    server.release()
  })
})
