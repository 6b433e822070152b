import { index, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { bytes, clientId, createdAt, id, moment } from './columns.ts'
import { users } from './users.ts'
import { key, reference } from './references.ts'

/** Browsers that signed in to an account before, by a keyed hash of the token in their cookie. */
export const deviceCookies = pgTable(
  'device_cookies',
  {
    clientId: clientId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    key(table.clientId, table.id),
    reference([table.clientId, table.userId], users).onDelete('cascade'),
    unique('device_cookies_token_key').on(table.clientId, table.userId, table.tokenHash),
    index('device_cookies_expires_at_idx').on(table.expiresAt),
  ],
)
