import { serverLimits } from '@gatehouse/validation/limits'
import type { PurgeRule } from '../../db/purge.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { idempotencyKeys } from '../../db/schema/visits.ts'

export const purgeRules: readonly PurgeRule[] = [
  {
    table: idempotencyKeys,
    column: idempotencyKeys.createdAt,
    keptMs: serverLimits.idempotencyKeyDays * DAY_MS,
  },
]
