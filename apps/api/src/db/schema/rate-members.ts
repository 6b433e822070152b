import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** What a bucket of the rate limits has paid for lately, such as the method keys of an address. Of no client, unlogged. */
export const rateMembers = pgTable(
  'rate_members',
  {
    bucket: text('bucket').notNull(),
    member: text('member').notNull(),
    lifeSeconds: integer('life_seconds').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'rate_members_pkey', columns: [table.bucket, table.member] }),
    index('rate_members_expires_at_idx').on(table.expiresAt),
  ],
)
