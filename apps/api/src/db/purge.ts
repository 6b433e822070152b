import { serverLimits } from '@gatehouse/validation/limits'
import { isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { creationKeys } from './schema/creation-keys.ts'
import { outbox } from './schema/outbox.ts'
import { DAY_MS, HOUR_MS } from '../lib/durations.ts'

/** The job purge-expired deletes the rows whose `column` is more than `keptMs` ago, or of those only the ones that match `only`. */
export interface PurgeRule {
  table: PgTable
  /** An index begins with this column and has the condition of `only`. */
  column: PgColumn
  keptMs: number
  only?: SQL
}

/** The rules for tables that belong to no module. */
export const purgeRules: readonly PurgeRule[] = [
  {
    table: creationKeys,
    column: creationKeys.createdAt,
    keptMs: serverLimits.creationKeyHours * HOUR_MS,
  },
  {
    table: outbox,
    column: outbox.queuedAt,
    keptMs: serverLimits.outboxDays.kept * DAY_MS,
    only: isNull(outbox.failedAt),
  },
  {
    table: outbox,
    column: outbox.failedAt,
    keptMs: serverLimits.outboxDays.failed * DAY_MS,
    only: isNotNull(outbox.failedAt),
  },
]
