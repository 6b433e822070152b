import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@gatehouse/validation/limits'
import { isNull, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/client.ts'
import { ensurePartitions } from '../db/partitions.ts'
import { deviceCookies } from '../db/schema/device-cookies.ts'
import { notifications } from '../db/schema/notifications.ts'
import { firstAdminLinks, oneTimeTokens } from '../db/schema/one-time-tokens.ts'
import { outbox } from '../db/schema/outbox.ts'
import { rateBuckets } from '../db/schema/rate-buckets.ts'
import { rateMembers } from '../db/schema/rate-members.ts'
import { readings } from '../db/schema/readings.ts'
import { sessions } from '../db/schema/sessions.ts'
import { recoveryCodeSets, rememberedDevices, totpMethods } from '../db/schema/two-step.ts'
import { idempotencyKeys } from '../db/schema/visits.ts'
import { installationScope } from '../db/scopes.ts'
import { withScope } from '../db/tenancy.ts'
import { kindOf } from '../lib/error-kind.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const RETRY_MS = 60_000
/** A batch takes a few milliseconds, and the pauses leave the database to the requests: some two thousand rows a second go. */
const BATCH_ROWS = 250
const PAUSE_MS = 100

/** Rows whose `column` is older than `keptMs` are removed, or of those only the ones that `only` names. */
interface PurgeRule {
  table: PgTable
  /** An index begins with it and carries the condition of `only`. */
  column: PgColumn
  keptMs: number
  only?: SQL
}

const submissionsMs = limits.submissionKeptDays * DAY_MS
const pendingMs = limits.pendingTwoStepHours * HOUR_MS

export const purgeRules: readonly PurgeRule[] = [
  { table: idempotencyKeys, column: idempotencyKeys.createdAt, keptMs: submissionsMs },
  { table: outbox, column: outbox.createdAt, keptMs: submissionsMs },
  { table: readings, column: readings.expiresAt, keptMs: DAY_MS },
  { table: sessions, column: sessions.expiresAt, keptMs: DAY_MS },
  { table: oneTimeTokens, column: oneTimeTokens.expiresAt, keptMs: 0 },
  { table: rememberedDevices, column: rememberedDevices.expiresAt, keptMs: 0 },
  { table: deviceCookies, column: deviceCookies.expiresAt, keptMs: 0 },
  {
    table: totpMethods,
    column: totpMethods.createdAt,
    keptMs: pendingMs,
    only: isNull(totpMethods.enabledAt),
  },
  {
    table: recoveryCodeSets,
    column: recoveryCodeSets.createdAt,
    keptMs: pendingMs,
    only: isNull(recoveryCodeSets.enabledAt),
  },
  { table: notifications, column: notifications.createdAt, keptMs: limits.notificationDays * DAY_MS },
  { table: firstAdminLinks, column: firstAdminLinks.expiresAt, keptMs: 0 },
  // The slowest bucket is full again after a day, or later where it was overdrawn.
  { table: rateBuckets, column: rateBuckets.updatedOn, keptMs: 2 * DAY_MS },
  { table: rateMembers, column: rateMembers.expiresAt, keptMs: 0 },
]

/**
 * The statement that removes one batch, the oldest rows first. It begins where the batch before it ended (`from`), so that it does
 * not walk over the index entries of what is gone already. Rows that somebody else has locked are left for the next time.
 */
export function purgeBatch({ table, column, keptMs, only }: PurgeRule, now: Date, from: string): SQL {
  const type = sql.raw(column.getSQLType())
  const until = new Date(now.getTime() - keptMs).toISOString()
  return sql`
    with batch as materialized (
      select ctid as place, ${column} as due from ${table}
      where ${column} < ${until}::${type} and ${column} >= ${from}::${type}${only ? sql` and ${only}` : sql``}
      order by ${column} limit ${BATCH_ROWS} for update skip locked),
    deleted as (delete from ${table} where ctid = any(array(select place from batch)))
    select count(*)::int as rows, max(due)::text as reached from batch`
}

export interface PurgeFailure {
  /** A table, or `partitions`. */
  task: string
  error: unknown
}

/**
 * Makes the partitions of the coming months, then removes what has expired: a batch of each table in turn, each in a transaction of
 * its own with a pause after it, until nothing is left. Any number of nodes may do it at once.
 * @returns what failed; everything else is done
 */
export async function purgeExpired(db: Database, now: Date, signal?: AbortSignal): Promise<PurgeFailure[]> {
  const failures: PurgeFailure[] = []
  const attempt = async <T>(task: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      failures.push({ task, error })
      return undefined
    }
  }
  await attempt('partitions', () => ensurePartitions(db, now))
  let open = purgeRules.map((rule) => ({ rule, from: '-infinity' }))
  while (open.length > 0) {
    const unfinished: typeof open = []
    for (const { rule, from } of open) {
      if (signal?.aborted) return failures
      const batch = await attempt(getTableConfig(rule.table).name, () => runBatch(db, rule, now, from))
      if (!batch || batch.rows < BATCH_ROWS || batch.reached === null) continue
      unfinished.push({ rule, from: batch.reached })
      await delay(PAUSE_MS)
    }
    open = unfinished
  }
  return failures
}

async function runBatch(db: Database, rule: PurgeRule, now: Date, from: string) {
  const [batch] = await withScope(db, installationScope(), (tx) =>
    tx.execute<{ rows: number; reached: string | null }>(purgeBatch(rule, now, from)),
  )
  return batch
}

export interface PurgeDeps {
  db: Database
  log: Pick<FastifyBaseLogger, 'error'>
  clock: () => Date
  /** How long after a failure it is tried again. */
  retryMs?: number
}

/** Purges now and every hour, and a minute after a failure. Each failure is logged with the name of its table. */
export function startPurging({ db, log, clock, retryMs = RETRY_MS }: PurgeDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      const failures = await purgeExpired(db, clock(), stopping.signal)
      for (const { task, error } of failures) log.error({ task, failure: kindOf(error) }, 'purge failed')
      await delay(failures.length > 0 ? retryMs : HOUR_MS, undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => {})
    }
  }
  const running = run()
  return {
    /** Waits for the batch in hand. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}
