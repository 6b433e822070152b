import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './tenancy.ts'

/** The state of a database server at a moment: all transactions visible in the snapshot. */
export interface DatabaseState {
  snapshot: string
  serverStartedAt: string
}

/** The columns of a `DatabaseState`. */
export const shownNow = sql`pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as "serverStartedAt"`

export async function readDatabaseState(tx: Transaction): Promise<DatabaseState> {
  const [state] = await tx.execute<DatabaseState & Record<string, unknown>>(sql`select ${shownNow}`)
  if (!state) throw new Error('The database has shown no state')
  return state
}

/**
 * Whether a row of `board_changes` was written by a transaction that the snapshot does not see. The
 * highest id would not do, because transactions commit in another order than they begin. The first
 * comparison uses the index. After a failover or a restore the server counts transactions
 * differently, so the caller also compares the start time of the server.
 * @param snapshot a text, or a column of the query
 */
export const isNotShown = (snapshot: string | SQL): SQL =>
  sql`transaction_id >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(transaction_id, ${snapshot}::pg_snapshot)`
