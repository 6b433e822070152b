import type { Sql } from 'postgres'
import { vi } from 'vitest'

/**
 * Resolves when this many statements wait for locks of other transactions in the
 * connection's database.
 */
export async function waitForLocks(sql: Pick<Sql, 'unsafe'>, count = 1): Promise<void> {
  const isReached = async () => {
    const waiting = await sql.unsafe(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return waiting.length === count
  }
  await vi.waitUntil(isReached, { timeout: 10_000 })
}
