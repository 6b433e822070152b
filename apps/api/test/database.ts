import { randomBytes } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import { inject } from 'vitest'
import { createDatabase, type Database, type DatabaseOptions } from '../src/db/client.ts'
import { ownerRole } from '../src/db/prepare.ts'

/**
 * What the global setup provides to the workers. `ownerUrl` and `runtimeUrl` are of the template.
 */
export interface TestServer {
  adminUrl: string
  template: string
  ownerUrl: string
  runtimeUrl: string
}

export interface TestDatabase {
  /** Connects as the runtime role, under row-level security like the program. */
  db: Database
  ownerUrl: string
  runtimeUrl: string
  /** The URL for a superuser, who bypasses row-level security. */
  adminUrl: string
  drop: () => Promise<void>
}

/** The pool size of a test database. */
export const testConnections = 5
/** For a pool on a busy machine: a call waits instead of being refused. */
export const testPace = {
  connections: testConnections,
  waitMs: 10_000,
  lockTimeoutMs: 8000,
  statementTimeoutMs: 20_000,
}

/**
 * Clones a database from the migrated template. Call it once for each test file and
 * `drop` it at the end.
 */
export async function createTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `${server.template}_${randomBytes(6).toString('hex')}`
  await asAdmin(
    server.adminUrl,
    (admin) =>
      admin`create database ${admin(name)} template ${admin(server.template)} owner ${admin(ownerRole)}
        strategy file_copy`,
  )
  const runtimeUrl = inDatabase(server.runtimeUrl, name)
  const db = createDatabase({ runtimeUrl, ...testPace, ...options })
  return {
    db,
    ownerUrl: inDatabase(server.ownerUrl, name),
    runtimeUrl,
    adminUrl: inDatabase(server.adminUrl, name),
    drop: async () => {
      await db.close()
      // Not awaited: the server checks only every 100 ms whether the last connections have closed.
      dropDatabase(server.adminUrl, name).catch(() => {})
    },
  }
}

export const dropDatabase = (adminUrl: string, name: string) =>
  asAdmin(adminUrl, (admin) => admin`drop database if exists ${admin(name)} with (force)`)

/** Drops the template, and the clones of tests that ended before theirs was dropped. */
export async function dropDatabases(adminUrl: string, template: string): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    const found = await admin<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${template})`
    for (const { name } of found) await admin`drop database if exists ${admin(name)} with (force)`
  })
}

async function asAdmin(adminUrl: string, work: (admin: Sql) => Promise<unknown>): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
  try {
    await work(admin)
  } finally {
    await admin.end({ timeout: 5 })
  }
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
