import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/client.ts'
import { isSchemaCurrent } from '../db/migrate.ts'
import { AppError } from '../lib/app-error.ts'
import type { ProxyWarnings } from './proxy-warnings.ts'

/**
 * Endpoints for a load balancer: whether the process runs, and whether it can serve requests. A node with warnings is ready: an
 * operator has to read them, and the node can still serve.
 */
export function registerHealth(
  app: FastifyInstance,
  db: Database,
  proxyWarnings: ProxyWarnings | undefined,
): void {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/health/live', () => ({ live: true }))
  app.get('/health/ready', async () => {
    if (draining) throw new AppError('unavailable', { retryAfterSeconds: 2 })
    if (!(await isSchemaCurrent(db))) throw new AppError('unavailable', { retryAfterSeconds: 2 })
    const detail = proxyWarnings?.list() ?? []
    return { ready: true, ...(detail.length > 0 ? { detail } : {}) }
  })
}
