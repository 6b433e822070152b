import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import * as v from 'valibot'
import { OperatorError } from '../lib/operator-error.ts'

/** The number of rows of each table in a backup. */
const Manifest = v.object({ rows: v.record(v.string(), v.number()) })

const MARK = 'gatehouse-'

/**
 * Writes the whole database to a file, with the numbers of its rows beside it. Both are
 * from one snapshot.
 * @param url of a login that bypasses row-level security: otherwise pg_dump refuses to write
 *   an incomplete file
 * @returns the path of the file
 */
export async function writeBackup(url: string, folder: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${MARK}${now.toISOString().replaceAll(/[:.]/g, '-')}.dump`)
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      const [snapshot] = await tx<{ id: string }[]>`select pg_export_snapshot() as id`
      await runPostgresTool('pg_dump', url, [
        '--format=custom',
        `--snapshot=${snapshot?.id ?? ''}`,
        `--file=${file}.part`,
      ])
      await writeFile(`${file}.json`, JSON.stringify({ rows: await countRows(tx) }))
    })
    await rename(`${file}.part`, file)
  } finally {
    await Promise.all([rm(`${file}.part`, { force: true }), sql.end({ timeout: 5 })])
  }
  return file
}

const TEST_DATABASE = 'gatehouse_restore_test'

/**
 * Restores the latest backup into its own database on the same server, compares the numbers of
 * rows, and drops it.
 * @returns the file, and the tables that differ
 */
export async function testRestore(
  url: string,
  folder: string,
): Promise<{ file: string; differing: string[] }> {
  const file = await findLatest(folder)
  if (!file) throw new OperatorError(`There is no backup in ${folder}. Make one first: npm run backup`)
  const { rows } = v.parse(Manifest, JSON.parse(await readFile(`${file}.json`, 'utf8')))
  const restoredUrl = withDatabase(url, TEST_DATABASE)
  const admin = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await admin.unsafe(`drop database if exists ${TEST_DATABASE}`)
    await admin.unsafe(`create database ${TEST_DATABASE} template template0 encoding 'UTF8'`)
    try {
      await runPostgresTool('pg_restore', restoredUrl, [
        '--exit-on-error',
        '--no-owner',
        '--no-privileges',
        file,
      ])
      const restored = postgres(restoredUrl, { max: 1, onnotice: () => {} })
      try {
        const found = await countRows(restored)
        const tables = [...new Set([...Object.keys(rows), ...Object.keys(found)])]
        return { file, differing: tables.filter((table) => rows[table] !== found[table]) }
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

async function findLatest(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => [])
  const latest = names
    .filter((name) => name.startsWith(MARK) && name.endsWith('.dump'))
    .toSorted()
    .at(-1)
  return latest && join(folder, latest)
}

async function countRows(sql: Pick<Sql, 'unsafe'>): Promise<Record<string, number>> {
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

function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/**
 * Runs a PostgreSQL client program. The password is not on its command line, which
 * other users can see.
 * @throws OperatorError where it is not installed, and where it fails; it has printed why
 */
async function runPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const child = spawn(name, [...args, `--dbname=${address.href}`], {
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject).once('exit', resolve)
  const code = await promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new OperatorError(
      `${name} is not installed. Install the PostgreSQL client in the version of the server or a later one.`,
    )
  })
  if (code !== 0)
    throw new OperatorError(`${name} failed. docs/operations.md says which login it needs (Backups).`)
}
