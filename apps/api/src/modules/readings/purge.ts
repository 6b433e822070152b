import type { PurgeRule } from '../../db/purge.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { readings } from '../../db/schema/readings.ts'

export const purgeRules: readonly PurgeRule[] = [
  { table: readings, column: readings.expiresAt, keptMs: DAY_MS },
]
