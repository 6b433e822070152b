import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/client.ts'
import { isSchemaCurrent } from '../db/migrate.ts'
import { AppError } from '../lib/app-error.ts'
import type { ProxyWarnings } from './proxy-warnings.ts'

/**
 * Whether the process runs, and whether it can do its work: what a load balancer asks. A node with warnings is ready: somebody has to
 * read them, and nobody who comes is sent away for them.
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
