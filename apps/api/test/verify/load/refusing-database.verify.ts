import { expect, test } from 'vitest'
import { createDatabase } from '../../../src/db/client.ts'
import { isDatabaseUnavailable } from '../../../src/db/query-errors.ts'
import { withoutTenant } from '../../../src/db/tenancy.ts'
import { freePort } from '../../running-server.ts'

test('a database that refuses is away at once, each time', async () => {
  const db = createDatabase({ runtimeUrl: `postgres://a:b@127.0.0.1:${await freePort()}/c`, connections: 1 })
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const start = performance.now()
    const error: unknown = await withoutTenant(db, () => Promise.resolve()).catch((reason: unknown) => reason)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(performance.now() - start).toBeLessThan(500)
  }
  await db.close()
})
