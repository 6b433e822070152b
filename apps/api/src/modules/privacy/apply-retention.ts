import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { serverErrorOf } from '../../db/query-errors.ts'
import { clients } from '../../db/schema/clients.ts'
import type { RetentionFailure } from '../../db/schema/retention.ts'
import type { ClientScope, InstallationScope } from '../../db/scopes.ts'
import { withScope, withReadScope } from '../../db/tenancy.ts'
import { newId } from '../../lib/ids.ts'
import { workThroughBatches } from '../../lib/work-through-batches.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { deleteOldSalts } from '../check-in/anonymise-people.ts'
import { byClass, countRows, finishRun, keptDays, type StartedRun } from './retention-runs.ts'
import type { RetentionStep } from '../../db/lifecycle.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/durations.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '../../jobs/run-jobs.ts'
import { instant } from '../../db/sql-values.ts'

export interface RetentionDeps {
  db: Database
  /** In execution order. */
  steps: readonly RetentionStep[]
  photos: Pick<PhotoStore, 'remove'>
  clock: () => Date
  /** Ends a run between two batches. */
  signal?: AbortSignal
}

/** Rows per transaction: few enough that other transactions don't wait long. */
const BATCH_SIZE = 500
const limits = { statementTimeoutMs: 30_000, deadlineMs: 60_000 }

/**
 * Anonymises the data of one client that is past its retention days, in batches of one transaction
 * each, and writes the report. A failed step doesn't stop the others.
 * @returns the failed steps, which are due again
 */
export async function applyRetention(deps: RetentionDeps, scope: ClientScope): Promise<RetentionFailure[]> {
  const { db, steps, clock, signal } = deps
  const run = await beginRun(db, scope, clock())
  const counts = byClass(() => 0)
  const failures: RetentionFailure[] = []
  for (const step of steps) {
    try {
      await runStep(deps, scope, run, step, (rows) => {
        counts[step.class] += rows
      })
    } catch (error) {
      failures.push({ class: step.class, table: step.table, error: kindOf(error) })
    }
  }
  if (signal?.aborted) return failures
  await withScope(db, scope, async (tx) => {
    const { contact } = run.cutoffs
    if (contact && failures.length === 0) await deleteOldSalts(tx, scope.clientId, contact)
    await finishRun(tx, run, clock(), counts, failures)
  })
  return failures
}

async function beginRun(db: Database, scope: ClientScope, now: Date): Promise<StartedRun> {
  const { clientId } = scope
  const [kept] = await withReadScope(db, scope, (tx) =>
    tx.select(keptDays).from(clients).where(eq(clients.id, clientId)),
  )
  const before = (days: number | null | undefined) =>
    typeof days === 'number' ? new Date(now.getTime() - days * DAY_MS) : null
  return {
    clientId,
    id: newId(now),
    startedAt: now,
    cutoffs: byClass((name) => before(kept?.[name])),
  }
}

async function runStep(
  { db, photos, signal }: RetentionDeps,
  scope: ClientScope,
  run: StartedRun,
  step: RetentionStep,
  onRows: (rows: number) => void,
): Promise<void> {
  const cutoff = run.cutoffs[step.class]
  if (!cutoff) return
  const { clientId, startedAt: now } = run
  await workThroughBatches(async () => {
    const { changed, hasMore } = await withScope(
      db,
      scope,
      async (tx) => {
        const done = await step.anonymise({ tx, clientId, cutoff, now, size: BATCH_SIZE, photos })
        if (done.changed > 0) await countRows(tx, run, step.class, done.changed)
        return done
      },
      limits,
    )
    onRows(changed)
    return hasMore
  }, signal)
}

/** The kind of an error, without its message: that could hold a row. */
function kindOf(error: unknown): string {
  const server = serverErrorOf(error)
  if (server) return server.code
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.name
  return typeof error
}

/** Together with the runs of the job, this reaches every client at least once an hour. */
const RUN_INTERVAL_MS = 55 * MINUTE_MS
const RETRY_MS = 5 * MINUTE_MS

export interface RetentionJobDeps {
  db: Database
  installation: InstallationScope
  scopeOf: (clientId: string) => ClientScope
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
  /** Anonymises the data of one client that is past its retention, and returns what failed. */
  apply(scope: ClientScope): Promise<object[]>
}

/**
 * Applies retention to every due client, one after the other, with pauses. Any number of nodes may
 * do this at once. If a node is killed during a run, the next run does the rest.
 */
export async function runDueRetention(deps: RetentionJobDeps, signal: AbortSignal): Promise<void> {
  await scheduleNewClients(deps)
  await workThroughBatches(async () => {
    const clientId = await takeClient(deps)
    if (clientId !== undefined) await runClient(deps, clientId, signal)
    return clientId !== undefined
  }, signal)
}

async function runClient(deps: RetentionJobDeps, clientId: string, signal: AbortSignal): Promise<void> {
  const { log, scopeOf, apply } = deps
  let failures: object[]
  try {
    failures = await apply(scopeOf(clientId))
  } catch (error) {
    failures = [{ error: error instanceof Error ? error.name : typeof error }]
  }
  if (failures.length > 0) log.error({ clientId, failures }, 'retention failed and is tried again')
  if (failures.length > 0 || signal.aborted) await setNextRun(deps, clientId, signal.aborted ? 0 : RETRY_MS)
}

/** Checks every few minutes for clients that are due. */
export const retentionJob = (parts: {
  /** In execution order. */
  steps: readonly RetentionStep[]
  scopeOf: (clientId: string) => ClientScope
  photos: Pick<PhotoStore, 'remove'>
}): Job => ({
  name: 'retention',
  everyMs: 5 * MINUTE_MS,
  failed: 'retention failed',
  run: ({ signal, ...run }) =>
    runDueRetention(
      { ...run, ...parts, apply: (scope) => applyRetention({ ...run, ...parts, signal }, scope) },
      signal,
    ),
})

async function scheduleNewClients({ db, installation, clock }: RetentionJobDeps): Promise<void> {
  await withScope(db, installation, (tx) =>
    tx.execute(sql`
      insert into retention_schedules (client_id, next_run_at)
      select id, ${instant(clock())} from clients
      where not exists (select from retention_schedules where client_id = clients.id)
      on conflict do nothing`),
  )
}

/** Takes the client that has waited longest and reschedules its next run. */
async function takeClient({ db, installation, clock }: RetentionJobDeps): Promise<string | undefined> {
  const now = clock()
  const next = new Date(now.getTime() + RUN_INTERVAL_MS)
  const [taken] = await withScope(db, installation, (tx) =>
    tx.execute<{ client_id: string }>(sql`
      update retention_schedules set next_run_at = ${instant(next)} where client_id = (
        select client_id from retention_schedules where next_run_at <= ${instant(now)}
        order by next_run_at limit 1 for update skip locked)
      returning client_id`),
  )
  return taken?.client_id
}

async function setNextRun(
  { db, installation, clock }: RetentionJobDeps,
  clientId: string,
  inMs: number,
): Promise<void> {
  const at = new Date(clock().getTime() + inMs)
  await withScope(db, installation, (tx) =>
    tx.execute(
      sql`update retention_schedules set next_run_at = ${instant(at)} where client_id = ${clientId}`,
    ),
  )
}
