import { sql as statement } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installationScope } from '../../../src/db/scopes.ts'
import { withScope } from '../../../src/db/tenancy.ts'
import { takeOptions, takeStatement } from '../../../src/jobs/outbox-worker.ts'
import { createTestDatabase, type TestDatabase } from '../../database.ts'
import { makeClient, makeWebhook } from '../../factories.ts'
import { openSuperuserConnection } from '../../superuser.ts'

let database: TestDatabase
let sql: ReturnType<typeof openSuperuserConnection>
beforeAll(async () => {
  database = await createTestDatabase()
  sql = openSuperuserConnection(database)
})
afterAll(() => database.drop())

it('beside many delivered rows, what is due is found by the indexes of what is not delivered', async () => {
  const { id: clientId } = await makeClient(database.db)
  const { id: webhookId } = await makeWebhook(database.db, clientId)
  await sql`
    insert into outbox (client_id, id, type, subject, delivered_at)
    select ${clientId}, gen_random_uuid(), 'mail.notice', 'subject ' || number % 100, now()
    from generate_series(1, 50000) number`
  await sql`
    insert into outbox (client_id, id, type, subject, webhook_id, event_id)
    values (${clientId}, gen_random_uuid(), 'webhook.test', 'x', ${webhookId}, gen_random_uuid())`
  await sql`analyze outbox`
  const rules = {
    queue: 'webhook',
    atOnce: 1,
    attemptMs: 1,
    firstWaitSeconds: 1,
    longestWaitSeconds: 1,
    attempts: 1,
    longestAgeSeconds: 1,
  } as const
  const plan = await withScope(
    database.db,
    installationScope(),
    (tx) =>
      tx.execute<{ 'QUERY PLAN': string }>(
        statement`explain (analyze, buffers, costs off, timing off) ${takeStatement(rules, new Date(), [])}`,
      ),
    takeOptions,
  )
  const whole = plan.map((row) => row['QUERY PLAN'])
  // A new connection reads the catalogue while it plans.
  const lines = whole.slice(0, whole.indexOf('Planning:'))
  expect(lines.join('\n')).toMatch(/outbox_due_idx/)
  expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
  const buffers = lines.map((line) => Number(/shared hit=(\d+)/.exec(line)?.[1] ?? 0))
  expect(Math.max(...buffers)).toBeLessThan(200)
})
