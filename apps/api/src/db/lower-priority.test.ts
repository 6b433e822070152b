import { getPriority } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { createDatabase, type Workload } from './client.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** The priority of the process in PostgreSQL that serves such a connection. */
async function priorityOf(workload: Workload): Promise<number> {
  const db = createDatabase({ runtimeUrl: database.runtimeUrl, connections: 1, workload })
  try {
    return await db.withConnection(async ({ sql }) => {
      const [row] = await sql.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
      return getPriority(row?.pid)
    })
  } finally {
    await db.close()
  }
}

it('what yields to check-ins has a lower priority in PostgreSQL, where the system can lower it', async () => {
  const usual = await priorityOf('others')
  expect(await priorityOf('guests')).toBe(usual)
  const lowered = process.platform === 'linux' ? Math.min(19, getPriority() + 10) : usual
  expect(await priorityOf('reads')).toBe(lowered)
  expect(await priorityOf('exports')).toBe(lowered)
})
