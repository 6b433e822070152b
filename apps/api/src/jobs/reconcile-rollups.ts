import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/client.ts'
import { type ClientScope, clientScope, installationScope } from '../db/scopes.ts'
import { withScope } from '../db/tenancy.ts'
import { kindOf } from '../lib/app-error.ts'
import { type Rounds, startRounds } from './rounds.ts'

const ROUND_MS = 10 * 60_000
const RETRY_MS = 60 * 60_000

export interface ReconciliationDeps {
  db: Database
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
  /** Compares the roll-ups of a client with its records, tells people of differences, and returns some of them. */
  reconcileClient(scope: ClientScope): Promise<object[]>
  /** The same for the roll-ups of the installation and those of its clients. */
  reconcileInstallation(): Promise<object[]>
}

/**
 * Compares the roll-ups of every client that is due, one after the other, and then those of the installation. A client is due at three
 * in the morning of its zone. Any number of nodes may do this at once: one of them takes each client.
 */
export async function reconcileDueClients(deps: ReconciliationDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = deps
  await scheduleNewClients(db, clock())
  let compared = 0
  for (;;) {
    const clientId = signal?.aborted ? undefined : await takeDueClient(db, clock())
    if (clientId === undefined) break
    compared += 1
    try {
      const differences = await deps.reconcileClient(clientScope(clientId))
      if (differences.length > 0) log.error({ clientId, differences }, 'roll-ups differ from the records')
    } catch (error) {
      log.error({ clientId, failure: kindOf(error) }, 'roll-ups could not be compared and are tried again')
      await postpone(db, clientId, new Date(clock().getTime() + RETRY_MS))
    }
  }
  if (compared === 0 || signal?.aborted) return
  const differences = await deps.reconcileInstallation()
  if (differences.length > 0) log.error({ differences }, 'roll-ups differ from the records')
}

/** Runs now and every few minutes. A failed round is logged and tried again. */
export function startReconciling(deps: ReconciliationDeps): Rounds {
  return startRounds(ROUND_MS, (signal) =>
    reconcileDueClients(deps, signal).catch((error: unknown) =>
      deps.log.error({ failure: kindOf(error) }, 'reconciliation of roll-ups failed'),
    ),
  )
}

/** The next three in the morning of a client that is not today's. */
const nextNight = (now: Date): SQL => {
  const zone = sql`clients.time_zone`
  return sql`((${now.toISOString()}::timestamptz at time zone ${zone})::date + 1 + time '03:00') at time zone ${zone}`
}

async function scheduleNewClients(db: Database, now: Date): Promise<void> {
  await withScope(db, installationScope(), (tx) =>
    tx.execute(sql`
      insert into reconciliation_schedules (client_id, next_run_at) select id, ${nextNight(now)} from clients
      where not exists (select from reconciliation_schedules s where s.client_id = clients.id)
      on conflict do nothing`),
  )
}

async function takeDueClient(db: Database, now: Date): Promise<string | undefined> {
  const [taken] = await withScope(db, installationScope(), (tx) =>
    tx.execute<{ client_id: string }>(sql`
      update reconciliation_schedules s set next_run_at = ${nextNight(now)} from clients
      where clients.id = s.client_id and s.client_id = (
        select client_id from reconciliation_schedules where next_run_at <= ${now.toISOString()}::timestamptz
        order by next_run_at limit 1 for update skip locked)
      returning s.client_id`),
  )
  return taken?.client_id
}

async function postpone(db: Database, clientId: string, to: Date): Promise<void> {
  await withScope(db, installationScope(), (tx) =>
    tx.execute(sql`
      update reconciliation_schedules set next_run_at = ${to.toISOString()}::timestamptz where client_id = ${clientId}`),
  )
}
