import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from './app-error.ts'

/** The polling interval without a wake-up call. */
const INTERVAL_MS = 500
/** The shortest pause between two queries. */
const PAUSE_MS = 50

/**
 * Polls for changes. The database is the only source, so no change of a crashed process is missed.
 * A failed query is retried; it is logged once until one succeeds.
 */
export function watchChanges(ask: () => Promise<void>, log: Pick<FastifyBaseLogger, 'warn'>) {
  const stopping = new AbortController()
  let hurried = Promise.withResolvers<void>()
  let isFailing = false
  const run = async () => {
    while (!stopping.signal.aborted) {
      await Promise.race([delay(INTERVAL_MS, undefined, { ref: false }), hurried.promise])
      if (stopping.signal.aborted) return
      hurried = Promise.withResolvers()
      try {
        await ask()
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ failure: kindOf(error) }, 'changes could not be read for live sockets')
        isFailing = true
      }
      await delay(PAUSE_MS, undefined, { ref: false })
    }
  }
  const running = run()
  return {
    /** Queries the database at once, because something has probably changed. */
    hurry: (): void => hurried.resolve(),
    async stop(): Promise<void> {
      stopping.abort()
      hurried.resolve()
      await running
    },
  }
}
