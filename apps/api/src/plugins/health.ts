import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/client.ts'
import { isSchemaCurrent } from '../db/migrate.ts'
import { AppError } from '../lib/app-error.ts'

/** Whether the process runs, and whether it can do its work: what a load balancer asks. */
export function registerHealth(app: FastifyInstance, db: Database): void {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/health/live', () => ({ live: true }))
  app.get('/health/ready', async () => {
    if (draining) throw new AppError('unavailable', { retryAfterSeconds: 2 })
    if (!(await isSchemaCurrent(db))) throw new AppError('unavailable', { retryAfterSeconds: 2 })
    return { ready: true }
  })
}
