import { webhookEvents } from '@gatehouse/validation/webhooks'
import { sql as statement } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordEvents } from '../src/db/outbox.ts'
import { clientScope, installationScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { type QueueRules, takeStatement } from '../src/jobs/outbox-worker.ts'
import { recordDeliveries } from '../src/modules/webhooks/record-deliveries.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeClient, makeSite } from './factories.ts'
import { limitMs, runs } from './runs.ts'
import { openSuperuserConnection } from './superuser.ts'
import { call, makeMember, signIn } from './staff.ts'
import { accepts, answers, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let receiver: WebhookReceiver
let clientId: string
let siteId: string
beforeAll(async () => {
  receiver = await startWebhookReceiver()
  test = await buildTestApp({
    settings: { OUTBOUND_ALLOWED: 'receiver.test' },
    resolveName: () => Promise.resolve(['127.0.0.1']),
  })
  sql = openSuperuserConnection(test.database)
})
afterAll(async () => {
  await receiver.close()
  await test.close()
})
beforeEach(async () => {
  const { db } = test.database
  await sql`delete from outbox`
  receiver.calls.length = 0
  receiver.respond = accepts
  clientId = (await makeClient(db)).id
  siteId = (await makeSite(db, clientId)).id
  const { token } = await signIn(test, await makeMember(test, clientId, { admin: true }))
  const body = { url: `http://receiver.test:${receiver.port}/`, events: webhookEvents }
  expect((await call(test, 'POST', '/webhooks', body, { token })).status).toBe(201)
})

const later = (seconds: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
}

const webhookRules: QueueRules = {
  queue: 'webhook',
  atOnce: 1,
  attemptMs: 1,
  firstWaitSeconds: 1,
  longestWaitSeconds: 1,
  attempts: 1,
  longestAgeSeconds: 1,
}

/** Records changes of the site under a subject, each in a transaction of its own. */
const record = (subject: string, count = 1, from = 0) =>
  Array.from({ length: count }).reduce<Promise<void>>(
    (before, _, n) =>
      before.then(() =>
        withScope(test.database.db, clientScope(clientId), (tx) =>
          recordEvents(tx, [
            {
              clientId,
              type: 'site.updated',
              subject,
              at: new Date(test.clock.now.getTime() + from + n),
              payload: { kind: 'site', id: siteId, actor_id: `${subject} ${from + n}` },
            },
          ]),
        ),
      ),
    Promise.resolve(),
  )
const labelsOf = () =>
  receiver.calls.map(({ body }) => ('actor_id' in body.data ? (body.data.actor_id ?? '') : ''))

describe('deliveries of one subject', () => {
  it(
    'arrive in their order, whatever fails, and however many workers there are',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ subject: fc.constantFrom('a', 'b', 'c'), fails: fc.nat(2) }), {
            minLength: 1,
            maxLength: 10,
          }),
          fc.integer({ min: 1, max: 3 }),
          async (changes, workers) => {
            receiver.calls.length = 0
            const failures = new Map<string, number>()
            for (const [n, { subject, fails }] of changes.entries()) {
              await record(subject, 1, n)
              failures.set(`${subject} ${n}`, fails)
            }
            const accepted: string[] = []
            receiver.respond = (received, request, response) => {
              const label = 'actor_id' in received.body.data ? (received.body.data.actor_id ?? '') : ''
              const left = failures.get(label) ?? 0
              failures.set(label, left - 1)
              if (left <= 0) accepted.push(label)
              ;(left > 0 ? answers(503) : accepts)(received, request, response)
            }
            const nodes = Array.from({ length: workers }, () => test.webhookWorker())
            for (let round = 0; round < 60 && accepted.length < changes.length; round += 1) {
              await Promise.all(nodes.map((node) => node.deliverDue()))
              later(120)
            }
            for (const subject of ['a', 'b', 'c']) {
              const own = changes.flatMap((change, n) =>
                change.subject === subject ? [`${subject} ${n}`] : [],
              )
              expect(accepted.filter((label) => label.startsWith(subject))).toEqual(own)
            }
          },
        ),
        { numRuns: runs(12) },
      )
    },
    limitMs,
  )

  it('are recorded in the order of their commits, by whichever node', async () => {
    const subjects = Array.from({ length: 5 }, (_, n) => `s${n}`)
    let isOver = false
    const recording = Promise.all(subjects.map((subject) => record(subject, 30))).then(() => (isOver = true))
    const nodes = [1, 2, 3].map(async () => {
      while (!isOver) await recordDeliveries(test.database.db, installationScope(), test.clock.now)
    })
    await Promise.all([recording, ...nodes])
    await recordDeliveries(test.database.db, installationScope(), test.clock.now)
    const rows = await sql<{ label: string }[]>`
      select payload ->> 'actor_id' as label from outbox where queue = 'webhook' order by position`
    expect(rows).toHaveLength(150)
    for (const subject of subjects)
      expect(rows.map(({ label }) => label).filter((label) => label.startsWith(`${subject} `))).toEqual(
        Array.from({ length: 30 }, (_, n) => `${subject} ${n}`),
      )
    expect(await sql`select from outbox where queue = 'event'`).toEqual([])
  })
})

describe('a worker', () => {
  it('takes over what a killed one was sending, once its lease is over and not before', async () => {
    await record('a')
    receiver.respond = () => {}
    const killed = test.webhookWorker()
    const dying = killed.deliverDue()
    await expect.poll(() => receiver.calls.length).toBe(1)
    receiver.respond = accepts
    await test.webhookWorker().deliverDue()
    expect(receiver.calls).toHaveLength(1)
    later(91)
    await test.webhookWorker().deliverDue()
    expect(receiver.calls).toHaveLength(2)
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1)
    await dying
    expect(await sql`select attempts, delivered_at is not null as delivered from outbox`).toEqual([
      { attempts: 2, delivered: true },
    ])
  })

  it('that is one of several delivers each once', async () => {
    for (let n = 0; n < 20; n += 1) await record(`subject ${n}`)
    const nodes = Array.from({ length: 4 }, () => test.webhookWorker())
    // A connection that is lost on a busy machine is another attempt.
    for (let round = 0; round < 10 && receiver.calls.length < 20; round += 1) {
      await Promise.all(nodes.map((node) => node.deliverDue()))
      later(120)
    }
    expect(labelsOf().toSorted()).toEqual([...new Set(labelsOf())].toSorted())
    expect(receiver.calls).toHaveLength(20)
  })

  it('takes one row, whichever way PostgreSQL joins', async () => {
    for (let n = 0; n < 12; n += 1) await record(`subject ${n}`)
    await recordDeliveries(test.database.db, installationScope(), test.clock.now)
    for (const way of ['hashagg', 'hashjoin', 'mergejoin', 'nestloop']) {
      const taken = await withScope(test.database.db, installationScope(), async (tx) => {
        for (const other of ['hashagg', 'hashjoin', 'mergejoin', 'nestloop', 'sort', 'material', 'memoize'])
          if (other !== way) await tx.execute(statement.raw(`set local enable_${other} = off`))
        return tx.execute(takeStatement(webhookRules, test.clock.now, []))
      })
      expect(taken).toHaveLength(1)
    }
  })

  it('that stops gives back at once what takes too long', async () => {
    await record('a')
    receiver.respond = () => {}
    const worker = test.webhookWorker({ stopMs: 50 })
    worker.start()
    await expect.poll(() => receiver.calls.length).toBe(1)
    await worker.stop()
    receiver.respond = accepts
    await test.webhookWorker().deliverDue()
    expect(receiver.calls).toHaveLength(2)
  })
})
