import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { installationScope } from '../db/scopes.ts'
import { withScope } from '../db/tenancy.ts'
import { workThroughBatches } from '../lib/work-through-batches.ts'
import type { Job } from './run-jobs.ts'

const BATCH_ROWS = 200

/**
 * Folds the pending deltas into the roll-ups, one batch per transaction. One node at a time does
 * it; the others find nothing.
 */
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

/** Folds pending deltas. Until then Home reads the deltas themselves. */
export const foldJob: Job = {
  name: 'fold-rollups',
  everyMs: 5000,
  failed: 'folding of roll-ups failed',
  run: ({ db, signal }) => foldDeltas(db, signal),
}
