import { setTimeout as delay } from 'node:timers/promises'

export interface Rounds {
  /** Ends the rest before the next round, tells a round that is under way to end, and waits for it. */
  stop(): Promise<void>
}

/** Works now and again after each rest, one round at a time. The process does not wait for the rest. @param work never rejects */
export function startRounds(restMs: number, work: (signal: AbortSignal) => Promise<unknown>): Rounds {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal)
      await delay(restMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
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
