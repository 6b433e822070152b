import postgres, { type Sql } from 'postgres'
import { afterAll } from 'vitest'
import type { TestDatabase } from './database.ts'

/**
 * Opens a connection as a superuser, who bypasses row-level security, to check what a call stored.
 * It is closed after the test file.
 */
export function openSuperuserConnection(database: TestDatabase): Sql {
  const sql = postgres(database.adminUrl, { max: 3, onnotice: () => {} })
  afterAll(() => sql.end())
  return sql
}
