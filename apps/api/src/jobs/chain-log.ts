import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from '../lib/app-error.ts'
import { type Rounds, startRounds } from './rounds.ts'

const ROUND_MS = 5000

interface ChainingDeps {
  /** Chains what waits. */
  chain: (signal: AbortSignal) => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Chains new records of the access log every few seconds. A failed round is logged and tried again; until then they are not in the chain. */
export function startChaining({ chain, log }: ChainingDeps): Rounds {
  return startRounds(ROUND_MS, (signal) =>
    chain(signal).catch((error: unknown) =>
      log.error({ failure: kindOf(error) }, 'chaining of the access log failed'),
    ),
  )
}
