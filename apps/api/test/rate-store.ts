import type { RedisServer } from './redis-server.ts'

/** Where the limits are counted in a test. */
export interface RateStore {
  name: string
  start(): Promise<RedisServer | undefined>
}

export const inPostgres: RateStore = { name: 'PostgreSQL', start: () => Promise.resolve(undefined) }
