import { performance } from 'node:perf_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from '../lib/app-error.ts'
import { type Rounds, startRounds } from './rounds.ts'

const ROUND_MS = 5000
/** For so long after this process has started, or the database was away, nobody knows who is silent: a device may wait that long before it connects again. */
const GRACE_MS = 90_000

interface DroppingDeps {
  /** Ends the connections of devices that nobody has heard of. */
  drop: () => Promise<unknown>
  /** Tells which devices are offline. */
  tell: () => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds of a clock that only goes forward. */
  elapsed: () => number
}

/** One round of the job. A failed round is logged, and the next one finds the devices. */
export function createRound({ drop, tell, log, elapsed }: DroppingDeps): () => Promise<void> {
  let worksSince = elapsed()
  return async () => {
    try {
      await drop()
      if (elapsed() - worksSince >= GRACE_MS) await tell()
    } catch (error) {
      worksSince = elapsed()
      log.warn({ failure: kindOf(error) }, 'silent devices could not be looked for')
    }
  }
}

/** Looks every few seconds for devices that nobody has heard of. */
export function startDroppingSilent(deps: Omit<DroppingDeps, 'elapsed'>): Rounds {
  const round = createRound({ ...deps, elapsed: () => performance.now() })
  return startRounds(ROUND_MS, round)
}
