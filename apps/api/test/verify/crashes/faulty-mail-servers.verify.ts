import { Instant } from '@gatehouse/validation/time-fields'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/lib/durations.ts'
import { createMailer, type Mailer } from '../../../src/mail/mailer.ts'
import { makeClient, makeRecipient, makeUser } from '../../factories.ts'
import { inWorld } from '../../in-world.ts'
import { type MailServer, startMailServer } from '../../mail-server.ts'
import { mailStages, type ScriptedMailServer, startScriptedMailServer } from '../../scripted-mail-server.ts'
import { makeIdentity } from '../../self-signed.ts'
import { call } from '../../staff.ts'
import { openSession } from '../../world.ts'

const here = inWorld()

let clientId: string
let adminId: string
beforeEach(async () => {
  const { db } = here.test.database
  clientId = (await makeClient(db)).id
  adminId = (await makeUser(db, here.test.passwords, clientId, { admin: true })).id
})
afterEach(() => here.sql`delete from outbox`)

const millisecondsOf = (text: string) => Date.parse(v.parse(Instant, text))
const later = (milliseconds: number) => {
  here.test.clock.now = new Date(here.test.clock.now.getTime() + milliseconds)
}
/** A new session, because the moved clock has ended earlier ones. */
const session = () => openSession(here.test, { clientId, userId: adminId, admin: true })
const mailerOf = (url: string): Mailer =>
  createMailer({
    smtpUrl: url,
    from: 'no-reply@gatehouse.example',
    outboxFolder: '/nowhere',
    onFile: () => {},
  })
/** @param sendMs the time after which a server that hangs is abandoned */
const deliver = (mailer: Mailer, sendMs = 10_000) =>
  here.test.mailWorker(mailer, { attemptMs: sendMs }).deliverDue()
const SOON_MS = 100

interface Recipient {
  id: string
  email: string
}
/** A recipient of emails, with a test email in the outbox. */
async function mailedRecipient(): Promise<Recipient> {
  const { db } = here.test.database
  const { id: userId, email } = await makeUser(db, here.test.passwords, clientId, { status: 'active' })
  const { id } = await makeRecipient(db, clientId, { userId, channels: ['mail'] })
  const token = await session()
  const tested = await call(here.test, 'POST', `/notification-recipients/${id}/test`, undefined, { token })
  expect(tested.status, tested.text).toBe(200)
  return { id, email }
}

/** What a recipient's drawer shows of the last email. */
async function shown({ id }: Recipient) {
  const { body } = await call(here.test, 'GET', `/notification-recipients/${id}/deliveries`, undefined, {
    token: await session(),
  })
  const [last] = body['items'] as {
    state: string
    reason: string | null
    attempts: number
    next_attempt_at: string
  }[]
  if (!last) throw new Error('Nothing was recorded')
  return last
}

/** Retries until the email has failed. @returns after how long */
async function giveUp(recipient: Recipient, mailer: Mailer, sendMs?: number): Promise<number> {
  const start = here.test.clock.now.getTime()
  for (;;) {
    const { state, next_attempt_at: next } = await shown(recipient)
    if (state !== 'waiting') break
    later(Math.max(0, millisecondsOf(next) - here.test.clock.now.getTime()))
    await deliver(mailer, sendMs)
  }
  return here.test.clock.now.getTime() - start
}

/**
 * Resends the emails that an administrator sees under Settings, Failed deliveries. @returns the
 * reasons of the failures
 */
async function sendFailedAgain(): Promise<string[]> {
  const token = await session()
  const { body } = await call(here.test, 'GET', '/dead-letters?kind=mail', undefined, { token })
  const items = body['items'] as { id: string; failure: string }[]
  const again = { action: 'send_again', ids: items.map(({ id }) => id) }
  const sent = await call(here.test, 'POST', '/dead-letters/bulk', again, { token })
  expect(sent.body).toMatchObject({ done: items.length, blocked: [] })
  return items.map(({ failure }) => failure)
}

const messageIdOf = (raw: string) => /^Message-ID: (.+)$/im.exec(raw)?.[1]

describe('a mail server', () => {
  let server: ScriptedMailServer
  let mailer: Mailer
  beforeEach(async () => {
    server = await startScriptedMailServer()
    mailer = mailerOf(server.url)
  })
  afterEach(async () => {
    mailer.close()
    await server.close()
  })

  it.each(mailStages)(
    'that hangs at %s is left, and the mail can be sent again after a day',
    async (at) => {
      server.fault = { at, what: 'hangs' }
      const recipient = await mailedRecipient()
      await deliver(mailer, SOON_MS)
      expect(await shown(recipient)).toMatchObject({ state: 'waiting', reason: 'ETIMEDOUT', attempts: 1 })
      await expect.poll(() => server.connections).toBe(0)
      const triedMs = await giveUp(recipient, mailer, SOON_MS)
      expect(triedMs).toBeGreaterThan(20 * HOUR_MS)
      expect(triedMs).toBeLessThan(2 * DAY_MS)
      expect(await shown(recipient)).toMatchObject({ state: 'failed', reason: 'ETIMEDOUT' })
      server.fault = undefined
      const before = server.received.length
      expect(await sendFailedAgain()).toEqual(['ETIMEDOUT'])
      await deliver(mailer)
      expect(await shown(recipient)).toMatchObject({ state: 'delivered', reason: null })
      expect(server.received).toHaveLength(before + 1)
      expect(new Set(server.received.map(messageIdOf)).size).toBe(1)
    },
    60_000,
  )

  it.each(mailStages)('that drops the line at %s gets the mail later, under the same id', async (at) => {
    server.fault = { at, what: 'drops' }
    const recipient = await mailedRecipient()
    await deliver(mailer)
    expect(await shown(recipient)).toMatchObject({ state: 'waiting', reason: 'ECONNECTION', attempts: 1 })
    server.fault = undefined
    later(30_000)
    await deliver(mailer)
    later(DAY_MS)
    await deliver(mailer)
    expect(await shown(recipient)).toMatchObject({ state: 'delivered', attempts: 2 })
    // Only after the final dot is it unknown whether the email was accepted: the mailbox
    // deduplicates by its id.
    expect(server.received).toHaveLength(at === 'the final dot' ? 2 : 1)
    expect(new Set(server.received.map(messageIdOf)).size).toBe(1)
  })

  it('that takes a mail and drops the line gets it once', async () => {
    server.fault = { at: 'the final dot', what: 'replies and drops' }
    const recipient = await mailedRecipient()
    await deliver(mailer)
    expect(await shown(recipient)).toMatchObject({ state: 'delivered', attempts: 1 })
    later(DAY_MS)
    await deliver(mailer)
    expect(server.received).toHaveLength(1)
  })
})

describe('a mail server with a certificate that nobody trusts', () => {
  it('gets no mail, neither over TLS nor in clear, and the reason is told', async () => {
    const server = await startScriptedMailServer(makeIdentity('mail.test'))
    const mailer = mailerOf(server.url)
    const recipient = await mailedRecipient()
    await deliver(mailer)
    expect(await shown(recipient)).toMatchObject({ state: 'waiting', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    await giveUp(recipient, mailer)
    expect(await sendFailedAgain()).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT'])
    expect(new Set(server.commands.map((line) => line.split(' ')[0]))).toEqual(new Set(['EHLO', 'STARTTLS']))
    expect(server.received).toEqual([])
    mailer.close()
    await server.close()
  })
})

describe('a mail server that works', () => {
  let server: MailServer
  let mailer: Mailer
  beforeAll(async () => {
    server = await startMailServer()
    mailer = mailerOf(server.url)
  })
  beforeEach(() => {
    server.received.length = 0
    server.rejections.clear()
    server.behaviour = 'takes'
  })
  afterAll(async () => {
    mailer.close()
    await server.close()
  })

  it('and refuses one of several gets those of the others, and that one once its mailbox is there', async () => {
    const recipients = [await mailedRecipient(), await mailedRecipient(), await mailedRecipient()]
    const [first, refused, last] = recipients
    if (!first || !refused || !last) throw new Error('There are three')
    server.rejections.set(refused.email, { command: 'RCPT TO', code: 550, text: '5.1.1 Nobody' })
    await deliver(mailer)
    expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual([first.email, last.email].toSorted())
    expect(await shown(refused)).toMatchObject({ state: 'failed', reason: '550 5.1.1', attempts: 1 })
    server.rejections.clear()
    expect(await sendFailedAgain()).toEqual(['550 5.1.1'])
    await deliver(mailer)
    expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(
      recipients.map(({ email }) => email).toSorted(),
    )
  })

  it('after it had no room for a day gets each mail once', async () => {
    server.behaviour = 'busy'
    const recipient = await mailedRecipient()
    const start = here.test.clock.now.getTime()
    await deliver(mailer)
    let attempts = 1
    for (;;) {
      const { next_attempt_at: next } = await shown(recipient)
      if (millisecondsOf(next) - start > 20 * HOUR_MS) break
      here.test.clock.now = new Date(millisecondsOf(next))
      await deliver(mailer)
      attempts += 1
      expect(await shown(recipient)).toMatchObject({ state: 'waiting', reason: '451', attempts })
    }
    server.behaviour = 'takes'
    later(6 * HOUR_MS)
    await deliver(mailer)
    later(6 * HOUR_MS)
    await deliver(mailer)
    expect(server.received).toHaveLength(1)
    expect(await shown(recipient)).toMatchObject({ state: 'delivered', attempts: attempts + 1 })
  })

  it('after it had no room for longer gets them when an admin sends them again', async () => {
    server.behaviour = 'busy'
    const recipient = await mailedRecipient()
    await deliver(mailer)
    await giveUp(recipient, mailer)
    expect(await sendFailedAgain()).toEqual(['451'])
    server.behaviour = 'takes'
    await deliver(mailer)
    expect(server.received).toHaveLength(1)
    expect(await shown(recipient)).toMatchObject({ state: 'delivered' })
  })
})
