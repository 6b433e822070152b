import { mkdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { dataKeys, maintenanceRuns } from '../db/schema/installation.ts'
import { withoutTenant } from '../db/tenancy.ts'
import type { Job } from '../jobs/run-jobs.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { recordRun } from './record-run.ts'
import { type BackupParts, deleteOldBackups, type Keep, writeBackup } from './write-backup.ts'

interface NightlyBackup extends BackupParts {
  /** Of the owner of the database, who records the run. */
  ownerUrl: string
  keep: Keep
}

/**
 * Makes a backup each night after three o'clock of this machine, and deletes old ones. A machine
 * that was off makes it at its next start.
 */
export const nightlyBackupJob = ({ ownerUrl, keep, ...parts }: NightlyBackup): Job => ({
  name: 'nightly backup',
  everyMs: 10 * MINUTE_MS,
  retryMs: HOUR_MS,
  failed: 'the nightly backup failed',
  async run({ db, clock, signal, report }) {
    const now = clock()
    if ((await readLatest(db)) >= latestNight(now)) return
    try {
      await mkdir(parts.folder, { recursive: true })
      const written = await writeBackup(parts, now, signal)
      if (!written) return
      await recordRun(ownerUrl, 'backup', true, written.bytes)
      await deleteOldBackups(parts.folder, keep, now)
    } catch (error) {
      if (signal.aborted) return
      report(error, error instanceof OperatorError ? { reason: error.message } : {})
      await recordRun(ownerUrl, 'backup', false)
    }
  },
})

/** The latest three o'clock of this machine. */
export function latestNight(now: Date): Date {
  const night = new Date(now)
  night.setHours(3, 0, 0, 0)
  if (night > now) night.setHours(3 - 24)
  return night
}

/** When the latest backup succeeded; without one, when the installation was made. */
async function readLatest(db: Database): Promise<Date> {
  const [row] = await withoutTenant(db, (shared) =>
    shared.execute<{ at: number | null }>(sql`
      select (extract(epoch from coalesce(
        (select max(finished_at) from ${maintenanceRuns} where kind = 'backup' and succeeded),
        (select created_at from ${dataKeys}), now())) * 1000)::float8 as at`),
  )
  return new Date(row?.at ?? 0)
}
