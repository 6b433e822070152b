import { EventEmitter, once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from './durations.ts'

/** Waits, at most until the signal is aborted. It does not keep the process alive. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pause: Pause = (ms, signal) =>
  delay(ms, undefined, { signal, ref: false }).catch(() => undefined)

/** How long after the last request somebody still uses the server. */
const IN_USE_MS = MINUTE_MS
const isProbe = (url = '') => url === '/metrics' || url.startsWith('/health/')

/**
 * Creates a pause for background work: at least 20 s while nobody uses the server, so that an idle
 * installation leaves its database alone. The next request ends it. Probes do not count as use.
 */
export function createIdlePause(
  server: Server,
  { idleMs = 20_000, elapsed = () => performance.now() } = {},
): Pause {
  const uses = new EventEmitter().setMaxListeners(0)
  let running = 0
  let lastUse = elapsed()
  const countUntilClosed = (use: EventEmitter) => {
    running += 1
    uses.emit('use')
    use.once('close', () => {
      running -= 1
      lastUse = elapsed()
    })
  }
  server.on('request', (request, response) => {
    if (!isProbe(request.url)) countUntilClosed(response)
  })
  server.on('upgrade', (_, socket) => countUntilClosed(socket))

  return async (ms, signal) => {
    await pause(ms, signal)
    if (signal.aborted || ms >= idleMs || running > 0 || elapsed() - lastUse < IN_USE_MS) return
    const over = new AbortController()
    await Promise.race([
      once(uses, 'use', { signal: over.signal }).catch(() => undefined),
      pause(idleMs - ms, signal),
    ])
    over.abort()
  }
}
