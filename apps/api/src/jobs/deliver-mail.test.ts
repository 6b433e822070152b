import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { makeClient } from '../../test/factories.ts'
import { lookInto } from '../../test/look.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { call, makeMember, type Member, otherPassword } from '../../test/staff.ts'
import { createMailer, type Mailer } from '../mail/mailer.ts'
import { handleResetRequests } from '../modules/password/request-reset.ts'
import { deliverDueMails } from './deliver-mail.ts'

let test: TestApp
let server: MailServer
let mailer: Mailer
let sql: ReturnType<typeof lookInto>
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
  sql = lookInto(test.database)
  clientId = (await makeClient(test.database.db)).id
})
beforeEach(async () => {
  await test.deliver()
  server.received.length = 0
  server.mood = 'takes'
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
const forgot = () => call(test, 'POST', '/password/forgot', { email: member.email })
const linkOf = (raw: string) =>
  /token=([\w-]{43})/.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1]

describe('a mail that is due', () => {
  it('arrives, from the request to the new password', async () => {
    await forgot()
    await test.deliver(mailer)
    expect(server.received).toHaveLength(1)
    expect(server.received[0]?.to).toEqual([member.email])
    const token = linkOf(server.received[0]?.raw ?? '')
    const answer = await call(test, 'POST', `/password/reset/${token}`, { password: otherPassword })
    expect(answer.status).toBe(204)
  })
  it('is tried again after a while that grows, and the mail that arrives carries the link that counts', async () => {
    server.mood = 'busy'
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
    server.mood = 'takes'
    later(3600)
    await test.deliver(mailer)
    expect(server.received).toHaveLength(1)
    const token = linkOf(server.received[0]?.raw ?? '')
    expect((await call(test, 'POST', `/password/validate/${token}`)).body).toEqual({ validated: true })
    later(7 * 3600)
    await test.deliver(mailer)
    expect(server.received).toHaveLength(1)
  })
  it('survives whoever dies with it in hand', async () => {
    await forgot()
    await handleResetRequests(test.database.db, test.clock.now)
    await new Promise<void>((taken) => {
      const neverEnds = () => {
        taken()
        return new Promise<void>(() => {})
      }
      void deliverDueMails(test.database.db, neverEnds, test.clock.now, () => {})
    })
    await test.deliver(mailer)
    expect(server.received).toEqual([])
    later(31)
    await test.deliver(mailer)
    expect(server.received).toHaveLength(1)
  })
  it('is sent by one of several who look at once', async () => {
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const one = await makeMember(test, clientId)
        await call(test, 'POST', '/password/forgot', { email: one.email })
      }),
    )
    await Promise.all(Array.from({ length: 4 }, () => handleResetRequests(test.database.db, test.clock.now)))
    const sent: string[] = []
    const send = ({ id }: { id: string }) => Promise.resolve(void sent.push(id))
    await Promise.all(
      Array.from({ length: 4 }, () => deliverDueMails(test.database.db, send, test.clock.now, () => {})),
    )
    expect(sent).toHaveLength(6)
    expect(new Set(sent).size).toBe(6)
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
  it('is given up after days, and then holds up no other', async () => {
    await forgot()
    await test.deliver({ send: () => Promise.reject(new Error('no such mailbox')), close: () => {} })
    await sql`update outbox set attempts = 14 where subject = ${member.id} and delivered_at is null`
    later(1)
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
