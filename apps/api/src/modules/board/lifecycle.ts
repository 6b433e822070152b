import type { Lifecycle } from '../../db/lifecycle.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { boardChanges } from '../../db/schema/board-changes.ts'

/**
 * How long a node caches a list. Changes are kept much longer: a change has the time at which its
 * transaction began, and must still be there when that transaction commits, and for as long as any
 * list read before it is cached.
 */
export const LIST_TTL_MS = HOUR_MS / 6

/** Readers of the changes must do a full comparison before this time has passed. */
export const CHANGES_KEPT_MS = 2 * HOUR_MS

export const lifecycle = {
  expires: [{ table: boardChanges, column: boardChanges.changedAt, keptMs: CHANGES_KEPT_MS }],
} satisfies Lifecycle
