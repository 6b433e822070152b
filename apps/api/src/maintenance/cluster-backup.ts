import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { hasCode } from '../lib/has-code.ts'
import { type BackupWriter, compressed } from './backup-folder.ts'

/**
 * Copies the files of a running PostgreSQL, and the write-ahead log that makes them consistent: a
 * base backup in the low-level way of the PostgreSQL manual ("Making a Base Backup Using the
 * Low Level API"), without pg_basebackup.
 * @param sql one connection of a superuser
 * @param data the data directory of the server
 */
export async function copyCluster(
  sql: Sql,
  data: string,
  writer: BackupWriter,
  signal: AbortSignal,
): Promise<void> {
  // Keeps the log of this backup from being recycled until the connection ends.
  await sql`select pg_create_physical_replication_slot('gatehouse_backup', true, true)`
  const [start] = await sql<{ lsn: string }[]>`select pg_backup_start('gatehouse', true) as lsn`
  for await (const { path, isFolder } of walk(data)) {
    signal.throwIfAborted()
    if (isFolder) writer.addFolder(`database/${path}`)
    else if (path !== CONTROL_FILE) await writer.addCopy(compressed(`database/${path}`), join(data, path))
  }
  // It must not be older than any other file.
  await writer.addCopy(compressed(`database/${CONTROL_FILE}`), join(data, CONTROL_FILE))
  const [stop] = await sql<{ lsn: string; label: string }[]>`
    select lsn::text, labelfile as label from pg_backup_stop(wait_for_archive => false)`
  if (!start || !stop) throw new Error('PostgreSQL did not name the start and the end of the backup.')
  await writer.addBytes(compressed('database/backup_label'), stop.label)
  const [log] = await sql<{ first: string; last: string }[]>`
    select pg_walfile_name(${start.lsn}::pg_lsn) as first, pg_walfile_name(${stop.lsn}::pg_lsn) as last`
  const segments = (await readdir(join(data, 'pg_wal'))).filter(
    (name) => log && /^[\dA-F]{24}$/.test(name) && name >= log.first && name <= log.last,
  )
  for (const name of segments) {
    signal.throwIfAborted()
    // oxlint-disable-next-line no-await-in-loop -- a few files
    await writer.addCopy(compressed(`database/pg_wal/${name}`), join(data, 'pg_wal', name))
  }
}

const CONTROL_FILE = 'global/pg_control'

/** Folders whose content a starting server makes anew, or must not find. */
const emptied =
  /^(?:pg_wal(?:\/archive_status|\/summaries)?|pg_(?:dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans))$/
/** Files of the running server, of its temporary tables, and of its caches. */
const skipped =
  /(?:^|\/)(?:postmaster\.(?:pid|opts)|backup_label|tablespace_map|current_logfiles|pgsql_tmp[^/]*|pg_internal\.init[^/]*|t\d+_\d+[^/]*)$/

/** The folders and files of a base backup, relative to the data directory. */
async function* walk(data: string, folder = ''): AsyncGenerator<{ path: string; isFolder: boolean }> {
  // A database may be dropped meanwhile.
  const entries = await readdir(join(data, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
    return []
  })
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (skipped.test(path)) continue
    if (!entry.isDirectory()) {
      if (!emptied.test(folder)) yield { path, isFolder: false }
      continue
    }
    if (emptied.test(folder) && !emptied.test(path)) continue
    yield { path, isFolder: true }
    yield* walk(data, path)
  }
}
