import type { Lifecycle } from '../../db/lifecycle.ts'
import { deviceCommandRequests, pairingCodes } from '../../db/schema/devices.ts'
import { DAY_MS } from '../../lib/durations.ts'

const COMMAND_LIFE_MS = 7 * DAY_MS

export const lifecycle = {
  expires: [
    { table: pairingCodes, column: pairingCodes.expiresAt, keptMs: 0 },
    { table: deviceCommandRequests, column: deviceCommandRequests.createdAt, keptMs: COMMAND_LIFE_MS },
  ],
} satisfies Lifecycle
