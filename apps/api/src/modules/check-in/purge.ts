import { limits } from '@gatehouse/validation/limits'
import { DAY_MS, type PurgeRule } from '../../db/purge.ts'
import { idempotencyKeys } from '../../db/schema/visits.ts'

export const purgeRules: readonly PurgeRule[] = [
  { table: idempotencyKeys, column: idempotencyKeys.createdAt, keptMs: limits.idempotencyKeyDays * DAY_MS },
]
