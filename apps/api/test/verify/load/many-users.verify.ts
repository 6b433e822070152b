import { and, asc, count, eq, sql, type SQLWrapper } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../../../src/db/schema/users.ts'
import { clientScope } from '../../../src/db/scopes.ts'
import { withScope } from '../../../src/db/tenancy.ts'
import { createTestDatabase, type TestDatabase } from '../../database.ts'
import { makeClient } from '../../factories.ts'
import { openSuperuserConnection } from '../../superuser.ts'
import { matchesSearch } from '../../../src/db/search.ts'
import { byName } from '../../../src/db/name-order.ts'

/** A database with 50,000 users. */
let database: TestDatabase
let clientId: string
beforeAll(async () => {
  database = await createTestDatabase()
  const admin = openSuperuserConnection(database)
  const { db } = database
  const own = await makeClient(db)
  clientId = own.id
  const others = await Promise.all(Array.from({ length: 9 }, () => makeClient(db)))
  await admin`
    insert into users (client_id, id, email, email_key, first_name, last_name, status)
    select c.id, gen_random_uuid(), 'u@test.example', 'u@test.example',
      (array['Văn', 'Åsa', 'Łukasz', 'John', 'María'])[1 + n % 5] || ' ' || chr(97 + n % 26),
      (array['Nguyễn', 'Đặng', 'Smith', 'Øster', 'Zhou', 'Álvarez', 'O’Brien'])[1 + n % 7] || ' ' || n, 'active'
    from unnest(${[own, ...others].map(({ id }) => id)}::uuid[]) as c (id), generate_series(1, 5000) as n`
  await admin`vacuum analyze users`
})
afterAll(() => database.drop())

/**
 * The queries of a list under row-level security: a page of a client's users by name,
 * and their number.
 */
const list = (search?: string) =>
  withScope(database.db, clientScope(clientId), async (tx) => {
    const found = and(
      eq(users.clientId, clientId),
      eq(users.status, 'active'),
      matchesSearch(search, {
        texts: [users.foldedName],
        phone: { column: users.mobile, readable: sql`false` },
      }),
    )
    const { lastName, firstName } = users
    const page = tx
      .select({ lastName, firstName })
      .from(users)
      .where(found)
      .orderBy(...byName(users), asc(users.id))
      .limit(30)
    const total = tx.select({ total: count() }).from(users).where(found)
    const explain = async (query: SQLWrapper) => {
      const plan = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
      return plan.map((line) => line['QUERY PLAN']).join('\n')
    }
    return {
      rows: await page,
      total: (await total)[0]?.total,
      pagePlan: await explain(page),
      totalPlan: await explain(total),
    }
  })

it('a page by name is read in the order of the index, and only names that fold alike are sorted', async () => {
  const { rows, pagePlan } = await list()
  expect(pagePlan).toContain('Index Only Scan using users_folded_name_idx')
  expect(pagePlan).toContain('Presorted Key: users.folded_name')
  expect(rows.at(0)).toEqual({ lastName: 'Álvarez 5', firstName: 'Văn f' })
})
it('a search finds its client’s rows by an index, before it compares names', async () => {
  const { rows, total, pagePlan, totalPlan } = await list('VAN nguyen 1')
  for (const plan of [pagePlan, totalPlan]) {
    expect(plan).toMatch(/Index Cond: \(+client_id = /)
    expect(plan).not.toContain('Seq Scan')
  }
  // Every 35th of 5,000 matches; these have a 1 in their number.
  const numbers = Array.from({ length: 5000 }, (_, at) => at + 1).filter((n) => n % 35 === 0)
  expect(total).toBe(numbers.filter((n) => String(n).includes('1')).length)
  expect(rows).toHaveLength(30)
})
