import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import type { LockName } from '../db/locks.ts'
import type { BackupSource } from '../db/prepare.ts'
import { DAY_MS } from '../lib/durations.ts'
import type { PhotoStore } from '../storage/photos.ts'
import { type BackupWriter, backupName, backupTime, writeBackupFolder } from './backup-folder.ts'
import { copyCluster } from './cluster-backup.ts'
import { dumpDatabase } from './dump.ts'

export interface BackupParts {
  source: BackupSource
  photos: Pick<PhotoStore, 'list' | 'findImage'>
  /** The folder of all backups. */
  folder: string
  version: string
}

/**
 * Writes a backup of the database and the stored images while Gatehouse runs. It contains no keys.
 * @returns its folder and size; undefined where another process makes one at this time
 */
export async function writeBackup(
  { source, photos, folder, version }: BackupParts,
  now: Date,
  signal: AbortSignal,
): Promise<{ folder: string; bytes: number } | undefined> {
  const target = join(folder, backupName(now))
  const sql = postgres(source.url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql<{ taken: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended(${'backup' satisfies LockName}, 0)) as taken`
    if (!row?.taken) return undefined
    const bytes = await writeBackupFolder(target, async (writer) => {
      const facts = await readFacts(sql)
      const rows =
        source.kind === 'dump'
          ? await dumpDatabase(sql, source.url, writer, signal)
          : await copyCluster(sql, source.data, writer, signal).then(() => ({}))
      // After the database: each image that it names is there, besides those deleted meanwhile.
      await copyImages(photos, writer, signal)
      return { ...facts, version, made_at: now.toISOString(), database: source.kind, rows }
    })
    return { folder: target, bytes }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function readFacts(sql: Sql) {
  const [row] = await sql<{ postgres: number; schema: number; key: string | null }[]>`
    select current_setting('server_version_num')::int / 10000 as postgres,
      (select max(created_at)::float8 from schema_migrations) as schema,
      (select secret_key_id from data_keys) as key`
  if (!row) throw new Error('The database did not answer.')
  return { postgres: row.postgres, schema: row.schema, secret_key_id: row.key }
}

async function copyImages(
  photos: BackupParts['photos'],
  writer: BackupWriter,
  signal: AbortSignal,
): Promise<void> {
  for await (const name of photos.list()) {
    signal.throwIfAborted()
    const bytes = await photos.findImage(name)
    if (bytes) await writer.addBytes(`storage/${name}`, bytes)
  }
}

/** All backups of a folder with their times, latest first. */
export async function findBackups(folder: string): Promise<{ folder: string; at: Date }[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .flatMap((name) => {
      const at = backupTime(name)
      return at ? [{ folder: join(folder, name), at }] : []
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
}

export interface Keep {
  daily: number
  weekly: number
}

/** Deletes the backups that `keep` does not name, and unfinished ones of a killed process. */
export async function deleteOldBackups(folder: string, keep: Keep, now: Date): Promise<void> {
  const backups = await findBackups(folder)
  const kept = chooseKept(
    backups.map(({ at }) => at),
    keep,
  )
  const unfinished = (await readdir(folder)).flatMap((name) => {
    const at = name.endsWith('.part') ? backupTime(name.slice(0, -'.part'.length)) : undefined
    return at && now.getTime() - at.getTime() > DAY_MS ? [join(folder, name)] : []
  })
  const old = backups.filter(({ at }) => !kept.has(at)).map((backup) => backup.folder)
  await Promise.all([...old, ...unfinished].map((path) => rm(path, { recursive: true, force: true })))
}

/**
 * The latest backup of each of the latest days, and of each of the latest weeks (from Monday), in
 * UTC. Days and weeks without a backup do not count.
 * @param times latest first
 */
export function chooseKept(times: readonly Date[], { daily, weekly }: Keep): Set<Date> {
  const latestOf = (periodOf: (time: Date) => number, count: number) => {
    const found = new Map<number, Date>()
    for (const time of times) {
      const period = periodOf(time)
      if (!found.has(period) && found.size < count) found.set(period, time)
    }
    return found.values()
  }
  const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS)
  // 1 January 1970 was a Thursday.
  const weekOf = (time: Date) => Math.floor((dayOf(time) + 3) / 7)
  return new Set([...latestOf(dayOf, daily), ...latestOf(weekOf, weekly)])
}
