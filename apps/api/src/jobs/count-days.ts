import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { kindOf } from '../lib/app-error.ts'

const ROUND_MS = 10 * 60_000

interface CountingDeps {
  /** Counts the sites that are due. */
  count: (signal: AbortSignal) => Promise<unknown>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Counts the people of past days now and every few minutes. A failed round is logged and tried again; until then they are counted as they are read. */
export function startCountingDays({ count, log }: CountingDeps): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await count(stopping.signal).catch((error: unknown) =>
        log.error({ failure: kindOf(error) }, 'counting the people of past days failed'),
      )
      await delay(ROUND_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
