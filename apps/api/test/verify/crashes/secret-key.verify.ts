import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { readDataKey } from '../../../src/db/data-key.ts'
import { clientScope } from '../../../src/db/scopes.ts'
import { withScope } from '../../../src/db/tenancy.ts'
import { createBan } from '../../../src/modules/bans/create-ban.ts'
import { createKeys } from '../../../src/keys.ts'
import { makeClient, makeMethod, makeSite } from '../../factories.ts'
import {
  createEmptyInstallation,
  type EmptyInstallation,
  freePort,
  type RunningServer,
  startRunningServer,
} from '../../running-server.ts'

const key = () => randomBytes(32).toString('base64url')
const [first, second] = [key(), key()]
const bo = { firstName: 'Bo', lastName: 'Barred', mobile: '+61491570157' }
const ana = { firstName: 'Ana', lastName: 'Silva', mobile: '+61491570156' }

let installation: EmptyInstallation
let db: Database
let sql: Sql
let machineId: string

beforeAll(async () => {
  installation = await createEmptyInstallation('secret_key')
  db = installation.db
  sql = installation.sql
})
afterAll(() => installation.remove())

const start = async (...secretKeys: string[]): Promise<RunningServer> =>
  startRunningServer({
    ...installation.settings,
    DEMO: 'off',
    PORT: String(await freePort()),
    BREACH_URL: 'off',
    LOG_LEVEL: 'fatal',
    SECRET_KEY: secretKeys.join(','),
  })

async function post(server: RunningServer, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.origin}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

/** Starts the program, which must fail. @returns its output */
async function failedStart(...secretKeys: string[]): Promise<string> {
  return start(...secretKeys).then(
    async (server) => {
      await server.stop()
      throw new Error('It started.')
    },
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
}

describe('a change of SECRET_KEY', () => {
  let checkOutToken: unknown

  it('loses no ban, no person and no check-out token', async () => {
    const before = await start(first)
    const { id: clientId } = await makeClient(db)
    machineId = (await makeMethod(db, clientId, (await makeSite(db, clientId)).id)).id
    const { banKeys } = createKeys(await readDataKey(db, [first]))
    const now = new Date(Date.now() - 1000)
    await withScope(db, clientScope(clientId), (tx) =>
      createBan(
        tx,
        banKeys,
        { kind: 'system', id: null },
        { clientId, siteId: null, whom: { person: bo }, reason: 'Test', from: now, until: null },
        now,
      ),
    )
    checkOutToken = (await post(before, '/checkin', { ...ana, machineId }))['checkOutToken']
    await before.stop()

    const changed = await Promise.all([start(second, first), start(second, first)])
    for (const node of changed)
      expect(await post(node, '/checkin', { ...bo, machineId })).toMatchObject({ banned: true })
    const time = new Date().toISOString()
    expect(await post(changed[0], '/checkin/checkout', { checkOutToken, time })).toEqual({
      time: expect.any(String),
    })
    await Promise.all(changed.map((node) => node.stop()))

    const after = await start(second)
    expect(await post(after, '/checkin', { ...bo, machineId })).toMatchObject({ banned: true })
    await post(after, '/checkin', { ...ana, machineId })
    await after.stop()
    expect(await sql`select count(distinct person_key)::int as people from visits`).toEqual([{ people: 1 }])
  }, 180_000)

  it('to a key that the database was not made with stops the start with one sentence', async () => {
    for (const keys of [[first], [key()], [key(), first]]) {
      const said = await failedStart(...keys)
      expect(said).toMatch(/^SECRET_KEY is not the key that this database was made with .*$/m)
      expect(said).toContain('docs/operations.md')
      expect(said).not.toMatch(/^\s+at /m)
      for (const one of keys) expect(said).not.toContain(one)
    }
  }, 180_000)

  it('is refused where a value is not a key, before anything is opened', async () => {
    for (const keys of [['short'], [first, 'short'], [first, second, key()]])
      expect(await failedStart(...keys)).toMatch(/^ {2}SECRET_KEY must be one key/m)
  }, 180_000)
})
