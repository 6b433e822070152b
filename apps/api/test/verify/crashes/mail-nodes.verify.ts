import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createEmptyInstallation,
  type EmptyInstallation,
  freePort,
  startRunningServer,
} from '../../running-server.ts'
import { type MailServer, startMailServer } from '../../mail-server.ts'

const pollOptions = { timeout: 20_000 }
let installation: EmptyInstallation
let settings: Record<string, string>
let sql: Sql
let mailServer: MailServer

beforeAll(async () => {
  installation = await createEmptyInstallation('mails')
  sql = installation.sql
  mailServer = await startMailServer()
  settings = {
    ...installation.settings,
    DEMO: 'on',
    PORT: String(await freePort()),
    SMTP_URL: mailServer.url,
    BREACH_URL: 'off',
    LOG_LEVEL: 'warn',
  }
})
afterAll(async () => {
  await mailServer.close()
  await installation.remove()
})

async function forgot(origin: string, email: string): Promise<void> {
  const response = await fetch(`${origin}/api/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  expect(response.status).toBe(204)
}
const mails = () => sql<{ attempts: number; delivered: boolean; leased: boolean }[]>`
  select attempts, delivered_at is not null as delivered, next_attempt_at > now() + interval '1 minute' as leased
  from outbox where type = 'mail.password_reset' order by id`

it('a mail that a killed node was sending is sent by the next node once its lease is over, not before', async () => {
  mailServer.behaviour = 'hangs'
  const killed = await startRunningServer(settings)
  await forgot(killed.origin, 'admin@harbour.example')
  await expect.poll(() => mailServer.held, pollOptions).toBe(1)
  await killed.kill()
  mailServer.behaviour = 'takes'

  const next = await startRunningServer(settings)
  await forgot(next.origin, 'staff@harbour.example')
  await expect
    .poll(() => mailServer.received.map(({ to }) => to[0]), pollOptions)
    .toEqual(['staff@harbour.example'])
  // The server has an email a moment before the outbox says so.
  await expect.poll(mails, pollOptions).toEqual([
    { attempts: 1, delivered: false, leased: true },
    { attempts: 1, delivered: true, leased: true },
  ])
  // As if the lease had expired.
  await sql`update outbox set next_attempt_at = now() where delivered_at is null and type = 'mail.password_reset'`
  await expect
    .poll(() => mailServer.received.map(({ to }) => to[0]), pollOptions)
    .toEqual(['staff@harbour.example', 'admin@harbour.example'])
  expect(await next.stop()).toBe(0)
  await sql`delete from outbox`
}, 120_000)

it('a node that stops finishes the mails that it is sending', async () => {
  mailServer.received.length = 0
  mailServer.release()
  mailServer.received.length = 0
  mailServer.behaviour = 'hangs'
  const node = await startRunningServer(settings)
  const people = ['manager@harbour.example', 'admin@ridge.example', 'operator@gatehouse.example']
  for (const email of people) await forgot(node.origin, email)
  await expect.poll(() => mailServer.held, pollOptions).toBe(3)
  const ended = node.stop()
  // It is stopping and accepts no more connections.
  await expect
    .poll(
      () =>
        fetch(node.origin).then(
          () => 'open',
          () => 'closed',
        ),
      pollOptions,
    )
    .toBe('closed')
  expect((await mails()).filter(({ delivered }) => delivered)).toEqual([])
  mailServer.release()
  expect(await ended).toBe(0)
  expect(new Set(mailServer.received.map(({ to }) => to[0]))).toEqual(new Set(people))
  expect(mailServer.received).toHaveLength(people.length)
  expect((await mails()).every(({ delivered }) => delivered)).toBe(true)
}, 120_000)
