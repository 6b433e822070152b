import type { AddressInfo } from 'node:net'
import { errorSentences } from '@gatehouse/validation/error-sentences'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions } from './build-test-app.ts'
import { makeClient, makeUser } from './factories.ts'
import { openSuperuserConnection } from './superuser.ts'
import { openSession } from './world.ts'

/** An app whose audit log an administrator reads, and a lock on the log, so that no read ends. */
function withAuditLog(options: TestAppOptions) {
  let test: TestApp
  let sql: ReturnType<typeof openSuperuserConnection>
  let headers: Record<string, string>
  beforeAll(async () => {
    test = await buildTestApp({ connections: 1, lockTimeoutMs: 60_000, ...options })
    sql = openSuperuserConnection(test.database)
    const { id: clientId } = await makeClient(test.database.db)
    const { id: userId } = await makeUser(test.database.db, test.passwords, clientId, { admin: true })
    headers = { authorization: `Bearer ${await openSession(test, { clientId, userId, admin: true })}` }
    await test.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => test.close())
  return {
    read() {
      const { port } = test.app.server.address() as AddressInfo
      return fetch(`http://127.0.0.1:${port}/api/audit-log`, { headers })
    },
    whileHeld: (work: () => Promise<void>) =>
      sql.begin(async (holder) => {
        await holder`lock table audit_entries in access exclusive mode`
        await work()
      }),
  }
}

describe('what takes too long', () => {
  const { read, whileHeld } = withAuditLog({ statementTimeoutMs: 300 })

  it('is refused in a sentence, and can be read later', async () => {
    await whileHeld(async () => {
      const refused = await read()
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.json()).toMatchObject({
        code: 'unavailable',
        message: errorSentences.unavailable,
      })
    })
    expect((await read()).status).toBe(200)
  })
})
