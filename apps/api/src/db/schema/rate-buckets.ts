import { doublePrecision, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Token buckets of the rate limits, shared by all nodes. Of no client, unlogged: a crash empties it. */
export const rateBuckets = pgTable('rate_buckets', {
  key: text('key').primaryKey(),
  tokens: doublePrecision('tokens').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
