import { sql } from 'drizzle-orm'
import { MINUTE_MS, SECOND_MS } from '../lib/durations.ts'
import type { Database } from './client.ts'
import { withoutTenant } from './tenancy.ts'

/** A larger difference needs attention. */
export const CLOCK_TOLERANCE_MS = 2 * SECOND_MS
/** Rate limits and the times of records allow for this difference between nodes. */
export const LARGEST_CLOCK_DIFFERENCE_MS = MINUTE_MS

/**
 * Compares the database's clock with the midpoint between request and response.
 * @returns how many ms the clock of this node is ahead, and how long the database took
 */
export async function readClock(
  db: Database,
  clock: () => Date,
): Promise<{ aheadMs: number; milliseconds: number }> {
  return withoutTenant(db, async (shared) => {
    const asked = clock().getTime()
    const start = performance.now()
    const [row] = await shared.execute<{ at: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
    )
    const milliseconds = performance.now() - start
    return { aheadMs: asked + milliseconds / 2 - (row?.at ?? asked), milliseconds }
  })
}
