import { connect, type Socket } from 'node:net'

/** The part of the driver's options that says where the server is. */
interface Address {
  host: string[]
  port: number[]
  path?: string | false
}

/**
 * Makes the driver's sockets, and ends one that stayed silent for longer than any statement may take: a network that swallows
 * packets then looks like a closed connection instead of holding the request and its place in the pool.
 */
export function socketThatGivesUp(silenceMs: number) {
  return ({ host: [host], port: [port], path }: Address): Socket => {
    const socket = path
      ? connect(path)
      : connect({ host: host ?? 'localhost', port: port ?? 5432, noDelay: true })
    socket.setTimeout(silenceMs, () => {
      socket.destroy(Object.assign(new Error('The database stayed silent'), { code: 'ETIMEDOUT' }))
    })
    // The driver reads the name for TLS from its socket.
    return Object.assign(socket, { host, port })
  }
}
