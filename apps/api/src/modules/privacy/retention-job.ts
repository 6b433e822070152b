import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/client.ts'
import type { ClientScope, InstallationScope } from '../../db/scopes.ts'
import { type Transaction, withScope } from '../../db/tenancy.ts'
import { kindOf } from '../../lib/app-error.ts'
import { workThroughBatches } from '../../lib/work-through-batches.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import type { RetentionStep } from '../../db/lifecycle.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { applyRetention } from './apply-retention.ts'
import { findDueRetention } from './find-due-retention.ts'
import { reportIdleRuns } from './retention-runs.ts'

/** Together with the runs of the job, this reaches every client at least once an hour. */
const RUN_INTERVAL_MS = 55 * MINUTE_MS
const RETRY_MS = 5 * MINUTE_MS

/** Clients that are looked through in one statement. */
const CLIENTS_AT_ONCE = 200
const limits = { statementTimeoutMs: 30_000, deadlineMs: 60_000 }

type Schedule = Pick<RetentionJobDeps, 'db' | 'installation'>

export interface RetentionJobDeps {
  db: Database
  installation: InstallationScope
  scopeOf: (clientId: string) => ClientScope
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
  /** In the order in which they are taken. */
  steps: readonly RetentionStep[]
  /** Those of the clients that have data past its retention, with the steps that find some. */
  findDue(
    tx: Transaction,
    clientIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, readonly RetentionStep[]>>
  /** Anonymises the data of one client that is past its retention by these steps, and returns what failed. */
  apply(scope: ClientScope, steps: readonly RetentionStep[]): Promise<object[]>
}

/**
 * Applies retention to every client that is due. Clients are looked through many at a time; those with something to do are taken one after
 * the other, and each rests for twice as long as it took, so that guests do not feel it. Any number of nodes may do this at once: one of them
 * takes each client and moves its next run ahead. When a node is killed during a run, the next run does the rest.
 */
export async function runDueRetention(deps: RetentionJobDeps, signal: AbortSignal): Promise<void> {
  const { clock } = deps
  await scheduleNewClients(deps, clock())
  let waiting: (readonly [clientId: string, steps: readonly RetentionStep[]])[] = []
  await workThroughBatches(async () => {
    const [next, ...rest] = waiting
    if (next) {
      await runClient(deps, ...next, signal)
      waiting = rest
      return true
    }
    const clientIds = await findDueClients(deps, clock())
    const due = await lookThrough(deps, clientIds)
    await skipIdle(
      deps,
      clientIds.filter((id) => !due.has(id)),
    )
    waiting = [...due]
    return clientIds.length > 0
  }, signal)
}

/** Where the question itself fails, every client is taken with all steps, so that one of them does not keep the others from their work. */
async function lookThrough(
  { db, installation, clock, log, steps, findDue }: RetentionJobDeps,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RetentionStep[]>> {
  try {
    return await withScope(db, installation, (tx) => findDue(tx, clientIds, clock()), {
      ...limits,
      readOnly: true,
    })
  } catch (error) {
    log.error({ failure: kindOf(error) }, 'what is past its retention was not found, so all is looked at')
    return new Map(clientIds.map((id) => [id, steps]))
  }
}

async function runClient(
  deps: RetentionJobDeps,
  clientId: string,
  steps: readonly RetentionStep[],
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, scopeOf, apply } = deps
  if (!(await takeClient(deps, clientId, clock()))) return
  let failures: object[]
  try {
    failures = await apply(scopeOf(clientId), steps)
  } catch (error) {
    failures = [{ error: error instanceof Error ? error.name : typeof error }]
  }
  if (failures.length > 0) log.error({ clientId, failures }, 'retention failed and is tried again')
  if (failures.length > 0 || signal.aborted) {
    await setNextRun(deps, clientId, new Date(clock().getTime() + (signal.aborted ? 0 : RETRY_MS)))
  }
}

/** Looks every few minutes for clients that are due. */
export const retentionJob = (
  parts: Pick<RetentionJobDeps, 'steps' | 'scopeOf'> & { photos: Pick<PhotoStore, 'remove'> },
): Job => ({
  name: 'retention',
  everyMs: 5 * MINUTE_MS,
  failed: 'retention failed',
  run: ({ signal, ...run }) =>
    runDueRetention(
      {
        ...run,
        ...parts,
        findDue: (tx, clientIds, now) => findDueRetention(tx, parts.steps, clientIds, now),
        apply: (scope, steps) => applyRetention({ ...run, ...parts, steps, signal }, scope),
      },
      signal,
    ),
})

async function scheduleNewClients({ db, installation }: Schedule, now: Date): Promise<void> {
  await withScope(db, installation, (tx) =>
    tx.execute(sql`
      insert into retention_schedules (client_id, next_run_at)
      select id, ${now.toISOString()}::timestamptz from clients
      where not exists (select from retention_schedules where client_id = clients.id)
      on conflict do nothing`),
  )
}

async function findDueClients({ db, installation }: Schedule, now: Date): Promise<string[]> {
  const rows = await withScope(
    db,
    installation,
    (tx) =>
      tx.execute<{ client_id: string }>(sql`
        select client_id from retention_schedules where next_run_at <= ${now.toISOString()}::timestamptz
        order by next_run_at limit ${CLIENTS_AT_ONCE}`),
    { readOnly: true },
  )
  return rows.map((row) => row.client_id)
}

/** Moves the next run of these clients ahead, and reports them, where no other node has done so. */
async function skipIdle(
  { db, installation, clock }: RetentionJobDeps,
  clientIds: readonly string[],
): Promise<void> {
  if (clientIds.length === 0) return
  await withScope(db, installation, async (tx) => {
    const now = clock()
    const skipped = await moveAhead(tx, clientIds, now)
    await reportIdleRuns(tx, skipped, now)
  })
}

/** @returns whether no other node has taken it */
async function takeClient({ db, installation }: Schedule, clientId: string, now: Date): Promise<boolean> {
  const taken = await withScope(db, installation, (tx) => moveAhead(tx, [clientId], now))
  return taken.length > 0
}

/** Moves the next run of those that are due ahead, and returns them. */
async function moveAhead(tx: Transaction, clientIds: readonly string[], now: Date): Promise<string[]> {
  const next = new Date(now.getTime() + RUN_INTERVAL_MS)
  const rows = await tx.execute<{ client_id: string }>(sql`
    with due as materialized (
      select client_id from retention_schedules
      where client_id = any(${`{${clientIds.join(',')}}`}::uuid[]) and next_run_at <= ${now.toISOString()}::timestamptz
      for update skip locked)
    update retention_schedules as schedule set next_run_at = ${next.toISOString()}::timestamptz
    from due where schedule.client_id = due.client_id returning schedule.client_id`)
  return rows.map((row) => row.client_id)
}

async function setNextRun({ db, installation }: Schedule, clientId: string, at: Date): Promise<void> {
  await withScope(db, installation, (tx) =>
    tx.execute(sql`
      update retention_schedules set next_run_at = ${at.toISOString()}::timestamptz where client_id = ${clientId}`),
  )
}
