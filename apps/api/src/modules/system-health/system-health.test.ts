import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemHealth } from '@gatehouse/validation/endpoints/system-health'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeClient, makeSite, makeUser } from '../../../test/factories.ts'
import { inWorld } from '../../../test/in-world.ts'
import { call } from '../../../test/staff.ts'
import { openSession } from '../../../test/world.ts'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts'
import { newId } from '../../lib/ids.ts'

const here = inWorld({
  settings: { SMTP_URL: 'smtp://localhost:2525', SMS_URL: 'https://sms.example', SMS_BODY: '{to} {text}' },
})
const bare = inWorld({ settings: { SMTP_URL: '' } })

let clientId: string
let admin: string
beforeEach(async () => {
  const { db } = here.test.database
  await here.sql`delete from outbox`
  await here.sql`delete from maintenance_runs`
  clientId = (await makeClient(db)).id
  const { id: userId } = await makeUser(db, here.test.passwords, clientId, { admin: true })
  admin = await openSession(here.test, { clientId, userId, admin: true })
})

async function read(token = admin, headers: Record<string, string> = {}): Promise<SystemHealth> {
  const { status, body, text } = await call(here.test, 'GET', '/system/health', undefined, { token, headers })
  expect(status, text).toBe(200)
  return body as unknown as SystemHealth
}
const operator = () => here.world.tokens.site_admin ?? ''
const ago = (milliseconds: number) => new Date(here.test.clock.now.getTime() - milliseconds).toISOString()
const queueOf = ({ queues }: SystemHealth, name: string) => queues.find(({ queue }) => queue === name)

const wait = (
  type: string,
  nextAttemptAt: string,
  failedAt: string | null = null,
  queuedAt = ago(HOUR_MS),
) => here.sql`
  insert into outbox (client_id, id, type, subject, queued_at, next_attempt_at, failed_at)
  values (${clientId}, ${newId()}, ${type}, 'x', ${queuedAt}, ${nextAttemptAt}, ${failedAt})`

describe('the health that admins see', () => {
  it('is of their own client, and tells nothing of the installation', async () => {
    await wait('mail.notice', ago(10 * MINUTE_MS))
    const of = here.world.tokens['admin A'] ?? ''
    expect(await read(of)).toMatchObject({
      installation: null,
      queues: [{ queue: 'mail', waiting: 0 }, {}, {}, {}, {}],
    })
    expect(queueOf(await read(), 'mail')).toEqual({
      queue: 'mail',
      state: 'failed',
      waiting: 1,
      oldest_at: ago(HOUR_MS),
      given_up: 0,
    })
  })

  it('tells what waits for its time from what nobody works off, and what was given up', async () => {
    await wait('mail.notice', ago(-HOUR_MS), null, ago(9 * MINUTE_MS))
    await wait('text.alert', ago(-HOUR_MS), null, ago(11 * MINUTE_MS))
    await wait('notice.banned', ago(0), ago(0))
    const health = await read()
    expect(queueOf(health, 'mail')).toMatchObject({ state: 'good', waiting: 1 })
    expect(queueOf(health, 'text')).toMatchObject({ state: 'attention', waiting: 1 })
    expect(queueOf(health, 'notice')).toMatchObject({ state: 'attention', waiting: 0, given_up: 1 })
    expect(queueOf(health, 'webhook')).toMatchObject({ state: 'good', waiting: 0, oldest_at: null })
  })

  it('tells of records that do not come into the chain', async () => {
    const { id: siteId } = await makeSite(here.test.database.db, clientId)
    const waits = (at: string) => here.sql`
      insert into log_entries (client_id, at, id, site_id, event, result, record_id, kind)
      values (${clientId}, ${at}, ${newId()}, ${siteId}, 'in', 'ok', ${newId()}, 'visitor')`
    await waits(ago(MINUTE_MS))
    expect((await read()).log_chain).toMatchObject({ state: 'good', waiting: 1 })
    await waits(ago(6 * MINUTE_MS))
    expect((await read()).log_chain).toEqual({
      state: 'attention',
      waiting: 2,
      oldest_at: ago(6 * MINUTE_MS),
    })
  })
})

it('of what has no way to be sent is that it is not set up', async () => {
  const { body } = await call(bare.test, 'GET', '/system/health', undefined, {
    token: bare.world.tokens['admin A'] ?? '',
  })
  const { queues } = body as unknown as SystemHealth
  expect(queues.map(({ queue, state }) => `${queue} ${state}`)).toEqual([
    'mail unused',
    'text unused',
    'notice good',
    'event good',
    'webhook good',
  ])
})

describe('the health that site admins see', () => {
  it('is of all clients, or of the chosen one, and of the installation', async () => {
    await wait('mail.notice', ago(0))
    const health = await read(operator())
    expect(queueOf(health, 'mail')).toMatchObject({ waiting: 1 })
    const { a } = here.world
    expect(queueOf(await read(operator(), { 'x-client-id': a.clientId }), 'mail')).toMatchObject({
      waiting: 0,
    })
    expect(health.version).toBe('0.0.0')
    expect(health.installation).toMatchObject({
      database: { state: 'good' },
      migrations: { state: 'good', missing: 0 },
      backup: { state: 'attention', succeeded_at: null, failed_at: null },
      restore_test: { state: 'attention' },
      log_check: { state: 'attention' },
    })
    expect(health.installation?.database.bytes).toBeGreaterThan(1_000_000)
    expect(health.installation?.usage.visits).toBeGreaterThan(0)
    expect(health.installation?.usage.access_log).toBeGreaterThan(0)
    expect(health.installation?.storage.total_bytes).toBeGreaterThan(0)
  })

  it('tells of a database that cannot be written to', async () => {
    const stateAfter = async (change: string) => {
      await here.sql.unsafe(
        `alter database ${new URL(here.test.database.runtimeUrl).pathname.slice(1)} ${change}`,
      )
      await here.sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      here.test.clock.now = new Date(here.test.clock.now.getTime() + 5000)
      const { installation } = await read(operator())
      return installation?.database.state
    }
    expect(await stateAfter('set default_transaction_read_only = on')).toBe('failed')
    expect(await stateAfter('reset default_transaction_read_only')).toBe('good')
  })

  it('tells of migrations that a newer version still has to make', async () => {
    const [last] = await here.sql`
      delete from schema_migrations where created_at = (select max(created_at) from schema_migrations) returning *`
    expect((await read(operator())).installation?.migrations).toMatchObject({ state: 'failed', missing: 1 })
    await here.sql`insert into schema_migrations ${here.sql(last ?? {})}`
    expect((await read(operator())).installation?.migrations).toMatchObject({ state: 'good', missing: 0 })
  })

  it('tells by how much the clocks differ', async () => {
    const { now } = here.test.clock
    const ahead = async () => {
      const { installation } = await read(operator())
      return installation?.clock
    }
    try {
      here.test.clock.now = new Date(Date.now() - 10_000)
      expect(await ahead()).toMatchObject({ state: 'attention' })
      here.test.clock.now = new Date(Date.now() - 120_000)
      const behind = await ahead()
      expect(behind?.state).toBe('failed')
      expect(behind?.ahead_milliseconds).toBeLessThan(-119_000)
    } finally {
      here.test.clock.now = now
    }
  })

  it('names folders of the data folder that other users can open', async () => {
    const { dataDir } = here.test.config
    const access = async () => (await read(operator())).installation?.file_access
    const photos = join(dataDir, 'storage')
    await mkdir(photos, { recursive: true })
    await chmod(photos, 0o755)
    expect(await access()).toEqual({ state: 'good', open_folders: [] })
    try {
      await chmod(dataDir, 0o711)
      expect(await access()).toEqual({ state: 'attention', open_folders: [photos] })
      await chmod(photos, 0o711)
      expect(await access()).toEqual({ state: 'good', open_folders: [] })
      await chmod(dataDir, 0o750)
      expect(await access()).toEqual({ state: 'attention', open_folders: [dataDir] })
    } finally {
      await chmod(dataDir, 0o700)
    }
  })

  it('tells when backup, restore and log were last checked', async () => {
    const ran = (kind: string, succeeded: boolean, at: string, bytes: number | null = null) => here.sql`
      insert into maintenance_runs ${here.sql({ kind, succeeded, finished_at: at, bytes })}`
    await ran('backup', true, ago(3 * HOUR_MS), 7_000_000)
    await ran('backup', true, ago(HOUR_MS), 8_000_000)
    await ran('restore_test', true, ago(2 * HOUR_MS))
    await ran('restore_test', false, ago(HOUR_MS))
    expect((await read(operator())).installation).toMatchObject({
      backup: { state: 'good', succeeded_at: ago(HOUR_MS), bytes: 8_000_000 },
      restore_test: { state: 'failed', succeeded_at: ago(2 * HOUR_MS), failed_at: ago(HOUR_MS) },
    })
  })
})
