import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/client.ts'
import type { RetentionStep } from '../../db/lifecycle.ts'
import type { ClientScope, InstallationScope } from '../../db/scopes.ts'
import { withScope } from '../../db/tenancy.ts'
import type { Job } from '../../jobs/run-jobs.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import { workThroughBatches } from '../../lib/work-through-batches.ts'
import type { PhotoStore } from '../../storage/photos.ts'
import { applyRetention } from './apply-retention.ts'
import { instant } from '../../db/sql-values.ts'

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
 * Applies retention to every client that is due, one after the other, with rests. Any number of
 * nodes may do this at once. When a node is killed during a run, the next run does the rest.
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

/** Looks every few minutes for clients that are due. */
export const retentionJob = (parts: {
  /** In the order in which they are taken. */
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

/** Takes the client that has waited longest, and moves its next run ahead. */
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
