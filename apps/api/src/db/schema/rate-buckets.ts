import { sql } from 'drizzle-orm'
import { date, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Token buckets of the rate limits, shared by all nodes. Of no client, unlogged: a crash empties it. */
export const rateBuckets = pgTable(
  'rate_buckets',
  {
    key: text('key').primaryKey(),
    tokens: doublePrecision('tokens').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** The UTC day of `updated_at`. An index on the time itself would be written at each update; this one is written once a day. */
    updatedOn: date('updated_on').generatedAlwaysAs(sql`(updated_at at time zone 'UTC')::date`),
  },
  (table) => [index('rate_buckets_updated_on_idx').on(table.updatedOn)],
)
