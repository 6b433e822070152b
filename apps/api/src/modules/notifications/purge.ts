import { serverLimits } from '@gatehouse/validation/limits'
import type { PurgeRule } from '../../db/purge.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { notificationRepeats, notifications } from '../../db/schema/notifications.ts'

export const purgeRules: readonly PurgeRule[] = [
  { table: notifications, column: notifications.createdAt, keptMs: serverLimits.notificationDays * DAY_MS },
  // Longer than any repeat limit.
  { table: notificationRepeats, column: notificationRepeats.toldAt, keptMs: 2 * DAY_MS },
]
