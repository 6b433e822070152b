import { deviceLimits } from '@gatehouse/validation/device-protocol'
import { and, isNotNull, or, sql } from 'drizzle-orm'
import { devices } from './schema/devices.ts'

/**
 * Whether a device is online, as a condition on `devices`. A node that crashed leaves its
 * connections behind, so the last heartbeat counts too.
 */
export const isDeviceOnline = sql<boolean>`coalesce(${and(
  isNotNull(devices.connectionId),
  sql`${devices.lastSeenAt} > now() - ${sql.raw(`interval '${deviceLimits.offlineSeconds} seconds'`)}`,
)}, false)`

/** Whether a device reports low pressure or a worn cartridge, as a condition on `devices`. */
export const isWarning = or(isNotNull(devices.lowPressureSince), isNotNull(devices.filterCartridgeSince))
