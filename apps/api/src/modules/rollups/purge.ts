import { sql } from 'drizzle-orm'
import type { PurgeRule } from '../../db/purge.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { rollupDeltas } from '../../db/schema/rollups.ts'

/** Today and Day, with the day before, begin within a quarter hour. They reach back two days, of up to 25 hours, in any zone. */
export const purgeRules: readonly PurgeRule[] = [
  { table: rollupDeltas, column: rollupDeltas.at, keptMs: 4 * DAY_MS, only: sql`${rollupDeltas.isFolded}` },
]
