import type { PurgeRule } from '../../db/purge.ts'
import { deviceCommandRequests, pairingCodes } from '../../db/schema/devices.ts'
import { DAY_MS } from '../../lib/durations.ts'

const COMMAND_LIFE_MS = 7 * DAY_MS

export const purgeRules: readonly PurgeRule[] = [
  { table: pairingCodes, column: pairingCodes.expiresAt, keptMs: 0 },
  { table: deviceCommandRequests, column: deviceCommandRequests.createdAt, keptMs: COMMAND_LIFE_MS },
]
