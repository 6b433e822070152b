import type { RedisClientOptions } from '@redis/client'
import { setTimeout as delay } from 'node:timers/promises'

/** A link that stands and answers nothing within this time is taken for broken. */
const ANSWER_MS = 500
const CONNECT_MS = 1000
/** How long to wait before Redis is tried again. */
const REST_MS = 1000
/** Hosted servers cut connections that lie idle for some minutes. */
const SIGN_OF_LIFE_MS = 60_000

interface Client {
  readonly isOpen: boolean
  on(event: 'error', listener: (error: Error) => void): unknown
  connect(): Promise<unknown>
  destroy(): void
}

export interface RedisWatch {
  /** Told once when Redis goes away, with the error's code, which names no host. */
  onAway(code: string): void
  /** Told when it is there again. */
  onBack(): void
}

export interface RedisLinkDeps<C extends Client> extends RedisWatch {
  makeClient(
    options: Pick<
      RedisClientOptions,
      'socket' | 'disableOfflineQueue' | 'maintNotifications' | 'pingInterval'
    >,
  ): C
  /** Does what the link is for, so that it is not taken for sound while the server only says hello. */
  probe(client: C): Promise<unknown>
}

export interface RedisLink<C> {
  /** Does the work in Redis; where that fails or takes too long, or Redis is known to be away, in the other place. */
  use<T>(work: (client: C) => Promise<T>, elsewhere: () => Promise<T>): Promise<T>
  close(): void
}

/**
 * A connection to Redis that may break at any time. The calls of that moment wait half a second at most; after that nobody waits
 * until a new connection, tried for in the background, has passed the probe.
 */
export async function openRedisLink<C extends Client>({
  makeClient,
  probe,
  onAway,
  onBack,
}: RedisLinkDeps<C>): Promise<RedisLink<C>> {
  let current: C | undefined
  const closing = new AbortController()

  const connect = async (): Promise<C> => {
    const client = makeClient({
      socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      pingInterval: SIGN_OF_LIFE_MS,
    })
    // Whatever waits for an answer is told as well.
    client.on('error', (error) => leave(client, error))
    try {
      await within(CONNECT_MS, client.connect())
      await within(ANSWER_MS, probe(client))
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
    onAway(codeOf(error))
    void comeBack()
  }

  const comeBack = async () => {
    while (!closing.signal.aborted && !current) {
      await delay(REST_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      current = await connect().catch(() => undefined)
    }
    if (current && closing.signal.aborted) end(current)
    else onBack()
  }

  try {
    current = await connect()
  } catch (error) {
    onAway(codeOf(error))
    void comeBack()
  }
  return {
    async use(work, elsewhere) {
      const client = current
      if (!client) return elsewhere()
      try {
        return await within(ANSWER_MS, work(client))
      } catch (error) {
        leave(client, error)
        return elsewhere()
      }
    },
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

/** An error's code, as the system or Redis gives it, or its kind; its message may name the host or what was sent. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  if ('code' in error && typeof error.code === 'string') return error.code
  return /^[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.name
}
