import type { FastifyInstance, FastifyRequest } from 'fastify'

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

/** One line for each answer: the route's pattern, the status and the time, and nothing that the caller sent. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}
