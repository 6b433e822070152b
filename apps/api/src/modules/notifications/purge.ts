import { limits } from '@gatehouse/validation/limits'
import type { PurgeRule } from '../../db/purge.ts'
import { DAY_MS } from '../../lib/durations.ts'
import { notifications } from '../../db/schema/notifications.ts'

export const purgeRules: readonly PurgeRule[] = [
  { table: notifications, column: notifications.createdAt, keptMs: limits.notificationDays * DAY_MS },
]
