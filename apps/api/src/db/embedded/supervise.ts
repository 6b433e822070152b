import { setTimeout as delay } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

/** How a supervisor restarts and stops the server, and its callbacks. */
export type SuperviseInput = {
  first: Postmaster
  restart: () => Promise<Postmaster>
  stop: (postmaster: Postmaster) => Promise<void>
  onExit: (how: string) => void
  onProgress: (message: string) => void
}

const firstBackOffMs = 100
const longestBackOffMs = 5_000
const steadyMs = 30_000

/** Restarts the server whenever it ends, until `stop` is called. */
export function supervise({ first, restart, stop, onExit, onProgress }: SuperviseInput) {
  const ending = new AbortController()
  let current: Postmaster | undefined = first
  let backOffMs = firstBackOffMs
  let stopped: Promise<void> | undefined

  async function watch(): Promise<void> {
    while (current && !ending.signal.aborted) {
      const startedAt = Date.now()
      const how = await current.ended
      if (ending.signal.aborted) return
      if (Date.now() - startedAt > steadyMs) backOffMs = firstBackOffMs
      onExit(how)
      onProgress(`The embedded PostgreSQL stopped unexpectedly (${how}); starting it again`)
      current = await startAgain()
    }
  }

  async function startAgain(): Promise<Postmaster | undefined> {
    let told = ''
    while (!ending.signal.aborted) {
      await delay(backOffMs, undefined, { signal: ending.signal }).catch(() => undefined)
      backOffMs = Math.min(backOffMs * 2, longestBackOffMs)
      if (ending.signal.aborted) break
      try {
        const postmaster = await restart()
        onProgress('The embedded PostgreSQL runs again')
        return postmaster
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (reason !== told) onProgress(reason)
        told = reason
      }
    }
    return undefined
  }

  const watching = watch()
  return {
    pid: () => current?.pid,
    stop: (): Promise<void> => {
      ending.abort()
      stopped ??= finish()
      return stopped
    },
  }

  async function finish(): Promise<void> {
    if (current) await stop(current)
    // A restart in progress may have started a server in the meantime.
    await watching
    if (current) await stop(current)
  }
}
