import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeClient, makeMethod, makeSite } from './factories.ts'
import { isFull } from './runs.ts'
import { openSuperuserConnection } from './superuser.ts'
import { call, enrol, makeMember, signIn, verify } from './staff.ts'
import { totpCode } from './totp-generator.ts'
import { installationScope } from '../src/db/scopes.ts'
import { withScope } from '../src/db/tenancy.ts'
import { purgeRules } from '../src/registry.ts'
import { purgeExpired, purgeJob } from '../src/jobs/purge-expired.ts'
import { type JobLog, startJobs } from '../src/jobs/run-jobs.ts'
import { DAY_MS } from '../src/lib/durations.ts'

const STATEMENT_TIMEOUT_MS = 1500

let test: TestApp
let sql: ReturnType<typeof openSuperuserConnection>
let clientId: string
let methodId: string
beforeAll(async () => {
  test = await buildTestApp({ statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  sql = openSuperuserConnection(test.database)
  clientId = (await makeClient(test.database.db)).id
  const site = await makeSite(test.database.db, clientId)
  methodId = (await makeMethod(test.database.db, clientId, site.id)).id
})
afterAll(() => test.close())

const tableOf = ({ table }: (typeof purgeRules)[number]) => getTableConfig(table).name
const count = async (table: string) => {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from ${sql(table)}`
  return row?.n
}
const daysAgo = (days: number) => new Date(test.clock.now.getTime() - days * DAY_MS).toISOString()

/** Adds events, half of which have expired. */
const fillOutbox = (rows: number, days = 8) => sql`
  insert into outbox (client_id, id, type, subject, queued_at)
  select ${clientId}, gen_random_uuid(), 'mail.notice', 'backlog',
    case when number % 2 = 0 then ${daysAgo(days)}::timestamptz else ${test.clock.now.toISOString()}::timestamptz end
  from generate_series(1, ${rows * 2}) number`
const fillSubmissions = (rows: number) => sql`
  insert into idempotency_keys (client_id, method_id, key, request_hash, status, answer, created_at)
  select ${clientId}, ${methodId}, gen_random_uuid(), '\\x00', 200, '{}', ${daysAgo(8)}::timestamptz
  from generate_series(1, ${rows})`

it('expired rows are removed, valid rows and enabled second factors stay', async () => {
  const member = await makeMember(test, clientId)
  const { token } = await signIn(test, member)
  const { secret } = await enrol(test, token)
  const pre2fa = await signIn(test, member)
  await verify(test, pre2fa.token, totpCode(secret, test.clock.now), { remember: true })
  await call(test, 'POST', '/2fa/new-totp-method', undefined, { token })
  await call(test, 'POST', '/2fa/new-recovery-codes', undefined, { token })
  await call(test, 'POST', '/password/forgot', { email: member.email })
  await test.deliver()

  const tables = [
    'totp_methods',
    'recovery_code_sets',
    'remembered_devices',
    'one_time_tokens',
    'notifications',
  ]
  const after = async (hours: number) => {
    const now = new Date(test.clock.now.getTime() + hours * 3_600_000)
    expect(await purgeExpired(test.database.db, purgeRules, now)).toEqual([])
    return Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await count(name)])))
  }
  const all = {
    totp_methods: 2,
    recovery_code_sets: 2,
    remembered_devices: 1,
    one_time_tokens: 1,
    notifications: 1,
  }
  expect(await after(0)).toEqual(all)
  expect(await count('rate_buckets')).toBeGreaterThan(0)
  expect(await after(1)).toEqual({ ...all, one_time_tokens: 0 })
  const inForce = { totp_methods: 1, recovery_code_sets: 1, one_time_tokens: 0 }
  expect(await after(25)).toEqual({ ...all, ...inForce })
  // The slowest bucket is full again after three days.
  expect(await after(95)).toEqual({ ...all, ...inForce })
  expect(await count('rate_buckets')).toBeGreaterThan(0)
  expect(await after(121)).toEqual({ ...all, ...inForce })
  expect(await count('rate_buckets')).toBe(0)
  expect(await after(31 * 24)).toEqual({ ...all, ...inForce, remembered_devices: 0 })
  expect(await after(91 * 24)).toEqual({ ...all, ...inForce, remembered_devices: 0, notifications: 0 })
  expect(await count('sessions')).toBe(0)
})

it('what was given up is kept for a month, and what is sent again as long as anything new', async () => {
  const insert = (failedDaysAgo: number | null, queuedDaysAgo: number) => sql`
    insert into outbox (client_id, id, type, subject, created_at, queued_at, failed_at)
    values (${clientId}, gen_random_uuid(), 'mail.notice', 'kept', ${daysAgo(40)}, ${daysAgo(queuedDaysAgo)},
      ${failedDaysAgo === null ? null : daysAgo(failedDaysAgo)})`
  await insert(29, 40)
  await insert(31, 40)
  await insert(null, 6)
  await insert(null, 8)
  await purgeExpired(test.database.db, purgeRules, test.clock.now)
  const left =
    await sql`select failed_at is null as open from outbox where subject = 'kept' order by failed_at`
  expect(left).toEqual([{ open: false }, { open: true }])
  await sql`delete from outbox`
})

it('keeps what a bucket of the limits has paid for as long as it is free', async () => {
  await test.limits.takeForMember(
    'methodKeysPerNetwork',
    { key: '10.0.0.1', name: 'GATE', lifeSeconds: 3600 },
    1,
  )
  const membersAfter = async (hours: number) => {
    await purgeExpired(test.database.db, purgeRules, new Date(test.clock.now.getTime() + hours * 3_600_000))
    return count('rate_members')
  }
  expect(await membersAfter(0.9)).toBe(1)
  expect(await membersAfter(1.1)).toBe(0)
})

const startPurging = (error: JobLog['error'], retryMs?: number) =>
  startJobs([purgeJob(purgeRules, retryMs)], {
    db: test.database.db,
    installation: installationScope(),
    clock: () => test.clock.now,
    log: { error, warn: () => {}, debug: () => {} },
  })

describe('a backlog', () => {
  if (isFull)
    it('that no single statement could remove in its time goes in batches, and nothing else with it', async () => {
      await sql.unsafe(`
      create function slow_delete() returns trigger language plpgsql as 'begin perform pg_sleep(0.001); return old; end';
      create trigger slow_delete before delete on idempotency_keys for each row execute function slow_delete()`)
      const rows = 1800
      await fillSubmissions(rows)
      await fillOutbox(200)
      await expect(
        withScope(test.database.db, installationScope(), (tx) => tx.execute('delete from idempotency_keys')),
      ).rejects.toThrow('statement timeout')
      expect(await count('idempotency_keys')).toBe(rows)

      expect(await purgeExpired(test.database.db, purgeRules, test.clock.now)).toEqual([])
      expect(await count('idempotency_keys')).toBe(0)
      expect(await count('outbox')).toBe(200)
      await sql.unsafe('drop trigger slow_delete on idempotency_keys')
      await sql`delete from outbox`
    })

  it('is removed by several nodes at once, of which none fails', async () => {
    await fillOutbox(3000)
    const nodes = await Promise.all(
      [1, 2, 3].map(() => purgeExpired(test.database.db, purgeRules, test.clock.now)),
    )
    expect(nodes).toEqual([[], [], []])
    expect(await count('outbox')).toBe(3000)
    await sql`delete from outbox`
  })

  it('is deleted, except for a locked row, which the next run deletes', async () => {
    await fillOutbox(10)
    await sql.begin(async (holding) => {
      await holding`select from outbox where queued_at < ${daysAgo(7)} limit 1 for update`
      expect(await purgeExpired(test.database.db, purgeRules, test.clock.now)).toEqual([])
      expect(await count('outbox')).toBe(11)
    })
    await purgeExpired(test.database.db, purgeRules, test.clock.now)
    expect(await count('outbox')).toBe(10)
    await sql`delete from outbox`
  })

  it('ends after the current batch when the node stops', async () => {
    await fillOutbox(3000)
    await sql.unsafe(`
      create function wait_for_test() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock_shared(7); return null; end';
      create trigger wait_for_test before delete on outbox for each statement execute function wait_for_test()`)
    const waiting = () => sql`select from pg_locks where locktype = 'advisory' and not granted`
    const stopped = await sql.begin(async (holding) => {
      await holding`select pg_advisory_xact_lock(7)`
      const purging = startPurging(() => {})
      await expect.poll(waiting).toHaveLength(1)
      return { end: purging.stop() }
    })
    await stopped.end
    const left = await count('outbox')
    expect(left).toBeLessThan(6000)
    expect(left).toBeGreaterThan(3000)
    await sql.unsafe('drop trigger wait_for_test on outbox; drop function wait_for_test')
    await sql`delete from outbox`
  })
})

describe('a table that fails', () => {
  afterEach(async () => {
    await sql`grant delete on outbox to gatehouse_runtime`
    await sql`delete from outbox`
  })

  it('fails alone and is named', async () => {
    await fillOutbox(5)
    await fillSubmissions(5)
    await sql`revoke delete on outbox from gatehouse_runtime`
    const failures = await purgeExpired(test.database.db, purgeRules, test.clock.now)
    expect(new Set(failures.map(({ task }) => task))).toEqual(new Set(['outbox']))
    expect([await count('outbox'), await count('idempotency_keys')]).toEqual([10, 0])
  })

  it('is logged by its name and tried again soon, without a value of a row in the log', async () => {
    await fillOutbox(5)
    await sql`revoke delete on outbox from gatehouse_runtime`
    const lines: unknown[] = []
    const purging = startPurging((...line: unknown[]) => void lines.push(line), 20)
    await expect.poll(() => lines.length).toBeGreaterThan(1)
    await sql`grant delete on outbox to gatehouse_runtime`
    await expect.poll(() => count('outbox')).toBe(5)
    await purging.stop()
    expect(lines[0]).toEqual([
      { job: 'purge-expired', task: 'outbox', failure: { type: 'PostgresError', code: '42501' } },
      'purge failed',
    ])
  })
})

it('each table that fails is named, and the others are tried', async () => {
  await sql`revoke all on all tables in schema public from gatehouse_runtime`
  const failures = await purgeExpired(test.database.db, purgeRules, test.clock.now)
  expect(failures.map(({ task }) => task)).toEqual(purgeRules.map(tableOf))
  await sql`grant select, insert, update, delete on all tables in schema public to gatehouse_runtime`
})

it('every reference to a purged table has an index', async () => {
  const tables = purgeRules.map(tableOf)
  const unindexed = await sql`
    select c.conname from pg_constraint c
    where c.contype = 'f' and c.confrelid = any(${tables}::text[]::regclass[])
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid
          and (i.indkey::int2[])[0:array_length(c.conkey, 1) - 1] @> c.conkey)`
  expect(unindexed).toEqual([])
})
