import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from '../lib/app-error.ts'
import { type Rounds, startRounds } from './rounds.ts'

const ROUND_MS = 10 * 60_000

interface CountingDeps {
  /** Counts the sites that are due. */
  count: (signal: AbortSignal) => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Counts the people of past days now and every few minutes. A failed round is logged and tried again; until then they are counted as they are read. */
export function startCountingDays({ count, log }: CountingDeps): Rounds {
  return startRounds(ROUND_MS, (signal) =>
    count(signal).catch((error: unknown) =>
      log.error({ failure: kindOf(error) }, 'counting the people of past days failed'),
    ),
  )
}
