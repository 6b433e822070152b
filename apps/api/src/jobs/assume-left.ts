import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from '../lib/app-error.ts'
import { MINUTE_MS } from '../lib/durations.ts'
import { type Rounds, startRounds } from './rounds.ts'

interface AssumeLeftDeps {
  close(onError: (error: unknown) => void): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Looks every minute for visits that the rules of their sites close. A failed round is logged, and the next one finds them. */
export function startAssumingLeft({ close, log }: AssumeLeftDeps): Rounds {
  const warn = (error: unknown) =>
    log.warn({ failure: kindOf(error) }, 'visits of a site could not be closed')
  return startRounds(MINUTE_MS, () => close(warn).catch(warn))
}
