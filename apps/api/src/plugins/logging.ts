import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withoutData } from './errors.ts'

/**
 * The log is JSON lines without personal data. For a request it has only the method and the route
 * pattern: paths, query strings and bodies contain names, numbers and tokens.
 */
export function loggerOptions(level: string) {
  return {
    level,
    base: null,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
      err: withoutData,
    },
  }
}

/**
 * Logs a line for each response: the route pattern, the status and the time, and nothing that
 * the caller sent.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request completed',
    )
  })
}
