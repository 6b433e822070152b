import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from '../lib/app-error.ts'
import { MINUTE_MS } from '../lib/durations.ts'
import { type Rounds, startRounds } from './rounds.ts'

const REST_MS = 5 * MINUTE_MS

interface MustersDeps {
  tend(onError: (error: unknown) => void): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Looks every five minutes for musters that nobody has ended. A failed round is logged, and the next one finds them. */
export function startTendingMusters({ tend, log }: MustersDeps): Rounds {
  return startRounds(REST_MS, () =>
    tend((error) => log.warn({ failure: kindOf(error) }, 'a forgotten muster was not ended')).catch(
      (error: unknown) => log.warn({ failure: kindOf(error) }, 'no forgotten muster was looked for'),
    ),
  )
}
