import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Sql } from 'postgres'
import type { Database } from './client.ts'
import { withoutTenant } from './tenancy.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')

/** Tasks that nodes which start together do one after the other. */
const locks = { migrations: 4_736_281, personKeys: 4_736_283 } as const

/**
 * Migrates the schema to this version of the program, as the owner. Nodes that start together do this one after the other. All
 * missing migrations are one transaction.
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

/** Runs the work while no other node runs the same task, with a connection of the owner. */
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

/** How many migrations the database has, and how many it lacks of those that this program needs. */
export async function readMigrations(db: Database): Promise<{ applied: number; missing: number }> {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const [row] = await withoutTenant(db, (shared) =>
    shared.execute<{ applied: number; at: number | null }>(
      sql`select count(*)::int as applied, max(created_at)::float8 as at from schema_migrations`,
    ),
  )
  const last = row?.at ?? 0
  return { applied: row?.applied ?? 0, missing: entries.filter(({ when }) => when > last).length }
}

/** Whether the schema is at least at the version that this program needs. Part of the readiness check. */
export async function isSchemaCurrent(db: Database): Promise<boolean> {
  return (await readMigrations(db)).missing === 0
}
