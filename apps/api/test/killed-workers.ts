import type { Sql } from 'postgres'
import { expect } from 'vitest'
import { newId } from '../src/lib/ids.ts'
import {
  createEmptyInstallation,
  freePort,
  type RunningServer,
  startRunningServer,
} from './running-server.ts'
import { startMailServer } from './mail-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const SUBJECTS = 5
const EVENTS_A_ROUND = 20
const MAILS_A_ROUND = 10
const RESPONSE_MS = 20
/** The concurrent calls of both workers: at most this many are repeated by one kill. */
const AT_ONCE = 4 + 10
const pollOptions = { timeout: 60_000, interval: 20 }

/**
 * Kills the program repeatedly while it delivers, then lets it finish. Every event and every email
 * arrives, repeated ones under the same id, so that a receiver can deduplicate. The first arrivals
 * of a subject are in order.
 * @returns how many calls and emails were repeated
 */
export async function deliverThroughKills(kills: number): Promise<number> {
  const installation = await createEmptyInstallation('killed_workers')
  const receiver = await startWebhookReceiver()
  const mailServer = await startMailServer()
  receiver.respond = (_, __, response) => void setTimeout(() => response.writeHead(204).end(), RESPONSE_MS)
  const settings = {
    ...installation.settings,
    DEMO: 'on',
    PORT: String(await freePort()),
    SMTP_URL: mailServer.url,
    BREACH_URL: 'off',
    OUTBOUND_ALLOWED: '127.0.0.1',
    LOG_LEVEL: 'error',
  }
  const { sql } = installation
  let server: RunningServer | undefined
  try {
    server = await startRunningServer(settings)
    const { clientId, siteId } = await addWebhook(server.origin, sql, receiver)
    const arrivals = () => receiver.calls.length + mailServer.received.length
    for (let kill = 0; kill < kills; kill += 1) {
      const before = arrivals()
      await record(sql, clientId, siteId, kill)
      // Each kill comes at another point of the deliveries.
      await expect.poll(arrivals, pollOptions).toBeGreaterThan(before + ((kill * 7) % EVENTS_A_ROUND))
      await server.kill()
      // As if the leases of the killed process had expired.
      await sql`update outbox set next_attempt_at = now() where delivered_at is null and failed_at is null`
      server = await startRunningServer(settings)
    }
    await expect
      .poll(
        async () =>
          (await sql`select from outbox where delivered_at is null or failed_at is not null`).length,
        pollOptions,
      )
      .toBe(0)

    const events = await sql<{ id: string; label: string }[]>`
      select event_id as id, payload ->> 'actor_id' as label from outbox where queue = 'webhook' order by position`
    expect(events).toHaveLength(kills * EVENTS_A_ROUND)
    const arrived = new Set(receiver.calls.map((call) => call.id))
    expect([...arrived].toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    const inOrder = [...new Set(receiver.calls.map((call) => labelOf(call.body.data)))]
    for (let subject = 0; subject < SUBJECTS; subject += 1) {
      const isOfSubject = (label: string) => label.startsWith(`${subject}:`)
      expect(inOrder.filter(isOfSubject)).toEqual(events.map(({ label }) => label).filter(isOfSubject))
    }
    const mails = await sql<{ id: string }[]>`select id from outbox where type = 'mail.notice'`
    const messageIds = mailServer.received.map(
      ({ raw }) => /^Message-ID: <([\da-f-]+)@/im.exec(raw)?.[1] ?? '',
    )
    expect([...new Set(messageIds)].toSorted()).toEqual(mails.map(({ id }) => id).toSorted())
    expect(mails).toHaveLength(kills * MAILS_A_ROUND)
    const repeated = receiver.calls.length + messageIds.length - events.length - mails.length
    expect(repeated).toBeLessThanOrEqual(kills * AT_ONCE)
    return repeated
  } finally {
    await server?.kill()
    await receiver.close()
    await mailServer.close()
    await installation.remove()
  }
}

function labelOf(data: WebhookReceiver['calls'][number]['body']['data']): string {
  return 'actor_id' in data ? (data.actor_id ?? '') : ''
}

async function addWebhook(origin: string, sql: Sql, { port }: WebhookReceiver) {
  const post = async (path: string, body: object, token = '') => {
    const response = await fetch(`${origin}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(response.ok, path).toBe(true)
    return (await response.json()) as Record<string, string>
  }
  const credentials = { email: 'admin@harbour.example', password: 'Gatehouse-demo-2026' }
  const { token } = await post('/login', credentials)
  await post('/webhooks', { url: `http://127.0.0.1:${port}/`, events: ['site.updated'] }, token)
  const [site] = await sql<{ id: string; client_id: string }[]>`
    select s.id, s.client_id from sites s join users u on u.client_id = s.client_id
    where u.email = ${credentials.email} limit 1`
  if (!site) throw new Error('The demo data has a site')
  return { clientId: site.client_id, siteId: site.id }
}

/** Records changes of several subjects, and emails to as many people. */
async function record(sql: Sql, clientId: string, siteId: string, round: number): Promise<void> {
  for (let number = 0; number < EVENTS_A_ROUND; number += 1) {
    const subject = number % SUBJECTS
    const payload = { kind: 'site', id: siteId, actor_id: `${subject}:${round}.${number}` }
    await sql`
      insert into outbox (client_id, id, type, subject, payload)
      values (${clientId}, ${newId()}, 'site.updated', ${`subject ${subject}`}, ${sql.json(payload)})`
  }
  const people = await sql<{ id: string; email: string }[]>`
    select id, email from users where client_id = ${clientId} and status = 'active' order by id limit ${MAILS_A_ROUND}`
  for (let number = 0; number < MAILS_A_ROUND; number += 1) {
    const person = people[number % people.length]
    if (!person) throw new Error('The demo data has people')
    await sql`
      insert into outbox (client_id, id, type, subject, recipient, payload)
      values (${clientId}, ${newId()}, 'mail.notice', ${person.id}, ${person.email}, '{"kind": "password_changed"}')`
  }
}
