import type { FastifyInstance } from 'fastify'
import { AppError, errorBody, RETRY_SECONDS } from '../lib/app-error.ts'
import type { ProxyWarnings } from './proxy-warnings.ts'
import type { FindProblems } from './readiness.ts'

/**
 * Endpoints for a load balancer: liveness and readiness. A node with warnings is ready: an operator
 * must read them, and the node can still serve.
 */
export function registerHealth(
  app: FastifyInstance,
  findProblems: FindProblems,
  proxyWarnings: ProxyWarnings | undefined,
): void {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/health/live', () => ({ live: true }))
  app.get('/health/ready', async (_, reply) => {
    if (draining) throw new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS })
    const problems = await findProblems()
    if (problems.length > 0) {
      const body = errorBody(new AppError('unavailable'))
      return reply
        .code(body.statusCode)
        .header('retry-after', RETRY_SECONDS)
        .send({ ...body, detail: problems })
    }
    const detail = proxyWarnings?.list() ?? []
    return { ready: true, ...(detail.length > 0 ? { detail } : {}) }
  })
}
