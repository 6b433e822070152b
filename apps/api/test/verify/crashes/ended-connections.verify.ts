import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { createDatabase } from '../../../src/db/client.ts'
import { isDatabaseUnavailable } from '../../../src/db/query-errors.ts'
import { rateBuckets } from '../../../src/db/schema/rate-limits.ts'
import { installationScope } from '../../../src/db/scopes.ts'
import { type Transaction, withScope } from '../../../src/db/tenancy.ts'
import { createTestDatabase } from '../../database.ts'

const scope = installationScope()

test('connections that are ended all the time: whole transactions or none, and what was acknowledged is there', async () => {
  const database = await createTestDatabase()
  const db = createDatabase({ runtimeUrl: database.runtimeUrl, connections: 6, waitMs: 10_000 })
  const admin = postgres(database.adminUrl, { max: 1, onnotice: () => {} })
  const acknowledged: string[] = []
  const others: unknown[] = []
  const work = { next: 0 }
  const works = Array.from({ length: 12 }, async () => {
    while (work.next < 500) {
      const number = String(work.next++)
      const insert = (tx: Transaction, half: string) =>
        tx.insert(rateBuckets).values({ key: `${number} ${half}`, tokens: 1, updatedAt: new Date() })
      await withScope(db, scope, async (tx) => {
        await Promise.all([insert(tx, 'first'), tx.execute(sql`select pg_sleep(0.001)`)])
        await Promise.all([tx.execute(sql`select 1`), insert(tx, 'second')])
      }).then(
        () => acknowledged.push(number),
        (error: unknown) => isDatabaseUnavailable(error) || others.push(error),
      )
    }
  })
  const storm = (async () => {
    while (work.next < 500) {
      await admin`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3`
    }
  })()
  await Promise.all([...works, storm])
  const rows = await admin<{ number: string; halves: number }[]>`
    select split_part(key, ' ', 1) as number, count(*)::int as halves from rate_buckets group by 1`
  await admin.end()
  expect(others).toEqual([])
  expect(rows.filter(({ halves }) => halves !== 2)).toEqual([])
  const written = new Set(rows.map(({ number }) => number))
  expect(acknowledged.filter((number) => !written.has(number))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(20)
  expect(acknowledged.length).toBeLessThan(500)
  const [row] = await withScope(db, scope, (tx) => tx.execute(sql`select 1 as one`))
  expect(row).toEqual({ one: 1 })
  await db.close()
  await database.drop()
})
