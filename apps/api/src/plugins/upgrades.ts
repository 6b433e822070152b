import { type IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'

/** A connection that requests a WebSocket, in the form in which a library takes it over. */
export interface Upgrade {
  request: IncomingMessage
  socket: Socket
  head: Buffer
}

/**
 * Adds a route for WebSockets. An upgrade passes the same hooks as every request: the flood limit,
 * trusted proxies, the log. A request without an upgrade gets no route here.
 * @param admit may throw an AppError, which is sent to the caller; returns the function that takes
 *   the connection over
 */
export type UpgradeRoute = (
  path: string,
  admit: (request: FastifyRequest) => (upgrade: Upgrade) => void,
) => void

export type Upgrades = ReturnType<typeof createUpgrades>

export function createUpgrades() {
  const paths = new Set<string>()
  const sources = new Map<string, Server>()
  const pending = new WeakMap<IncomingMessage, { upgrade: Upgrade; response: ServerResponse }>()
  return {
    /**
     * Tells Node.js which requests become sockets. All others are served as if they had requested
     * no upgrade (RFC 9110, section 7.8).
     */
    isUpgrade: ({ method, url }: IncomingMessage): boolean => method === 'GET' && paths.has(pathOf(url)),
    /**
     * The event source for `@fastify/websocket` in place of the server, for its route with this
     * path. It sends each upgrade through the hooks itself.
     */
    sourceFor(path: string): Server {
      // It never listens on a port. It only forwards events.
      const source = new Server()
      paths.add(path)
      sources.set(path, source)
      return source
    },
    /** Handles all upgrades: a library with its own listener would take, or end, the others'. */
    register(app: FastifyInstance): UpgradeRoute {
      // The server uses plain HTTP, so its sockets are those of `net`.
      app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
        if (sources.get(pathOf(request.url))?.emit('upgrade', request, socket, head)) return
        const response = new ServerResponse(request)
        response.shouldKeepAlive = false
        // Handles a connection that breaks before it is taken over.
        socket.on('error', () => socket.destroy())
        response.assignSocket(socket)
        response.once('finish', () => socket.destroySoon())
        pending.set(request, { upgrade: { request, socket, head }, response })
        app.routing(request, response)
      })
      return (path, admit) => {
        paths.add(path)
        app.get(path, { exposeHeadRoute: false }, (request: FastifyRequest, reply: FastifyReply) => {
          const found = pending.get(request.raw)
          if (!found) throw new AppError('not_found')
          const takeOver = admit(request)
          reply.hijack()
          found.response.detachSocket(found.upgrade.socket)
          takeOver(found.upgrade)
        })
      }
    },
  }
}

const pathOf = (url = ''): string => url.split('?')[0] ?? ''
