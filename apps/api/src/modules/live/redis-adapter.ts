import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Server } from 'socket.io'

/** The wait before another try, after Redis has refused or lost something. */
const RETRY_MS = 1000

const connectTo = (url: string) => createClient({ url, socket: { reconnectStrategy: () => RETRY_MS } })
type Client = ReturnType<typeof connectTo>
type Adapter = Exclude<Parameters<Server['adapter']>[0], undefined>

/**
 * The Redis Streams adapter of Socket.IO, by which nodes tell each other to look into the database. While Redis is away nothing is told:
 * each node looks by itself, a little later.
 */
export function createRedisAdapter(url: string): { adapter: Adapter; close(): void } {
  const client = connectTo(url)
  // The client connects again by itself. That Redis is away is logged once, by the limits.
  client.on('error', () => {})
  void client.connect().catch(() => {})
  const closing = new AbortController()
  return {
    adapter: createAdapter(patient(client, closing.signal), {
      streamName: 'gatehouse:live',
      channelPrefix: 'gatehouse:live',
    }),
    close() {
      closing.abort()
      client.destroy()
    },
  }
}

/**
 * A client as the adapter expects it. The adapter asks again at once when a read fails, and lets what it publishes fail unheard: this one
 * waits, and forgets.
 */
function patient(client: Client, closed: AbortSignal): Client {
  const wrapped: Record<string, unknown> = {
    duplicate() {
      const copy = client.duplicate()
      copy.on('error', () => {})
      closed.addEventListener('abort', () => copy.isOpen && copy.destroy())
      return patient(copy, closed)
    },
    connect: () => (client.isOpen ? Promise.resolve(client) : client.connect().catch(() => client)),
    disconnect() {
      if (client.isOpen) client.destroy()
      return Promise.resolve()
    },
    async xRead(...parameters: Parameters<Client['xRead']>) {
      try {
        return await client.xRead(...parameters)
      } catch {
        await delay(RETRY_MS, undefined, { ref: false, signal: closed }).catch(() => {})
        return null
      }
    },
    xAdd: (...parameters: Parameters<Client['xAdd']>) => client.xAdd(...parameters).catch(() => ''),
    publish: (...parameters: Parameters<Client['publish']>) =>
      (client.isReady ? client.publish(...parameters) : Promise.resolve(0)).catch(() => 0),
    subscribe: (...parameters: Parameters<Client['subscribe']>) =>
      client.subscribe(...parameters).catch(() => {}),
  }
  return new Proxy(client, {
    get(target, name, receiver) {
      if (typeof name === 'string' && name in wrapped) return wrapped[name]
      const value: unknown = Reflect.get(target, name, receiver === target ? receiver : target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
