import { sql } from 'drizzle-orm'
import { check, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { bytes, createdAt, lastModified, moment } from './columns.ts'

/** The data key, wrapped with SECRET_KEY. The keys of hashes, tokens and encrypted data are derived from it. Of no client. */
export const dataKeys = pgTable(
  'data_keys',
  {
    id: smallint('id').primaryKey().default(1),
    wrappedKey: bytes('wrapped_key').notNull(),
    /** Identifies the SECRET_KEY that wraps it, and reveals nothing about that key. */
    secretKeyId: text('secret_key_id').notNull(),
    createdAt: createdAt(),
    lastModified: lastModified(),
  },
  (table) => [check('data_keys_one_check', sql`${table.id} = 1`)],
)

/** The versions of name folding to which all stored person keys were updated. Of no client. */
export const personKeyVersions = pgTable('person_key_versions', {
  version: integer('version').primaryKey(),
  finishedAt: moment('finished_at').notNull().defaultNow(),
})
