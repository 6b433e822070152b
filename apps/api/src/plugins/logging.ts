import type { FastifyRequest } from 'fastify'

/**
 * How the server logs: JSON lines without anything personal. Of a request only its method and the route's pattern are
 * written, since addresses, query strings and bodies hold names, numbers and tokens.
 */
export function loggerOptions(level: string) {
  return {
    level,
    base: null,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
    },
  }
}
