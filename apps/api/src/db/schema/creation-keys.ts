import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytes, clientId, createdAt } from './columns.ts'
import { key, ofClient } from './references.ts'

/**
 * The response to a call that made a row, by the idempotency key of whoever called. `encryptedResponse` is null only within the transaction
 * that makes the row.
 */
export const creationKeys = pgTable(
  'creation_keys',
  {
    clientId: clientId(),
    /** A site_admin belongs to another client than the row. */
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
