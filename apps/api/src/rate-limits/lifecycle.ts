import type { Lifecycle } from '../db/lifecycle.ts'
import { DAY_MS } from '../lib/durations.ts'
import { rateBuckets, rateMembers } from '../db/schema/rate-limits.ts'
import { limitedMethods } from '../db/schema/sign-in-methods.ts'

export const lifecycle = {
  expires: [
    // The slowest bucket is full again after a day, or later where it was overdrawn.
    { table: rateBuckets, column: rateBuckets.updatedOn, keptMs: 2 * DAY_MS },
    { table: rateMembers, column: rateMembers.expiresAt, keptMs: 0 },
    { table: limitedMethods, column: limitedMethods.lastAt, keptMs: DAY_MS },
  ],
} satisfies Lifecycle
