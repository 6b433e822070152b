import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from './app-error.ts'

/** How often the database is asked while nobody says that something has changed. */
const INTERVAL_MS = 500
/** Between two questions, however much changes. */
const PAUSE_MS = 50

/**
 * Asks again and again for what has changed. The database is the only source, so no change of a process that dies is missed. A failed question is
 * asked again; it is logged once until one succeeds.
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
    /** Something has probably changed: the database is asked at once. */
    hurry: (): void => hurried.resolve(),
    async stop(): Promise<void> {
      stopping.abort()
      hurried.resolve()
      await running
    },
  }
}
