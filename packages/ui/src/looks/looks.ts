import { batbooth } from './batbooth.ts'
import type { Look } from './look.ts'
import { presence } from './presence.ts'
import { pulse } from './pulse.ts'

/** All looks. The first is the default. */
export const looks: readonly Look[] = [presence, pulse, batbooth]
