import type { PurgeRule } from '../db/purge.ts'
import { DAY_MS } from '../lib/durations.ts'
import { rateBuckets, rateMembers } from '../db/schema/rate-limits.ts'

export const purgeRules: readonly PurgeRule[] = [
  // The slowest bucket is full again after a day, or later where it was overdrawn.
  { table: rateBuckets, column: rateBuckets.updatedOn, keptMs: 2 * DAY_MS },
  { table: rateMembers, column: rateMembers.expiresAt, keptMs: 0 },
]
