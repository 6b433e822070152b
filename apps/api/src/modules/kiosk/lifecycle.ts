import { serverLimits } from '@gatehouse/validation/limits'
import type { Lifecycle } from '../../db/lifecycle.ts'
import { kioskReports } from '../../db/schema/sign-in-methods.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** A kiosk drops sign-ins not sent within this time, so older reports are obsolete. */
export const REPORT_LIFE_MS = serverLimits.idempotencyKeyDays * DAY_MS

export const lifecycle = {
  expires: [{ table: kioskReports, column: kioskReports.reportedAt, keptMs: REPORT_LIFE_MS }],
} satisfies Lifecycle
