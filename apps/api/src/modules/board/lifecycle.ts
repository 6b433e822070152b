import type { Lifecycle } from '../../db/lifecycle.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { boardChanges } from '../../db/schema/board-changes.ts'

/**
 * For how long a node keeps a list. The changes are kept for much longer: a row carries the time at
 * which its transaction began, and has to be there when the transaction commits and for as long as
 * a list is kept that was read before.
 */
export const LIST_TTL_MS = HOUR_MS / 6

/** Who reads from the changes what is new compares everything again before this time has passed. */
export const CHANGES_KEPT_MS = 2 * HOUR_MS

export const lifecycle = {
  expires: [{ table: boardChanges, column: boardChanges.changedAt, keptMs: CHANGES_KEPT_MS }],
} satisfies Lifecycle
