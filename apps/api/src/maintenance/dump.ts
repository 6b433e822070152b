import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import postgres, { type Sql } from 'postgres'
import { OperatorError } from '../lib/operator-error.ts'
import type { BackupWriter } from './backup-folder.ts'

export const DUMP = 'database/gatehouse.dump'

/**
 * Writes a database with pg_dump.
 * @param sql one connection of a login that bypasses row-level security: otherwise pg_dump refuses
 *   to write an incomplete file
 * @returns the number of rows of each table in the file
 */
export async function dumpDatabase(
  sql: Sql,
  url: string,
  writer: BackupWriter,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const [snapshot] = await tx<{ id: string }[]>`select pg_export_snapshot() as id`
    const dump = startTool('pg_dump', url, ['--format=custom', `--snapshot=${snapshot?.id ?? ''}`], signal)
    await Promise.all([writer.addStream(DUMP, dump.output), dump.ended])
    return countRows(tx)
  })
}

/**
 * Restores a dump into an empty database, in one transaction. The roles of the dump must exist,
 * because it grants them rights.
 */
export async function restoreDump(url: string, file: string): Promise<void> {
  const options = ['--exit-on-error', '--single-transaction', '--no-owner', file]
  await startTool('pg_restore', url, options).ended
}

const TEST_DATABASE = 'gatehouse_restore_test'

/** Restores a dump into a database of its own on the same server, and drops it after `work`. */
export async function inRestoredDump<T>(
  url: string,
  file: string,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  // `URL` cannot parse a URL of several hosts.
  const restoredUrl = url.replace(/^(\w+:\/\/[^/]*)\/[^?]*/, `$1/${TEST_DATABASE}`)
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await admin.unsafe(`drop database if exists ${TEST_DATABASE}`)
    await admin.unsafe(`create database ${TEST_DATABASE} template template0 encoding 'UTF8'`)
    try {
      await restoreDump(restoredUrl, file)
      const restored = postgres(restoredUrl, { max: 1, onnotice: () => {} })
      try {
        return await work(restored)
      } finally {
        await restored.end({ timeout: 5 })
      }
    } finally {
      await admin.unsafe(`drop database if exists ${TEST_DATABASE} with (force)`)
    }
  } finally {
    await admin.end({ timeout: 5 })
  }
}

/** Reads every table in full. @returns the number of rows of each */
export async function countRows(sql: Pick<Sql, 'unsafe'>): Promise<Record<string, number>> {
  const tables = await sql.unsafe<{ name: string }[]>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const [row] = await sql.unsafe<{ n: number }[]>(`select count(*)::float8 as n from public."${name}"`)
    counts[name] = row?.n ?? 0
  }
  return counts
}

/**
 * Starts a PostgreSQL client program. The password is not on its command line, which other users
 * can see.
 * @returns what it writes, and its end. That rejects with an OperatorError where the program is not
 *   installed, and where it fails; it has printed why.
 */
function startTool(
  name: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
  signal?: AbortSignal,
): { output: Readable; ended: Promise<void> } {
  const [, start = '', password, rest = ''] = /^(\w+:\/\/[^:@/]*)(?::([^@]*))?(@.*)$/.exec(url) ?? [url, url]
  const child = spawn(name, [...args, `--dbname=${start}${rest}`], {
    env: { ...process.env, ...(password !== undefined && { PGPASSWORD: decodeURIComponent(password) }) },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(signal && { signal }),
  })
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'ENOENT'
        ? new OperatorError(
            `${name} is not installed. Install the PostgreSQL client in the version of the server or a later one.`,
          )
        : error,
    ),
  )
  child.once('exit', (code) =>
    code === 0
      ? resolve()
      : reject(new OperatorError(`${name} failed. docs/operations.md says which login it needs (Backups).`)),
  )
  return { output: child.stdout, ended }
}
