import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/client.ts'
import { installationScope } from '../db/scopes.ts'
import { withScope } from '../db/tenancy.ts'
import { kindOf } from '../lib/app-error.ts'

const POLL_INTERVAL_MS = 5000
const BATCH_ROWS = 1000

/** Folds the deltas that wait into the roll-ups, a batch in each transaction. One node at a time does it; another one finds nothing. */
export async function foldDeltas(db: Database, signal?: AbortSignal): Promise<void> {
  let folded = BATCH_ROWS
  while (folded === BATCH_ROWS && !signal?.aborted) {
    const [row] = await withScope(
      db,
      installationScope(),
      (tx) => tx.execute<{ folded: number }>(sql`select gatehouse_fold_deltas(${BATCH_ROWS}) as folded`),
      { statementTimeoutMs: 30_000, deadlineMs: 60_000 },
    )
    folded = row?.folded ?? 0
  }
}

/** Folds now and every few seconds. A failure is logged and tried again; until then Home reads the deltas. */
export function startFolding({ db, log }: { db: Database; log: Pick<FastifyBaseLogger, 'error'> }): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await foldDeltas(db, stopping.signal).catch((error: unknown) =>
        log.error({ failure: kindOf(error) }, 'folding of roll-ups failed'),
      )
      await delay(POLL_INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
