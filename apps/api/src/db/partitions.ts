import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { withoutTenant } from './tenancy.ts'

/** A start needs one statement. One for years could take longer than a statement may. */
const MONTHS_AT_ONCE = 6

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
    let made = 0
    for (let month = 0; month < months; month += MONTHS_AT_ONCE) {
      const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + month, 1))
      const count = Math.min(MONTHS_AT_ONCE, months - month)
      const [row] = await shared.execute<{ made: number }>(
        sql`select gatehouse_ensure_partitions(${first.toISOString().slice(0, 10)}::date, ${count}::int) as made`,
      )
      made += row?.made ?? 0
    }
    return made
  })
}

function monthBefore(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
}

function monthsBetween(from: Date, to: Date): number {
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}
