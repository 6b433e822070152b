import { sql } from 'drizzle-orm'
import { check, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { bytes, createdAt, lastModified, moment } from './columns.ts'

/** The one key that keyed hashes, check-out tokens and encrypted TOTP seeds are derived from, wrapped with SECRET_KEY. Of no client. */
export const dataKeys = pgTable(
  'data_keys',
  {
    id: smallint('id').primaryKey().default(1),
    wrappedKey: bytes('wrapped_key').notNull(),
    /** Tells which SECRET_KEY wraps it, and nothing about that key. */
    secretKeyId: text('secret_key_id').notNull(),
    createdAt: createdAt(),
    lastModified: lastModified(),
  },
  (table) => [check('data_keys_one_check', sql`${table.id} = 1`)],
)

/** Which ways of folding names all stored person keys were brought to. Of no client. */
export const personKeyVersions = pgTable('person_key_versions', {
  version: integer('version').primaryKey(),
  finishedAt: moment('finished_at').notNull().defaultNow(),
})
