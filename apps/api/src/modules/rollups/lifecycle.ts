import { sql } from 'drizzle-orm'
import type { Lifecycle } from '../../db/lifecycle.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { installationRollups, rollupDeltas, rollups } from '../../db/schema/rollups.ts'

/** The range of Home: the year and the year before it. */
const oldestDays = 2 * 366
/**
 * Today and Day, with the day before, read folded deltas at their edges. They reach back two days
 * of up to 25 hours in any zone.
 */
const deltasKeptMs = 4 * DAY_MS

/** Home reads quarter hours at the edges of a period. Days and months are kept. */
const ofQuarterHours = { keptMs: (oldestDays + 3) * DAY_MS, only: sql`granularity = 'quarter_hour'` }

export const lifecycle = {
  expires: [
    {
      table: rollupDeltas,
      column: rollupDeltas.at,
      keptMs: deltasKeptMs,
      only: sql`${rollupDeltas.isFolded}`,
    },
    { table: rollups, column: rollups.startsAt, ...ofQuarterHours },
    { table: installationRollups, column: installationRollups.startsAt, ...ofQuarterHours },
  ],
} satisfies Lifecycle
