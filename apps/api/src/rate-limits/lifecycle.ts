import { rateRules } from '@gatehouse/validation/limits'
import type { Lifecycle } from '../db/lifecycle.ts'
import { DAY_MS, MINUTE_MS } from '../lib/durations.ts'
import { rateBuckets, rateMembers } from '../db/schema/rate-limits.ts'
import { limitedMethods } from '../db/schema/sign-in-methods.ts'

const slowestRefillMs = Math.max(
  ...Object.values(rateRules).map(({ burst, amount, minutes }) => (burst / amount) * minutes * MINUTE_MS),
)

export const lifecycle = {
  expires: [
    // A bucket may be overdrawn, and `updatedOn` is a day.
    { table: rateBuckets, column: rateBuckets.updatedOn, keptMs: slowestRefillMs + DAY_MS },
    { table: rateMembers, column: rateMembers.expiresAt, keptMs: 0 },
    { table: limitedMethods, column: limitedMethods.lastAt, keptMs: DAY_MS },
  ],
} satisfies Lifecycle
