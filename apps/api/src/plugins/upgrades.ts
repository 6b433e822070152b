import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'

/** A connection that wants to become a WebSocket, as a library for them takes it over. */
export interface Upgrade {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
}

/**
 * Adds a route for WebSockets. An upgrade goes through the same hooks as every request – the flood limit, the address behind proxies, the
 * log. What is no upgrade finds no route here.
 * @param admit may throw an AppError, which the caller is answered; returns what takes the connection over
 */
export type UpgradeRoute = (
  path: string,
  admit: (request: FastifyRequest) => (upgrade: Upgrade) => void,
) => void

/** One listener for all upgrades of the server: a library with a listener of its own would take, or end, those of the others. */
export function registerUpgrades(app: FastifyInstance): UpgradeRoute {
  const pending = new WeakMap<IncomingMessage, { upgrade: Upgrade; response: ServerResponse }>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    // A connection that breaks before it is taken over ends here.
    socket.on('error', () => socket.destroy())
    response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
    response.once('finish', () => socket.end())
    pending.set(request, { upgrade: { request, socket, head }, response })
    app.routing(request, response)
  })
  return (path, admit) =>
    app.get(path, { exposeHeadRoute: false }, (request: FastifyRequest, reply: FastifyReply) => {
      const found = pending.get(request.raw)
      if (!found) throw new AppError('not_found')
      const takeOver = admit(request)
      reply.hijack()
      found.response.detachSocket(found.upgrade.socket as Parameters<ServerResponse['detachSocket']>[0])
      takeOver(found.upgrade)
    })
}
