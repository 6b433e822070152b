import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Sql } from 'postgres'
import type { Database } from './client.ts'
import { lockAtStart, START_LOCK_TIMEOUT_MS, type StartLockOptions, untilLockTimeout } from './locks.ts'
import { withoutTenant } from './tenancy.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { isLater, version as programVersion } from '../lib/version.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')
/** Functions and triggers, one file per concern. */
const sqlFolder = join(import.meta.dirname, 'sql')

const APPLICATION = 'gatehouse migrations'

interface MigrateOptions extends StartLockOptions {
  version?: string
}

/**
 * Migrates the schema to this version of the program, as the owner. Nodes that start together do
 * this one at a time. All missing migrations are one transaction.
 * @throws OperatorError where the database is older than the baseline, or was migrated by a later
 *   version, or where another connection holds its lock or a table for long
 */
export async function migrateDatabase(
  ownerUrl: string,
  {
    onProgress = () => {},
    lockTimeoutMs = START_LOCK_TIMEOUT_MS,
    version = programVersion,
  }: MigrateOptions = {},
): Promise<void> {
  const connection = postgres(ownerUrl, {
    // One of them holds the lock.
    max: 2,
    connect_timeout: 10,
    connection: { application_name: APPLICATION, lock_timeout: lockTimeoutMs },
    onnotice: () => {},
  })
  try {
    // A transaction-level lock, because a pooler would keep a session-level one.
    await drizzle(connection).transaction(async (tx) => {
      const waiting = 'Waiting for another node, which is checking the schema'
      await lockAtStart(tx, 'migrations', { waiting, application: APPLICATION }, onProgress)
      await untilLockTimeout(
        applyMissing(connection, version),
        'A migration has waited for too long for a table that another connection uses, such as a backup. ' +
          'It changed nothing. Find that connection in pg_stat_activity, let it end, then start again.',
      )
    })
  } finally {
    await connection.end({ timeout: 5 })
  }
}

async function applyMissing(connection: Sql, version: string): Promise<void> {
  const latest = await assertReadable(connection, version)
  await migrate(drizzle(connection), {
    migrationsFolder,
    migrationsSchema: 'public',
    migrationsTable: 'schema_migrations',
  })
  await applySqlFiles(connection, version, latest !== readJournal().at(-1)?.when)
}

/**
 * Compares the database with this program before anything is changed. The version of the program
 * that migrated it last is the comment of the table.
 * @returns the time of the latest migration; undefined for an empty database
 */
async function assertReadable(connection: Sql, version: string): Promise<number | undefined> {
  const [known] = await connection`select to_regclass('public.schema_migrations') is not null as migrated`
  if (!known?.['migrated']) return undefined
  const [applied] = await connection<{ first: number; latest: number; by: string | null }[]>`
    select min(created_at)::float8 as first, max(created_at)::float8 as latest,
      obj_description('schema_migrations'::regclass) as by
    from schema_migrations having count(*) > 0`
  if (!applied) return undefined
  const journal = readJournal()
  const by = applied.by?.replace('Gatehouse ', '')
  if (applied.latest > latestMigration() || (by !== undefined && isLater(by, version))) {
    throw new OperatorError(
      `This database was migrated by Gatehouse ${by ?? 'of a later version'}. This is Gatehouse ${version}, which is older. ` +
        `Start version ${by ?? 'that migrated it'} or later, or restore a backup of before the upgrade. Nothing was changed.`,
    )
  }
  if (applied.first !== journal[0]?.when) {
    throw new OperatorError(
      'This database was made by Gatehouse before its first release, and this version cannot read it. ' +
        'Start with an empty one: set another DATA_DIR or DATABASE_URL. Nothing was changed.',
    )
  }
  return applied.latest
}

/** Applies new and changed files, and records the version, in one transaction. */
async function applySqlFiles(connection: Sql, version: string, isMigrated: boolean): Promise<void> {
  const applied = await connection<{ name: string; hash: string }[]>`select name, hash from sql_files`
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]))
  const changed = readdirSync(sqlFolder)
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(sqlFolder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
    .filter(({ name, hash }) => hashes.get(name) !== hash)
  if (changed.length === 0 && !isMigrated) return
  await connection.begin(async (tx) => {
    // A function may call one from a later file.
    await tx`set local check_function_bodies = off`
    for (const { name, text, hash } of changed) {
      await tx.unsafe(text)
      await tx`insert into sql_files ${tx({ name, hash })} on conflict (name) do update set hash = ${hash}`
    }
    await tx.unsafe(`comment on table schema_migrations is 'Gatehouse ${version}'`)
  })
}

/** @throws OperatorError where the database is of another version than this program can read */
export async function assertSchemaReadable(url: string, version = programVersion): Promise<void> {
  const connection = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await assertReadable(connection, version)
  } finally {
    await connection.end({ timeout: 5 })
  }
}

/** The time of the latest migration that this program knows. */
export const latestMigration = (): number => readJournal().at(-1)?.when ?? 0

function readJournal(): { when: number }[] {
  const journal: unknown = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  return (journal as { entries: { when: number }[] }).entries
}

/** How many migrations the database has, and how many that this program needs are missing. */
export async function readMigrations(db: Database): Promise<{ applied: number; missing: number }> {
  const [row] = await withoutTenant(db, (shared) =>
    shared.execute<{ applied: number; at: number | null }>(
      sql`select count(*)::int as applied, max(created_at)::float8 as at from schema_migrations`,
    ),
  )
  const last = row?.at ?? 0
  return { applied: row?.applied ?? 0, missing: readJournal().filter(({ when }) => when > last).length }
}

/** Whether the schema is at least at the version that this program needs. */
export async function isSchemaCurrent(db: Database): Promise<boolean> {
  return (await readMigrations(db)).missing === 0
}
