import { setTimeout as delay } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import type { Database } from '../db/client.ts'
import { type BatchReport, changeBatch } from '../db/batch.ts'
import type { PurgeRule } from '../db/lifecycle.ts'
import { HOUR_MS, MINUTE_MS } from '../lib/durations.ts'
import { installationScope } from '../db/scopes.ts'
import { withScope } from '../db/tenancy.ts'
import type { Job } from './run-jobs.ts'

/**
 * A batch takes a few milliseconds, and the pauses leave the database to requests. About two
 * thousand rows a second are deleted.
 */
const BATCH_ROWS = 250
const PAUSE_MS = 100

/**
 * The statement that deletes one batch, oldest rows first. It starts where the previous batch ended
 * (`from`), so that it does not read the index entries of deleted rows.
 */
export function purgeBatch({ table, column, keptMs, only }: PurgeRule, now: Date, from: string): SQL {
  const type = sql.raw(column.getSQLType())
  const until = new Date(now.getTime() - keptMs).toISOString()
  const where = sql`${column} < ${until}::${type} and ${column} >= ${from}::${type}
    ${only ? sql`and ${only}` : sql``}`
  return changeBatch(
    { table, alias: table, where, orderBy: column },
    { change: 'delete', now, size: BATCH_ROWS },
  )
}

export interface PurgeFailure {
  /** The name of a table. */
  task: string
  error: unknown
}

/**
 * Deletes what has expired: one batch of each table in turn, each in its own transaction with a
 * pause after it, until nothing is left. Any number of nodes may run this at once.
 * @returns the failures; everything else is done
 */
export async function purgeExpired(
  db: Database,
  rules: readonly PurgeRule[],
  now: Date,
  signal?: AbortSignal,
): Promise<PurgeFailure[]> {
  const failures: PurgeFailure[] = []
  let open = rules.map((rule) => ({ rule, from: '-infinity' }))
  while (open.length > 0) {
    const unfinished: typeof open = []
    for (const { rule, from } of open) {
      if (signal?.aborted) return failures
      try {
        const [batch] = await withScope(db, installationScope(), (tx) =>
          tx.execute<BatchReport>(purgeBatch(rule, now, from)),
        )
        if (batch?.rows !== BATCH_ROWS || batch.reached === null) continue
        unfinished.push({ rule, from: batch.reached })
        await delay(PAUSE_MS)
      } catch (error) {
        failures.push({ task: getTableConfig(rule.table).name, error })
      }
    }
    open = unfinished
  }
  return failures
}

/**
 * Purges every hour, and again a minute after a failure. Each failure is logged with the
 * name of its table.
 */
export const purgeJob = (rules: readonly PurgeRule[], retryMs = MINUTE_MS): Job => ({
  name: 'purge-expired',
  everyMs: HOUR_MS,
  retryMs,
  failed: 'purge failed',
  async run({ db, clock, signal, report }) {
    const failures = await purgeExpired(db, rules, clock(), signal)
    for (const { task, error } of failures) report(error, { task })
  },
})
