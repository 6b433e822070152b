import { sql } from 'drizzle-orm'
import { char, check, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { celsius, clientId, createdAt, id, moment } from './columns.ts'
import { signInMethods } from './sign-in-methods.ts'
import { sites } from './sites.ts'
import { key, reference } from './references.ts'

/**
 * A temperature that a device measured, with the code it showed. The code is in clear text: it is
 * valid for ten minutes, only for a sign-in at its site, and the temperature is in the same row. A
 * code is unique among the unused codes of its site. The next reading with the code of an expired,
 * unused row reuses the row.
 */
export const readings = pgTable(
  'readings',
  {
    clientId: clientId(),
    id: id(),
    siteId: uuid('site_id').notNull(),
    methodId: uuid('method_id').notNull(),
    code: char('code', { length: 6 }).notNull(),
    temperature: celsius('temperature').notNull(),
    takenAt: moment('taken_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    consumedAt: moment('consumed_at'),
    /** The visit or the refused attempt that used it. */
    consumedBy: uuid('consumed_by'),
    createdAt: createdAt(),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.siteId], sites),
    reference([table.clientId, table.methodId], signInMethods),
    uniqueIndex('readings_unused_code_key')
      .on(table.clientId, table.siteId, table.code)
      .where(sql`${table.consumedAt} is null`),
    index('readings_expires_at_idx').on(table.expiresAt),
    check('readings_code_check', sql`${table.code} ~ '^[0-9]{6}$'`),
    check('readings_order_check', sql`${table.expiresAt} > ${table.takenAt}`),
    check('readings_consumed_check', sql`(${table.consumedAt} is null) = (${table.consumedBy} is null)`),
  ],
)
