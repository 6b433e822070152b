import { sql } from 'drizzle-orm'
import { bigint, boolean, check, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { bytes, createdAt, lastModified, moment, oneOf } from './columns.ts'
import { key } from './references.ts'

/**
 * The data key, wrapped with SECRET_KEY. The keys of hashes, tokens and encrypted data derive from
 * it. Belongs to no client.
 */
export const dataKeys = pgTable(
  'data_keys',
  {
    id: smallint('id').primaryKey().default(1),
    wrappedKey: bytes('wrapped_key').notNull(),
    /** Identifies the SECRET_KEY that wraps the data key, and reveals nothing about it. */
    secretKeyId: text('secret_key_id').notNull(),
    createdAt: createdAt(),
    lastModified: lastModified(),
    /** Also in a file of the image store, so that a node with another store is found. */
    imageStoreId: text('image_store_id'),
  },
  (table) => [check('data_keys_one_check', sql`${table.id} = 1`)],
)

/** The applied files of `db/sql`, with the SHA-256 of each. Belongs to no client. */
export const sqlFiles = pgTable('sql_files', {
  name: text('name').primaryKey(),
  hash: text('hash').notNull(),
})

/**
 * What an operator does beside the running program. The commands record it as the owner of the
 * database. Belongs to no client.
 */
export const maintenanceKinds = ['backup', 'restore_test', 'log_check'] as const
export type MaintenanceKind = (typeof maintenanceKinds)[number]

export const maintenanceRuns = pgTable(
  'maintenance_runs',
  {
    kind: text('kind', { enum: maintenanceKinds }).notNull(),
    finishedAt: moment('finished_at').notNull(),
    succeeded: boolean('succeeded').notNull(),
    /** The size of a backup. */
    bytes: bigint('bytes', { mode: 'number' }),
  },
  (table) => [key(table.kind, table.finishedAt), oneOf(table.kind, maintenanceKinds)],
)
