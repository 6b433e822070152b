import { serverLimits } from '@gatehouse/validation/limits'
import type { PurgeRule } from '../../db/purge.ts'
import { methodKeys } from '../../db/schema/sign-in-methods.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** From then on a key may be given out again. */
export const purgeRules: readonly PurgeRule[] = [
  { table: methodKeys, column: methodKeys.retiredAt, keptMs: serverLimits.retiredKeyDays * DAY_MS },
]
