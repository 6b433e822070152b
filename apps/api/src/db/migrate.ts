import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import type { Database } from './client.ts'
import { withoutClient } from './tenancy.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')
const lock = 4_736_281

/**
 * Brings the schema to what this program needs, as the owner. Nodes that start together take turns, and a schema that is current
 * already is left alone. All missing migrations are one transaction.
 */
export async function migrateDatabase(ownerUrl: string): Promise<void> {
  const connection = postgres(ownerUrl, {
    max: 1,
    connect_timeout: 10,
    connection: { application_name: 'gatehouse migrations' },
    onnotice: () => {},
  })
  try {
    await connection`select pg_advisory_lock(${lock})`
    await migrate(drizzle(connection), {
      migrationsFolder,
      migrationsSchema: 'public',
      migrationsTable: 'schema_migrations',
    })
  } finally {
    // The lock ends with the connection.
    await connection.end({ timeout: 5 })
  }
}

/** Whether the schema is at least at what this program needs: part of being ready. */
export async function isSchemaCurrent(db: Database): Promise<boolean> {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const wanted = Math.max(...entries.map(({ when }) => when))
  const [row] = await withoutClient(db, (shared) =>
    shared.execute<{ at: number | null }>(sql`select max(created_at) as at from schema_migrations`),
  )
  return (row?.at ?? 0) >= wanted
}
