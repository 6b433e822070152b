import postgres, { type Sql } from 'postgres'
import { afterAll } from 'vitest'
import type { TestDatabase } from './database.ts'

/** A superuser's look past every wall, at what a call left behind. Closed at the end of the test file. */
export function lookInto(database: TestDatabase): Sql {
  const sql = postgres(database.adminUrl, { max: 2, onnotice: () => {} })
  afterAll(() => sql.end())
  return sql
}
