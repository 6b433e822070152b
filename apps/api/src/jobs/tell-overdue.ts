import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from '../lib/app-error.ts'
import { MINUTE_MS } from '../lib/durations.ts'
import { type Rounds, startRounds } from './rounds.ts'

interface OverdueDeps {
  tell(): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Looks every minute for people who are overdue. A failed round is logged, and the next one finds them. */
export function startTellingOverdue({ tell, log }: OverdueDeps): Rounds {
  return startRounds(MINUTE_MS, () =>
    tell().catch((error: unknown) => log.warn({ failure: kindOf(error) }, 'nobody was told who is overdue')),
  )
}
