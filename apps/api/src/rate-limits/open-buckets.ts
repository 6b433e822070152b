import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/client.ts'
import type { BucketStore } from './bucket-store.ts'
import { postgresBuckets } from './postgres-buckets.ts'
import { redisBuckets } from './redis-buckets.ts'

/** The buckets of an installation: in Redis where one is set, with PostgreSQL standing by, else in PostgreSQL. */
export async function openBuckets(
  app: FastifyInstance,
  db: Database,
  redisUrl: string | undefined,
): Promise<BucketStore> {
  const inDatabase = postgresBuckets(db)
  if (redisUrl === undefined) return inDatabase
  const buckets = await redisBuckets(redisUrl, inDatabase, {
    onAway: (code) => app.log.warn({ code }, 'Redis is away: limits are counted in PostgreSQL'),
    onBack: () => app.log.info('Redis is back: limits are counted there'),
  })
  app.addHook('onClose', async () => buckets.close())
  return buckets
}
