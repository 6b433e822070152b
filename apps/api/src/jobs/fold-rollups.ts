import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/client.ts'
import { installationScope } from '../db/scopes.ts'
import { withScope } from '../db/tenancy.ts'
import { kindOf } from '../lib/app-error.ts'
import { workThroughBatches } from '../lib/work-through-batches.ts'
import { type Rounds, startRounds } from './rounds.ts'

const POLL_INTERVAL_MS = 5000
const BATCH_ROWS = 200

/** Folds the deltas that wait into the roll-ups, a batch in each transaction. One node at a time does it; another one finds nothing. */
export async function foldDeltas(db: Database, signal?: AbortSignal): Promise<void> {
  await workThroughBatches(async () => {
    const [row] = await withScope(
      db,
      installationScope(),
      (tx) => tx.execute<{ folded: number }>(sql`select gatehouse_fold_deltas(${BATCH_ROWS}) as folded`),
      { statementTimeoutMs: 30_000, deadlineMs: 60_000 },
    )
    return row?.folded === BATCH_ROWS
  }, signal)
}

/** Folds now and every few seconds. A failure is logged and tried again; until then Home reads the deltas. */
export function startFolding({ db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'error'> }): Rounds {
  return startRounds(POLL_INTERVAL_MS, (signal) =>
    foldDeltas(db, signal).catch((error: unknown) =>
      log.error({ failure: kindOf(error) }, 'folding of roll-ups failed'),
    ),
  )
}
