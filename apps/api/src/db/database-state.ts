import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './tenancy.ts'

/** What a database server shows at a moment: all transactions that are in the snapshot. */
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
 * Whether a row of `board_changes` is of a transaction that a snapshot does not show. Transactions
 * commit in another order than they begin, so the highest id would not be enough. The first
 * comparison is for the index. Another server, after a failover or a restore, counts its
 * transactions from elsewhere, so the caller compares the start of the server too.
 * @param snapshot a text, or a column of the query
 */
export const isNotShown = (snapshot: string | SQL): SQL =>
  sql`transaction_id >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(transaction_id, ${snapshot}::pg_snapshot)`
