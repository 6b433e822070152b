import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytes, clientId, createdAt } from './columns.ts'
import { key, ofClient } from './references.ts'

/**
 * The response to a call that created a row, by the caller's idempotency key. `encryptedResponse`
 * is null only within the transaction that creates the row.
 */
export const creationKeys = pgTable(
  'creation_keys',
  {
    clientId: clientId(),
    /** The user id alone: a site_admin belongs to another client than the row. */
    userId: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    requestHash: bytes('request_hash').notNull(),
    encryptedResponse: bytes('encrypted_response'),
    createdAt: createdAt(),
  },
  (table) => [
    key(table.clientId, table.userId, table.key),
    ofClient(table),
    index('creation_keys_created_at_idx').on(table.createdAt),
  ],
)
