import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { serverLimits } from '@gatehouse/validation/limits'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { installationScope } from '../db/scopes.ts'
import { withReadScope } from '../db/tenancy.ts'
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts'
import type { Job } from './run-jobs.ts'

/**
 * Deletes email files in the outbox folder at the age of the events they come from. A shorter
 * retention of contact data in any client applies to all files, because a file does not show its
 * client. Every node cleans its own folder.
 */
export async function deleteOldMails(db: Database, folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const mails = names.filter((name) => /\.eml(?:\.new)?$/.test(name))
  if (mails.length === 0) return
  const before = now.getTime() - (await shortestDays(db)) * DAY_MS
  for (const name of mails) {
    const file = join(folder, name)
    // Another node may share the folder and have deleted the file.
    const writtenAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    )
    if (writtenAt <= before) await rm(file, { force: true })
  }
}

async function shortestDays(db: Database): Promise<number> {
  const [row] = await withReadScope(db, installationScope(), (tx) =>
    tx.execute<{ days: number }>(sql`
        select least(${serverLimits.idempotencyKeyDays}, min(contact_retention_days))::int as days from clients`),
  )
  return row?.days ?? serverLimits.idempotencyKeyDays
}

export const oldMailsJob = (outboxFolder: string): Job => ({
  name: 'delete-old-mails',
  everyMs: 5 * MINUTE_MS,
  failed: 'old mails of the outbox folder were not deleted',
  run: ({ db, clock }) => deleteOldMails(db, outboxFolder, clock()),
})
