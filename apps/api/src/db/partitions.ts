import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { withoutTenant } from './tenancy.ts'

/**
 * Creates the missing monthly partitions of visits and refused attempts, from the month before `now` (or of `from`) to three months
 * ahead. Any number of nodes may call it at once. @returns how many it created
 */
export async function ensurePartitions(
  db: Database,
  now: Date,
  from: Date = monthBefore(now),
): Promise<number> {
  const months = monthsBetween(from, now) + 4
  return withoutTenant(db, async (shared) => {
    const [row] = await shared.execute<{ made: number }>(
      sql`select gatehouse_ensure_partitions(${from.toISOString().slice(0, 10)}::date, ${months}::int) as made`,
    )
    return row?.made ?? 0
  })
}

function monthBefore(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
}

function monthsBetween(from: Date, to: Date): number {
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}
