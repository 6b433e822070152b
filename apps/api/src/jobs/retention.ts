import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/client.ts'
import { type ClientScope, clientScope, installationScope } from '../db/scopes.ts'
import { withScope } from '../db/tenancy.ts'
import { deleteOldMails } from './delete-old-mails.ts'
import { MINUTE_MS } from '../lib/durations.ts'

const ROUND_MS = 5 * MINUTE_MS
/** Together with the rounds, this reaches every client at least once an hour. */
const RUN_INTERVAL_MS = 55 * MINUTE_MS
const RETRY_MS = 5 * MINUTE_MS

export interface RetentionJobDeps {
  db: Database
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
  /** The folder of mails that no server took. */
  outboxFolder: string
  /** Anonymises the data of one client that is past its retention, and returns what failed. */
  apply(scope: ClientScope, signal: AbortSignal): Promise<object[]>
}

/**
 * Applies retention to every client that is due, one after the other. Any number of nodes may do this at once: one of them takes each
 * client and moves its next run ahead. When a node is killed during a run, the next run does the rest.
 */
export async function runDueRetention(
  { db, clock, log, apply }: RetentionJobDeps,
  signal: AbortSignal,
): Promise<void> {
  await scheduleNewClients(db, clock())
  for (;;) {
    const clientId = signal.aborted ? undefined : await takeDueClient(db, clock())
    if (clientId === undefined) return
    let failures: object[]
    try {
      failures = await apply(clientScope(clientId), signal)
    } catch (error) {
      failures = [{ error: error instanceof Error ? error.name : typeof error }]
    }
    if (failures.length > 0) log.error({ clientId, failures }, 'retention failed and is tried again')
    if (failures.length > 0 || signal.aborted) {
      await setNextRun(db, clientId, new Date(clock().getTime() + (signal.aborted ? 0 : RETRY_MS)))
    }
  }
}

/** Runs now and every few minutes. A failed round is logged and tried again. */
export function startRetention(deps: RetentionJobDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const { db, clock, log, outboxFolder } = deps
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      log.error({ failure: { type: error instanceof Error ? error.name : typeof error } }, 'retention failed')
    }
  }
  const round = async () => {
    await attempt(() => runDueRetention(deps, stopping.signal))
    await attempt(() => deleteOldMails(db, outboxFolder, clock()))
    if (!stopping.signal.aborted) timer = setTimeout(begin, ROUND_MS).unref()
  }
  const begin = () => {
    running = round()
  }
  begin()
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

async function scheduleNewClients(db: Database, now: Date): Promise<void> {
  await withScope(db, installationScope(), (tx) =>
    tx.execute(sql`
      insert into retention_schedules (client_id, next_run_at)
      select id, ${now.toISOString()}::timestamptz from clients
      where not exists (select from retention_schedules where client_id = clients.id)
      on conflict do nothing`),
  )
}

async function takeDueClient(db: Database, now: Date): Promise<string | undefined> {
  const next = new Date(now.getTime() + RUN_INTERVAL_MS)
  const [taken] = await withScope(db, installationScope(), (tx) =>
    tx.execute<{ client_id: string }>(sql`
      update retention_schedules set next_run_at = ${next.toISOString()}::timestamptz
      where client_id = (
        select client_id from retention_schedules where next_run_at <= ${now.toISOString()}::timestamptz
        order by next_run_at limit 1 for update skip locked)
      returning client_id`),
  )
  return taken?.client_id
}

async function setNextRun(db: Database, clientId: string, at: Date): Promise<void> {
  await withScope(db, installationScope(), (tx) =>
    tx.execute(sql`
      update retention_schedules set next_run_at = ${at.toISOString()}::timestamptz where client_id = ${clientId}`),
  )
}
