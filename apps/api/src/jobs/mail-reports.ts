import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from '../lib/app-error.ts'
import { MINUTE_MS } from '../lib/durations.ts'
import { type Rounds, startRounds } from './rounds.ts'

interface MailReportsDeps {
  queue(signal: AbortSignal): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Looks every minute for reports that are due. A failed round is logged, and the next one finds them. */
export function startMailingReports({ queue, log }: MailReportsDeps): Rounds {
  return startRounds(MINUTE_MS, (signal) =>
    queue(signal).catch((error: unknown) =>
      log.warn({ failure: kindOf(error) }, 'reports that are due were not mailed'),
    ),
  )
}
