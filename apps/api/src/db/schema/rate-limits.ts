import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, date, doublePrecision } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { key } from './references.ts'

/** The token buckets of the rate limits, of all nodes and no client. A crash empties it. */
export const rateBuckets = pgTable(
  'rate_buckets',
  {
    key: text('key').primaryKey(),
    tokens: doublePrecision('tokens').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** The UTC day of `updated_at`. An index on the time itself would be written at each update. */
    updatedOn: date('updated_on').generatedAlwaysAs(sql`(updated_at at time zone 'UTC')::date`),
  },
  (table) => [index('rate_buckets_updated_on_idx').on(table.updatedOn)],
)

/** The members that a bucket remembers, such as an IP address's method keys. Unlogged. */
export const rateMembers = pgTable(
  'rate_members',
  {
    bucket: text('bucket').notNull(),
    member: text('member').notNull(),
    lifeSeconds: integer('life_seconds').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [key(table.bucket, table.member), index('rate_members_expires_at_idx').on(table.expiresAt)],
)
