import type { RedisClientOptions } from '@redis/client'
import { setTimeout as delay } from 'node:timers/promises'

/** A connection without a reply within this time counts as broken. */
const REPLY_MS = 500
const CONNECT_MS = 1000
/** The wait before the next attempt to connect. */
const RETRY_MS = 1000
/** Hosted servers close connections that are idle for some minutes. */
const PING_INTERVAL_MS = 60_000

interface Client {
  readonly isOpen: boolean
  on(event: 'error', listener: (error: Error) => void): unknown
  connect(): Promise<unknown>
  destroy(): void
}

export interface RedisWatch {
  /** Called once when Redis goes away, with the code of the error, which names no host. */
  onUnavailable(code: string): void
  /** Called when Redis is back. */
  onBack(): void
}

export interface RedisLinkDeps<C extends Client> extends RedisWatch {
  createClient(
    options: Pick<
      RedisClientOptions,
      'socket' | 'disableOfflineQueue' | 'maintNotifications' | 'pingInterval'
    >,
  ): C
  /** Tests the commands that are used, because a server that accepts connections may still refuse them. */
  probe(client: C): Promise<unknown>
}

export interface RedisLink<C> {
  /** Runs the work in Redis, or the fallback where Redis fails, takes too long, or is known to be away. */
  use<T>(work: (client: C) => Promise<T>, fallback: () => Promise<T>): Promise<T>
  /** Whether Redis answered when it was last asked. */
  isConnected(): boolean
  close(): void
}

/**
 * A connection to Redis that may break at any time. The calls at that moment wait at most half a second. Later calls use the
 * fallback at once, until a new connection has passed the probe in the background.
 */
export async function openRedisLink<C extends Client>({
  createClient,
  probe,
  onUnavailable,
  onBack,
}: RedisLinkDeps<C>): Promise<RedisLink<C>> {
  let current: C | undefined
  const closing = new AbortController()

  const connect = async (): Promise<C> => {
    const client = createClient({
      socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      pingInterval: PING_INTERVAL_MS,
    })
    // Calls that wait for a reply fail as well.
    client.on('error', (error) => leave(client, error))
    try {
      await within(CONNECT_MS, client.connect())
      await within(REPLY_MS, probe(client))
      return client
    } catch (error) {
      end(client)
      throw error
    }
  }

  const leave = (client: C, error: unknown) => {
    if (client !== current) return
    current = undefined
    end(client)
    if (closing.signal.aborted) return
    onUnavailable(codeOf(error))
    void comeBack()
  }

  const comeBack = async () => {
    while (!closing.signal.aborted && !current) {
      await delay(RETRY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      current = await connect().catch(() => undefined)
    }
    if (current && closing.signal.aborted) end(current)
    else onBack()
  }

  try {
    current = await connect()
  } catch (error) {
    onUnavailable(codeOf(error))
    void comeBack()
  }
  return {
    async use(work, fallback) {
      const client = current
      if (!client) return fallback()
      try {
        return await within(REPLY_MS, work(client))
      } catch (error) {
        leave(client, error)
        return fallback()
      }
    },
    isConnected: () => current !== undefined,
    close() {
      closing.abort()
      if (current) end(current)
    },
  }
}

function end(client: Client): void {
  if (client.isOpen) client.destroy()
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new RedisSilentError()), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

class RedisSilentError extends Error {
  readonly code = 'ETIMEDOUT'
}

/** The code of an error, or its name. Its message may name the host or what was sent. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  if ('code' in error && typeof error.code === 'string') return error.code
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.name
}
