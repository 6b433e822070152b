import postgres, { type Sql } from 'postgres'
import { afterAll } from 'vitest'
import type { TestDatabase } from './database.ts'

/** Reads as a superuser, who bypasses row-level security, at what a call left behind. Closed at the end of the test file. */
export function lookInto(database: TestDatabase): Sql {
  const sql = postgres(database.adminUrl, { max: 2, onnotice: () => {} })
  afterAll(() => sql.end())
  return sql
}
