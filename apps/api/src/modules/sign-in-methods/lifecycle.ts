import { serverLimits } from '@gatehouse/validation/limits'
import type { Lifecycle } from '../../db/lifecycle.ts'
import { methodKeys } from '../../db/schema/sign-in-methods.ts'
import { DAY_MS } from '../../lib/durations.ts'

/** After this a key may be issued again. */
export const lifecycle = {
  expires: [
    { table: methodKeys, column: methodKeys.retiredAt, keptMs: serverLimits.retiredKeyDays * DAY_MS },
  ],
} satisfies Lifecycle
