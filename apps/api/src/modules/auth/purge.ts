import { serverLimits } from '@gatehouse/validation/limits'
import { isNull } from 'drizzle-orm'
import type { PurgeRule } from '../../db/purge.ts'
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts'
import { deviceCookies } from '../../db/schema/device-cookies.ts'
import { clientInvitations, firstAdminLinks, oneTimeTokens } from '../../db/schema/one-time-tokens.ts'
import { sessions } from '../../db/schema/sessions.ts'
import { recoveryCodeSets, rememberedDevices, totpMethods } from '../../db/schema/two-step.ts'

const pendingMs = serverLimits.pendingTwoStepHours * HOUR_MS

export const purgeRules: readonly PurgeRule[] = [
  { table: sessions, column: sessions.expiresAt, keptMs: DAY_MS },
  { table: oneTimeTokens, column: oneTimeTokens.expiresAt, keptMs: 0 },
  { table: rememberedDevices, column: rememberedDevices.expiresAt, keptMs: 0 },
  { table: deviceCookies, column: deviceCookies.expiresAt, keptMs: 0 },
  {
    table: totpMethods,
    column: totpMethods.createdAt,
    keptMs: pendingMs,
    only: isNull(totpMethods.enabledAt),
  },
  {
    table: recoveryCodeSets,
    column: recoveryCodeSets.createdAt,
    keptMs: pendingMs,
    only: isNull(recoveryCodeSets.enabledAt),
  },
  { table: clientInvitations, column: clientInvitations.expiresAt, keptMs: 0 },
  { table: firstAdminLinks, column: firstAdminLinks.expiresAt, keptMs: 0 },
]
