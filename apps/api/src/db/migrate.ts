import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Sql } from 'postgres'
import type { Database } from './client.ts'
import { withoutTenant } from './tenancy.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')

/** What nodes that start together do one after the other. */
const locks = { migrations: 4_736_281, personKeys: 4_736_283 } as const

/**
 * Brings the schema to what this program needs, as the owner. Nodes that start together take turns, and a schema that is current
 * already is left alone. All missing migrations are one transaction.
 */
export async function migrateDatabase(ownerUrl: string): Promise<void> {
  await withStartLock(ownerUrl, 'migrations', (connection) =>
    migrate(drizzle(connection), {
      migrationsFolder,
      migrationsSchema: 'public',
      migrationsTable: 'schema_migrations',
    }),
  )
}

/** Runs the work while no other node that starts runs the same, over a connection of the owner's. */
export async function withStartLock(
  ownerUrl: string,
  name: keyof typeof locks,
  work: (connection: Sql) => Promise<void>,
): Promise<void> {
  const connection = postgres(ownerUrl, {
    max: 1,
    connect_timeout: 10,
    connection: { application_name: `gatehouse ${name}` },
    onnotice: () => {},
  })
  try {
    await connection`select pg_advisory_lock(${locks[name]})`
    await work(connection)
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
  const [row] = await withoutTenant(db, (shared) =>
    shared.execute<{ at: number | null }>(sql`select max(created_at) as at from schema_migrations`),
  )
  return (row?.at ?? 0) >= wanted
}
