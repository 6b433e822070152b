import { webhookEvents } from '@gatehouse/validation/webhooks'
import { sql as statement } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordEvents } from '../src/db/outbox.ts'
import { clientScope, installationScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { mailRules } from '../src/modules/account-mails/queue.ts'
import { createOutboxWorker, type QueueRules, takeOptions, takeStatement } from '../src/jobs/outbox-worker.ts'
import { newId } from '../src/lib/ids.ts'
import { markFailing, moveOthers } from '../src/modules/webhooks/attempt.ts'
import { recordDeliveries } from '../src/modules/webhooks/record-deliveries.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { countQueries } from './count-queries.ts'
import { makeClient, makeSite, makeWebhook } from './factories.ts'
import { isFull, limitMs, runs } from './runs.ts'
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

type Plan = readonly { 'QUERY PLAN': string }[]

/** The lines without the planning, during which a new connection reads the catalogue. */
const linesOf = (plan: Plan): string[] => {
  const lines = plan.map((row) => row['QUERY PLAN'])
  return lines.slice(0, lines.indexOf('Planning:'))
}
/** How many buffers a plan has read. */
const buffersOf = (plan: Plan): number =>
  Math.max(...linesOf(plan).map((line) => Number(/shared hit=(\d+)/.exec(line)?.[1] ?? 0)))

/** Creates deliveries from the recorded events. */
const recordAll = (db = test.database.db) =>
  recordDeliveries(db, installationScope(), test.clock.now, (error) => {
    throw error
  })

/** Records changes of the site under a subject, each in its own transaction. */
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
      while (!isOver) await recordAll()
    })
    await Promise.all([recording, ...nodes])
    await recordAll()
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

describe('events', () => {
  it('become deliveries by the same statements, however many they are', async () => {
    const statementsFor = async (events: number) => {
      await withScope(test.database.db, clientScope(clientId), (tx) =>
        recordEvents(
          tx,
          Array.from({ length: events }, (_, n) => ({
            clientId,
            type: 'site.updated' as const,
            subject: `s${n % 7}`,
            at: new Date(test.clock.now.getTime() + n),
            payload: { kind: 'site', id: siteId, actor_id: `${n}` },
          })),
        ),
      )
      const { db, statements } = countQueries(test.database.db)
      await recordAll(db)
      return statements
    }
    for (let n = 0; n < 9; n += 1)
      await makeWebhook(test.database.db, clientId, { url: `https://${n}.example/` })
    const forOne = await statementsFor(1)
    await sql`delete from outbox`
    const recordedAt = test.clock.now
    expect(await statementsFor(500)).toEqual(forOne)
    const rows = await sql`
      select webhook_id, array_agg(payload ->> 'actor_id' order by position) as labels, array_agg(distinct subject) as subjects,
        min(created_at) as first, min(queued_at) as queued, max(next_attempt_at) as due
      from outbox where queue = 'webhook' group by webhook_id`
    expect(rows).toHaveLength(10)
    for (const { webhook_id: id, ...row } of rows)
      expect(row).toEqual({
        labels: Array.from({ length: 500 }, (_, n) => `${n}`),
        subjects: Array.from({ length: 7 }, (_, n) => `${String(id)}:s${n}`),
        first: recordedAt,
        queued: recordedAt,
        due: recordedAt,
      })
  })

  it('of a client whose deliveries cannot be written hold up no other client', async () => {
    const { db } = test.database
    const others = await Promise.all(
      [1, 2].map(async () => {
        const { id } = await makeClient(db)
        await makeWebhook(db, id)
        return id
      }),
    )
    // In both orders of the clients.
    for (const [broken, whole] of [others, others.toReversed()] as [string, string][]) {
      await sql`delete from outbox`
      for (const id of others)
        await withScope(db, clientScope(id), (tx) =>
          recordEvents(tx, [
            { clientId: id, type: 'site.updated', subject: 's', at: test.clock.now, payload: {} },
          ]),
        )
      await sql.unsafe(
        `alter table outbox add constraint outbox_broken_check check (client_id <> '${broken}' or webhook_id is null)`,
      )
      const errors: unknown[] = []
      try {
        await recordDeliveries(db, installationScope(), test.clock.now, (error) => errors.push(error))
      } finally {
        await sql`alter table outbox drop constraint outbox_broken_check`
      }
      expect(errors).toHaveLength(1)
      const rows = await sql`select client_id, queue from outbox order by queue`
      expect(rows).toEqual([
        { client_id: broken, queue: 'event' },
        { client_id: whole, queue: 'webhook' },
      ])
    }
  })
})

describe('a worker', () => {
  it('takes over what a killed one was sending, once its lease is over and not before', async () => {
    await record('a')
    let endCall = () => {}
    receiver.respond = (_, __, response) => {
      endCall = () => response.writeHead(500).end()
    }
    const dying = test.webhookWorker().deliverDue()
    await expect.poll(() => receiver.calls.length).toBe(1)
    receiver.respond = accepts
    await test.webhookWorker().deliverDue()
    expect(receiver.calls).toHaveLength(1)
    later(91)
    await test.webhookWorker().deliverDue()
    expect(receiver.calls).toHaveLength(2)
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1)
    endCall()
    await dying
    expect(await sql`select attempts, delivered_at is not null as delivered from outbox`).toEqual([
      { attempts: 2, delivered: true },
    ])
  })

  it('that is one of several delivers each once', async () => {
    for (let n = 0; n < 20; n += 1) await record(`subject ${n}`)
    const nodes = Array.from({ length: 4 }, () => test.webhookWorker())
    // A connection that is lost on a busy machine adds an attempt.
    for (let round = 0; round < 10 && receiver.calls.length < 20; round += 1) {
      await Promise.all(nodes.map((node) => node.deliverDue()))
      later(120)
    }
    expect(labelsOf().toSorted()).toEqual([...new Set(labelsOf())].toSorted())
    expect(receiver.calls).toHaveLength(20)
  })

  it('takes one row, whichever way PostgreSQL joins', async () => {
    for (let n = 0; n < 12; n += 1) await record(`subject ${n}`)
    await recordAll()
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

describe('clients', () => {
  const fill = (client: string, rows: number, delivered = false) => sql`
    insert into outbox (client_id, id, type, subject, recipient, queued_at, next_attempt_at, delivered_at)
    select ${client}, gen_random_uuid(), 'mail.invitation', 'subject ' || n, 'a@mail.example', ${test.clock.now},
      ${test.clock.now}, ${delivered ? test.clock.now : null}
    from generate_series(1, ${rows}) as n`
  const makeClients = async (count: number) => {
    const ids: string[] = []
    while (ids.length < count) ids.push((await makeClient(test.database.db)).id)
    return ids.toSorted()
  }

  it('take turns, whoever has more or earlier rows', async () => {
    const clients = await makeClients(3)
    const [a = '', b = '', c = ''] = clients
    await fill(b, 5)
    later(1)
    await fill(a, 2)
    await fill(c, 1)
    const served: string[] = []
    const worker = createOutboxWorker({
      db: test.database.db,
      clock: () => test.clock.now,
      rules: { ...mailRules, atOnce: 1 },
      jitter: () => 0,
      prepare: () => Promise.resolve(),
      begin({ clientId: client }) {
        served.push(client)
        return Promise.resolve(undefined)
      },
      failureOf: (error) => {
        throw error
      },
      onGivenUp: () => Promise.resolve(),
      onFailure: () => {},
      onError: (error) => {
        throw error
      },
    })
    await worker.deliverDue()
    expect(served).toEqual([a, b, c, a, b, b, b, b])
    await fill(c, 1)
    await fill(a, 1)
    await worker.deliverDue()
    expect(served.slice(8)).toEqual([c, a])
  })

  const statistics = [
    ['no statistics', 0, false],
    ['those of a table without an open row', 50, true],
    ['those of a table with one open row', 1, false],
  ] as const
  describe.each(isFull ? statistics : [])('with many new rows and %s', (_, before, delivered) => {
    beforeEach(async () => {
      await sql`truncate outbox`
      await sql`alter table outbox set (autovacuum_enabled = off)`
      await sql`delete from pg_statistic where starelid = 'outbox'::regclass`
    })
    afterEach(() => sql`alter table outbox reset (autovacuum_enabled)`)

    it('are served by statements that read few of them', async () => {
      const clients = await makeClients(3)
      if (before > 0) {
        for (const client of clients) await fill(client, before, delivered)
        await sql`vacuum analyze outbox`
      }
      const [large = ''] = clients
      await fill(large, 50_000)
      const plan = await withScope(
        test.database.db,
        installationScope(),
        (tx) =>
          tx.execute<{ 'QUERY PLAN': string }>(
            statement`explain (analyze, buffers, costs off, timing off) ${takeStatement(mailRules, test.clock.now, [])}`,
          ),
        takeOptions,
      )
      const lines = linesOf(plan)
      expect(lines.filter((line) => /Seq Scan|Bitmap|Sort/.test(line))).toEqual([])
      expect(lines.join('\n')).toMatch(/using outbox_due_idx on outbox due/)
      expect(lines.join('\n')).toMatch(/using outbox_order_idx on outbox earlier/)
      expect(buffersOf(plan)).toBeLessThan(200)
    })
  })
})

describe('a webhook for which many deliveries wait', () => {
  const count = 4500
  let webhookId: string
  /** How many rows each statement has changed. */
  const changes = async () =>
    (await sql<{ rows: number }[]>`delete from outbox_changes returning rows`).map(({ rows }) => rows)

  beforeEach(async () => {
    const [webhook] = await sql<{ id: string }[]>`select id from webhooks where client_id = ${clientId}`
    webhookId = webhook?.id ?? ''
    await sql`
      insert into outbox (client_id, id, type, subject, payload, created_at, queued_at, next_attempt_at, webhook_id, event_id)
      select ${clientId}, gen_random_uuid(), 'site.updated', ${webhookId} || ':subject ' || n,
        jsonb_build_object('kind', 'site', 'id', ${siteId}::text, 'actor_id', n::text), ${test.clock.now}, ${test.clock.now}, ${test.clock.now},
        ${webhookId}, gen_random_uuid()
      from generate_series(1, ${count}) as n`
    await sql`analyze outbox`
    await sql.unsafe(`
      create table outbox_changes (rows int);
      create function note_changes() returns trigger language plpgsql security definer as $$ begin
        insert into outbox_changes select count(*) from changed; return null;
      end $$;
      create trigger note_changes after update on outbox referencing new table as changed for each statement execute function note_changes()`)
  })
  afterEach(() =>
    sql.unsafe('drop trigger note_changes on outbox; drop function note_changes; drop table outbox_changes'),
  )

  it('rests and works again, a bounded part of them with each statement', async () => {
    receiver.respond = answers(503)
    await test.webhookWorker().deliverDue()
    // One for each call that may run at a time, and those that had started when the
    // second one failed.
    expect(receiver.calls.length).toBeLessThan(20)
    const resting = await sql`select from outbox where next_attempt_at > ${test.clock.now}`
    expect(resting).toHaveLength(count)
    expect(Math.max(...(await changes()))).toBeLessThanOrEqual(1000)

    const last = new Date(test.clock.now.getTime() + 600_000)
    await sql`update outbox set next_attempt_at = ${last}`
    await sql`update outbox set next_attempt_at = ${test.clock.now} where id = (select id from outbox order by position limit 1)`
    await changes()
    receiver.respond = accepts
    const worker = test.webhookWorker()
    worker.start()
    await expect
      .poll(() => sql`select from outbox where next_attempt_at > ${new Date(last.getTime() - 1000)}`)
      .toHaveLength(0)
    await worker.stop()
    expect(Math.max(...(await changes()))).toBeLessThanOrEqual(1000)
  })

  if (isFull)
    it('is passed over without reading its rows while it is busy', async () => {
      await sql`vacuum analyze outbox`
      const plan = await withScope(
        test.database.db,
        installationScope(),
        (tx) =>
          tx.execute<{ 'QUERY PLAN': string }>(
            statement`explain (analyze, buffers, costs off, timing off) ${takeStatement(webhookRules, test.clock.now, [webhookId])}`,
          ),
        takeOptions,
      )
      expect(buffersOf(plan)).toBeLessThan(500)
    })

  it('rests no further part once something was accepted', async () => {
    const { db } = test.database
    const scope = installationScope()
    await sql`update webhooks set failing_since = ${test.clock.now} where id = ${webhookId}`
    const failed = { clientId, webhookId, id: newId() }
    const left = await withScope(db, scope, (tx) => markFailing(tx, failed, test.clock.now))
    if (!left) throw new Error('All were moved')
    await sql`update webhooks set failing_since = null where id = ${webhookId}`
    await moveOthers(db, scope, left, new AbortController().signal)
    expect(await sql`select from outbox where next_attempt_at > ${test.clock.now}`).toHaveLength(1000)
  })
})
