import { sql } from 'drizzle-orm'
import type { PurgeRule } from '../../db/purge.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { installationRollups, rollupDeltas, rollups } from '../../db/schema/rollups.ts'
import { deltasKeptMs, oldestDays } from './reconcile.ts'

/** A quarter hour is read at the edges of a period and compared with the records, for two years. Days and months are kept. */
const ofQuarterHours = { keptMs: (oldestDays + 3) * DAY_MS, only: sql`granularity = 'quarter_hour'` }

export const purgeRules: readonly PurgeRule[] = [
  { table: rollupDeltas, column: rollupDeltas.at, keptMs: deltasKeptMs, only: sql`${rollupDeltas.isFolded}` },
  { table: rollups, column: rollups.startsAt, ...ofQuarterHours },
  { table: installationRollups, column: installationRollups.startsAt, ...ofQuarterHours },
]
