import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { secretKeyId } from '../db/data-key.ts'
import { latestMigration } from '../db/migrate.ts'
import { findBinaries } from '../db/embedded/binaries.ts'
import { restoreCluster } from '../db/embedded/restore-cluster.ts'
import { startEmbeddedPostgres } from '../db/embedded/start.ts'
import { removeServerFolder } from '../db/embedded/throwaway.ts'
import { type BackupSource, prepareServer } from '../db/prepare.ts'
import { makeDataFolder } from '../lib/data-folder.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { isLater } from '../lib/version.ts'
import type { PhotoStore } from '../storage/photos.ts'
import { type Manifest, readBackupFolder, unpack } from './backup-folder.ts'
import { countRows, DUMP, inRestoredDump, restoreDump } from './dump.ts'

interface RestoreTarget {
  dataDir: string
  /** The owner of an empty database; undefined for the embedded one. */
  databaseUrl: string | undefined
  /** The login of the program, where it is another one. */
  runtimeUrl: string | undefined
  secretKeys: readonly string[]
  photos: Pick<PhotoStore, 'saveImage'>
  version: string
}

/**
 * Restores a backup into an empty installation. Nothing is written before every file and the keys
 * were checked.
 * @throws OperatorError
 */
export async function restoreBackup(backup: string, target: RestoreTarget): Promise<Manifest> {
  const { dataDir, databaseUrl, runtimeUrl, secretKeys, photos, version } = target
  const manifest = await readBackupFolder(backup)
  const { version: by, secret_key_id: keyId, database } = manifest
  if (isLater(by, version) || manifest.schema > latestMigration())
    throw new OperatorError(`The backup was made by Gatehouse ${by}. Restore it with that version.`)
  if (keyId !== null && !secretKeys.some((key) => secretKeyId(key) === keyId)) {
    throw new OperatorError(
      `This backup needs the SECRET_KEY with the id ${keyId}. Set it, or put the secrets.json of the lost ` +
        `installation into ${dataDir}.`,
    )
  }
  if (database === 'dump' && databaseUrl === undefined) {
    throw new OperatorError(
      'This backup is of a PostgreSQL server of your own. Name an empty database in DATABASE_URL.',
    )
  }
  if (database === 'cluster') {
    if (databaseUrl !== undefined)
      throw new OperatorError('This backup is of the embedded database. Unset DATABASE_URL.')
    assertMajor(manifest)
  } else if (databaseUrl !== undefined) {
    await prepareServer({ databaseUrl, runtimeUrl, startingMs: 0 })
    await assertEmpty(databaseUrl)
  }

  const restoreImages = async () => {
    for (const { path } of manifest.files.filter((file) => file.path.startsWith('storage/')))
      // oxlint-disable-next-line no-await-in-loop -- one file at a time
      await photos.saveImage(path.slice('storage/'.length), await readFile(join(backup, path)))
  }
  if (databaseUrl !== undefined) {
    await restoreImages()
    await restoreDump(databaseUrl, join(backup, DUMP))
    return manifest
  }
  await makeDataFolder(dataDir)
  await restoreCluster({ dataDir: join(dataDir, 'postgres'), parentDir: dataDir }, async (data) => {
    await restoreImages()
    await unpack(backup, manifest, 'database', data)
  })
  return manifest
}

/**
 * Restores a backup beside the running installation, reads every table, and removes it again.
 * @returns the number of rows
 * @throws OperatorError where it differs from what was backed up
 */
export async function testRestore(backup: string, source: BackupSource, dataDir: string): Promise<number> {
  const manifest = await readBackupFolder(backup)
  const read = async (sql: Sql) => {
    const rows = await countRows(sql)
    const [found] = await sql<{ schema: number }[]>`
      select max(created_at)::float8 as schema from schema_migrations`
    const differing = Object.keys(manifest.rows).filter((table) => rows[table] !== manifest.rows[table])
    if (found?.schema !== manifest.schema) differing.push('schema_migrations')
    if (differing.length > 0)
      throw new OperatorError(`${backup} was restored with other rows in ${differing.join(', ')}.`)
    return Object.values(rows).reduce((sum, count) => sum + count, 0)
  }
  if (manifest.database === 'dump') {
    if (source.kind !== 'dump')
      throw new OperatorError('This backup is of a PostgreSQL server of your own. Set DATABASE_URL.')
    return inRestoredDump(source.url, join(backup, DUMP), read)
  }
  assertMajor(manifest)
  const folder = await mkdtemp(join(dataDir, 'restore-test-'))
  try {
    const options = { dataDir: folder, parentDir: dataDir }
    await restoreCluster(options, (data) => unpack(backup, manifest, 'database', data))
    const server = await startEmbeddedPostgres(options)
    const sql = postgres(server.adminUrl, { database: 'gatehouse', max: 1, onnotice: () => {} })
    try {
      return await read(sql)
    } finally {
      await sql.end({ timeout: 5 })
      await server.stop()
    }
  } finally {
    await removeServerFolder(folder)
  }
}

function assertMajor({ postgres: major, version }: Manifest): void {
  const { major: ours } = findBinaries()
  if (major === ours) return
  throw new OperatorError(
    `This backup is of PostgreSQL ${major}, and this Gatehouse brings PostgreSQL ${ours}. Restore it with Gatehouse ${version}.`,
  )
}

async function assertEmpty(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [found] = await sql`
      select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1`
    if (found)
      throw new OperatorError('The database of DATABASE_URL has tables. Name an empty one to restore into.')
  } finally {
    await sql.end({ timeout: 5 })
  }
}
