import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { isOutage } from '../db/query-errors.ts'
import { MINUTE_MS } from '../lib/durations.ts'
import { withoutData } from './errors.ts'

/** Every response has the id that the log lines of its request have. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Unique over all nodes and restarts. An id that the caller sends is ignored. */
export const genReqId = (): string => randomBytes(12).toString('base64url')

/**
 * The log is JSON lines without personal data. For a request it has only the method and the route
 * pattern: paths, query strings and bodies contain names, numbers and tokens.
 */
export function loggerOptions(level: string) {
  const outage = createOutageLog()
  return {
    level,
    hooks: {
      logMethod(args, method) {
        const line = outage(args[0])
        if (line === undefined) method.apply(this, args)
        else if (line !== 'repeated') method.apply(this, [line, 'the database is unavailable'])
      },
    },
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
      err: withoutData,
    },
  } satisfies FastifyServerOptions['logger']
}

/**
 * While the database is down, every request and job fails with the same cause. The log gets one
 * line a minute with the number of failures.
 * @returns undefined for every other line
 */
function createOutageLog() {
  let lastAt = -Infinity
  let failures = 0
  return (fields: unknown): { failures: number; failure: unknown } | 'repeated' | undefined => {
    const failure = typeof fields === 'object' && fields && 'failure' in fields ? fields.failure : undefined
    if (!isOutage(failure)) return undefined
    failures += 1
    const now = performance.now()
    if (now - lastAt < MINUTE_MS) return 'repeated'
    const line = { failures, failure }
    lastAt = now
    failures = 0
    return line
  }
}

/** Logs a line for each response: route pattern, status and time, nothing that the caller sent. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Monitoring asks every few seconds.
    if (/^\/(health\/|metrics$)/.test(request.routeOptions.url ?? '') && reply.statusCode < 400) return
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
